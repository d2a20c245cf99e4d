import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { canManageDeal, type Viewer } from '~/domain/access';
import { createCustomFieldFormatter } from '~/domain/custom-field/formatter.server';
import { findDuplicates } from '~/domain/deal/duplicates.server';
import { getDeal, type ReadableDeal } from '~/domain/deal/get.server';
import { searchDeals } from '~/domain/deal/search.server';
import { isDealKey } from '~/domain/deal-field/fields';
import { findEvaluation } from '~/domain/evaluation/get.server';
import {
  isMeeting,
  listMergeChoices,
  type MergeChoice,
} from '~/domain/operations/merge/field-choices.server';
import { MUST_MANAGE_BOTH } from '~/domain/operations/merge/merge.server';
import { countRelatedRows, formatMovedRows } from '~/domain/operations/merge/related-rows.server';
import { SIDES } from '~/domain/operations/merge/schema';
import { getHistoryFieldLabel } from '~/domain/timeline/labels';
import { canUserSignIn } from '~/domain/user/can-sign-in.server';
import { getOwnerName } from '~/domain/user/owners.server';
import { forbidden } from '~/errors';
import { formatDate, formatDateTime } from '~/format/date';
import { formatMeeting } from '~/format/deal-field';
import type { Locale } from '~/format/locale';
import { parseId } from '~/http/request/params.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import { catchDomainError } from '~/result.server';
import { formatValue } from '~/ui/history/format-value.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const { searchParams } = new URL(request.url);
  const id = parseId(params.id);
  const otherId = parseId(searchParams.get('other') ?? params.id);
  const name = searchParams.get('name')?.trim() ?? '';
  const search = { other: otherId === id ? undefined : otherId, name };
  const view = await loadMergeView(viewer, id, search, readLocale(request));
  return data(view, view.isOtherMissing ? 404 : 200);
}

async function loadMergeView(
  viewer: Viewer,
  id: number,
  { other, name }: { other?: number; name: string },
  locale: Locale,
) {
  const deal = await getManageableDeal(viewer, id);
  const otherDeal = other ? await findManageableDeal(viewer, other) : undefined;
  return {
    deal: await toDealView(deal, locale),
    name,
    candidates: otherDeal ? undefined : await loadCandidatesView(viewer, deal, name, locale),
    pair: otherDeal && (await loadPairView(deal, otherDeal, viewer, locale)),
    isOtherMissing: Boolean(other && !otherDeal),
  };
}

export type MergeView = Awaited<ReturnType<typeof loadMergeView>>;

export type MergePair = NonNullable<MergeView['pair']>;

async function getManageableDeal(viewer: Viewer, id: number): Promise<ReadableDeal> {
  const deal = await getDeal(viewer, id);
  if (!canManageDeal(viewer, deal)) throw forbidden(MUST_MANAGE_BOTH);
  return deal;
}

/** Returns undefined for a deal that is gone. One that was merged is 404 with its winner. */
async function findManageableDeal(viewer: Viewer, id: number): Promise<ReadableDeal | undefined> {
  const result = await catchDomainError(() => getManageableDeal(viewer, id));
  if (result.ok) return result.value;
  if (result.error.status !== 404 || result.error.mergedDeal) throw result.error;
  return undefined;
}

async function toDealView(
  { id, companyName, userId, createdAt, stage }: ReadableDeal,
  locale: Locale,
) {
  const details = `${stage}, created ${formatDate(createdAt, locale)}`;
  return { id, company: companyName, owner: await getOwnerName(userId), details };
}

const MAX_CANDIDATES = 10;

async function loadCandidatesView(
  viewer: Viewer,
  deal: ReadableDeal,
  name: string,
  locale: Locale,
) {
  const hits = name
    ? await searchDeals(viewer, name, MAX_CANDIDATES)
    : await findDuplicates(viewer, deal.companyName, deal.id);
  const deals = await Promise.all(hits.map(({ id }) => getDeal(viewer, id)));
  const offered = deals.filter(
    (candidate) => candidate.id !== deal.id && canManageDeal(viewer, candidate),
  );
  return Promise.all(offered.map((candidate) => toDealView(candidate, locale)));
}

async function loadPairView(
  deal: ReadableDeal,
  otherDeal: ReadableDeal,
  viewer: Viewer,
  locale: Locale,
) {
  const formatter = await createCustomFieldFormatter();
  const choices = await listMergeChoices(deal, otherDeal);
  const isShown = ({ pairs: [{ name }], differs }: MergeChoice) =>
    differs && (isDealKey(name) || formatter.active.includes(name));
  const sides = { this: deal, other: otherDeal };
  return {
    other: await toDealView(otherDeal, locale),
    versions: { version: deal.version, otherVersion: otherDeal.version },
    fields: choices.filter(isShown).map(({ pairs, defaultSide, latestOrigins }) => {
      const [{ key, name, values }] = pairs;
      return {
        key,
        label: getHistoryFieldLabel(name, formatter.labels),
        preset: defaultSide,
        sides: SIDES.map((side) => ({
          side,
          text: isMeeting(pairs)
            ? (formatMeeting(sides[side], locale) ?? '')
            : formatValue(name, values[side], formatter, locale),
          set:
            latestOrigins[side] &&
            `${latestOrigins[side].by}, ${formatDateTime(latestOrigins[side].at, locale)}`,
        })),
      };
    }),
    movedRows: formatMovedRows(await countRelatedRows(otherDeal.id)),
    evaluation: await describeKeptEvaluation(viewer, deal, otherDeal, locale),
    addsCollaborator: otherDeal.userId !== deal.userId && (await canUserSignIn(otherDeal.userId)),
  };
}

async function describeKeptEvaluation(
  viewer: Viewer,
  deal: ReadableDeal,
  otherDeal: ReadableDeal,
  locale: Locale,
) {
  const evaluation = await findEvaluation(viewer, deal.id);
  const otherEvaluation = await findEvaluation(viewer, otherDeal.id);
  if (!otherEvaluation) return undefined;
  if (!evaluation) return 'Its evaluation moves to this deal.';
  const isOthers = otherEvaluation.updatedAt > evaluation.updatedAt;
  const saved = formatDateTime(isOthers ? otherEvaluation.updatedAt : evaluation.updatedAt, locale);
  const subject = isOthers ? 'The evaluation of the other deal' : 'The evaluation of this deal';
  return `${subject} is kept because it was saved last (${saved}). The other one is in the history.`;
}
