import { suggestCompanyName } from '~/domain/email/domains';
import { formatMailbox } from '~/domain/email/note-text';
import { SOURCE_LABELS, STATE_LABELS } from '~/domain/inbox/labels';
import type { ListedInboxItem } from '~/domain/inbox/list.server';
import type { MatchReason } from '~/domain/inbox/match-reasons';
import { abbreviate } from '~/domain/text/text';
import { formatDateTime } from '~/format/date';
import { formatFileSize } from '~/format/file-size';
import type { Locale } from '~/format/locale';

const MAX_EXCERPT_CHARACTERS = 280;

const MATCH_LABELS: Record<MatchReason, string> = {
  reply: 'Re: an email on',
  contact: 'Contact of',
  domain: 'Same domain as',
  name: 'Same name as',
};

export function toItemView({ item, files, matches }: ListedInboxItem, locale: Locale) {
  const { id, state, companyName, contactName, contactEmail, subject, text } = item;
  const suggestedName = companyName ?? suggestCompanyName(contactEmail);
  return {
    id,
    state,
    stateLabel: STATE_LABELS[state],
    title: companyName ?? subject ?? contactName ?? contactEmail ?? `Item ${id}`,
    companyName,
    suggestedName,
    sender: formatSender(item),
    senderAddress: contactEmail,
    source: SOURCE_LABELS[item.source],
    receivedAt: formatDateTime(item.receivedAt, locale),
    // The title of an email without a company.
    subject: companyName === null ? null : subject,
    excerpt: abbreviate(text.replace(/\s+/g, ' ').trim(), MAX_EXCERPT_CHARACTERS),
    files: files.map(({ id: fileId, name, size }) => ({
      id: fileId,
      name,
      size: formatFileSize(size),
      address: `/api/inbox/${id}/files/${fileId}`,
    })),
    matches: matches.map((match) => ({ ...match, label: MATCH_LABELS[match.reason] })),
  };
}

function formatSender({ contactName, contactEmail, from }: ListedInboxItem['item']): string {
  if (!contactName && !contactEmail) return from ? formatMailbox(from) : '';
  if (!contactEmail) return contactName ?? '';
  return formatMailbox({ name: contactName ?? '', address: contactEmail });
}

export type ItemView = ReturnType<typeof toItemView>;
