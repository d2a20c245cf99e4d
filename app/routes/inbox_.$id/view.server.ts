import type { LoaderFunctionArgs } from '@remix-run/node';
import { splitRecipients } from '~/domain/email/note-text';
import type { Mailbox } from '~/domain/email/parsed-email';
import { composeDeclineText } from '~/domain/inbox/decline-text';
import { getInboxItem, type ListedInboxItem } from '~/domain/inbox/list.server';
import { getIntakeSettings, getIntakeText } from '~/domain/intake/settings.server';
import {
  DEAL_CHANGED_SINCE,
  hasAcceptedDealChanged,
} from '~/domain/operations/inbox/reopen.server';
import { getOptionLists } from '~/domain/option-list/list.server';
import { getDisplayName } from '~/domain/person/names';
import { listOwnerChoices } from '~/domain/user/owner-choices.server';
import { formatDateTime } from '~/format/date';
import type { Locale } from '~/format/locale';
import { parseId } from '~/http/request/params.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import { toItemView } from '~/ui/inbox/item-view.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const locale = readLocale(request);
  const listed = await getInboxItem(viewer, parseId(params.id));
  const { item } = listed;
  const template = getIntakeText(await getIntakeSettings(), 'decline');
  const presetText = composeDeclineText(template, item);
  const { searchParams } = new URL(request.url);
  return {
    item: toItemView(listed, locale),
    facts: listFacts(listed, locale),
    text: item.text,
    quotedText: item.quotedText,
    decision: describeDecision(listed, locale),
    dealId: listed.dealId,
    canReopen: listed.canReopen,
    whyNotReopened: await explainWhyNotReopened(listed),
    presetText,
    declineText: item.declineText ?? presetText,
    reasons: (await getOptionLists()).listActiveOptions('reasons').map(({ name }) => name),
    owners: await listOwnerChoices(searchParams.get('find'), []),
    viewerEmail: viewer.email,
  };
}

async function explainWhyNotReopened({ item, canReopen }: ListedInboxItem) {
  if (!canReopen || item.state !== 'accepted') return undefined;
  return (await hasAcceptedDealChanged(item)) ? DEAL_CHANGED_SINCE : undefined;
}

function listFacts({ item }: ListedInboxItem, locale: Locale) {
  const { to, cc } = splitRecipients(item.to);
  const facts = [
    ['To', listAddresses(to)],
    ['Cc', listAddresses(cc)],
    ['Sent', item.sentAt && formatDateTime(item.sentAt, locale)],
    ['Website', item.website],
    ['Industries', item.industries.join(', ')],
    ['Round', item.fundingRound],
    ['Target size', item.targetFundingSize],
    ['Heard from', item.heardFrom],
  ] as const;
  return facts.flatMap(([label, value]) => (value ? { label, value } : []));
}

function listAddresses(mailboxes: Mailbox[]): string {
  return mailboxes.map(({ address }) => address).join(', ');
}

function describeDecision({ item, decidedBy }: ListedInboxItem, locale: Locale) {
  const { state, decidedAt, decidedByName, reason } = item;
  if (state === 'pending') return undefined;
  const name = decidedBy ? getDisplayName(decidedBy) : decidedByName;
  return {
    by: name ?? 'the list of blocked senders',
    at: decidedAt ? formatDateTime(decidedAt, locale) : '',
    reason: state === 'declined' ? reason : null,
  };
}
