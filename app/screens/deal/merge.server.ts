import { and, eq } from 'drizzle-orm';
import { db } from '#db/client';
import { users } from '#db/schema';
import { isInCharge, type Viewer } from '~/models/access';
import { formatDate, formatDateTime, type Locale } from '~/models/dates';
import { findEvaluation } from '~/models/evaluation/write.server';
import { ownWords } from '~/models/field/fields.server';
import { type FieldPair, fieldPairs } from '~/models/merge/choose.server';
import { NOT_BOTH } from '~/models/merge/merge.server';
import { listSplittable } from '~/models/pipeline/merged.server';
import { broughtText, countRows } from '~/models/merge/parts.server';
import { SIDES } from '~/models/merge/schema';
import { searchDeals } from '~/models/pipeline/search.server';
import { findDuplicates } from '~/models/pipeline/duplicates.server';
import { isPipelineKey } from '~/models/pipeline/fields';
import { getPipeline, type SeenDeal } from '~/models/pipeline/write.server';
import { fullOwnerName } from '~/models/user/owners.server';
import { maySignIn } from '~/models/user/session.server';
import { shownValue } from '~/screens/timeline/change.server';
import { fieldLabel } from '~/models/timeline/labels';
import { forbidden } from '~/refusal';

/**
 * The data of the page that merges another deal into this one; without `other`, the candidates.
 * Throws 404 and 403 as merging does.
 */
export async function mergeView(
  viewer: Viewer,
  id: number,
  { other, name }: { other?: number; name: string },
  locale: Locale,
) {
  const deal = await dealInCharge(viewer, id);
  return {
    deal: await dealView(deal, locale),
    name,
    candidates: other ? undefined : await candidatesView(viewer, deal, name, locale),
    pair: other
      ? await pairView(deal, await dealInCharge(viewer, other), viewer, locale)
      : undefined,
  };
}
export type MergeView = Awaited<ReturnType<typeof mergeView>>;
export type MergePair = NonNullable<MergeView['pair']>;

/** Throws 404 if the deal is not visible, and 403 unless the viewer is in charge of it. */
async function dealInCharge(viewer: Viewer, id: number): Promise<SeenDeal> {
  const deal = await getPipeline(viewer, id);
  if (!isInCharge(viewer, deal)) throw forbidden(NOT_BOTH);
  return deal;
}

async function dealView({ id, companyName, userId, createdAt, stage }: SeenDeal, locale: Locale) {
  const details = `${stage}, created ${formatDate(createdAt, locale)}`;
  return { id, company: companyName, owner: await fullOwnerName(userId), details };
}

/** The most deals that are offered for a name. */
const OFFERED = 10;

/** Deals of the same company, or with `name` in one of their texts. */
async function candidatesView(viewer: Viewer, deal: SeenDeal, name: string, locale: Locale) {
  const hits = name
    ? await searchDeals(viewer, name, OFFERED)
    : await findDuplicates(viewer, deal.companyName, deal.id);
  const deals = await Promise.all(hits.map(({ id }) => getPipeline(viewer, id)));
  const offered = deals.filter(
    (candidate) => candidate.id !== deal.id && isInCharge(viewer, candidate),
  );
  return Promise.all(offered.map((candidate) => dealView(candidate, locale)));
}

async function pairView(deal: SeenDeal, otherDeal: SeenDeal, viewer: Viewer, locale: Locale) {
  const own = await ownWords();
  const pairs = await fieldPairs(db, deal, otherDeal);
  const isShown = ({ name, differs }: FieldPair) =>
    differs && (isPipelineKey(name) || own.active.includes(name));
  return {
    other: await dealView(otherDeal, locale),
    versions: { version: deal.version, otherVersion: otherDeal.version },
    fields: pairs.filter(isShown).map(({ key, name, values, preset, set }) => ({
      key,
      label: fieldLabel(name, own.labels),
      preset,
      sides: SIDES.map((side) => ({
        side,
        text: shownValue(name, values[side], own),
        set: set[side] && `${set[side].by}, ${formatDateTime(set[side].at, locale)}`,
      })),
    })),
    brought: broughtText(await countRows(otherDeal.id)),
    evaluation: await evaluationText(viewer, deal, otherDeal, locale),
    brings: otherDeal.userId !== deal.userId && (await mayLogIn(otherDeal.userId)),
  };
}

async function mayLogIn(userId: string): Promise<boolean> {
  return (await db.$count(users, and(eq(users.id, userId), maySignIn))) > 0;
}

/** Which evaluation stays, if the other deal has one. */
async function evaluationText(viewer: Viewer, deal: SeenDeal, otherDeal: SeenDeal, locale: Locale) {
  const [evaluation, otherEvaluation] = [
    await findEvaluation(viewer, deal.id),
    await findEvaluation(viewer, otherDeal.id),
  ];
  if (!otherEvaluation) return undefined;
  if (!evaluation) return 'Its evaluation moves to this deal.';
  const isOthers = otherEvaluation.updatedAt > evaluation.updatedAt;
  const saved = formatDateTime(isOthers ? otherEvaluation.updatedAt : evaluation.updatedAt, locale);
  const subject = isOthers ? 'The evaluation of the other deal' : 'The evaluation of this deal';
  return `${subject} is kept because it was saved last (${saved}). The other one is in the history.`;
}

/** Merges that the deal's page shows. */
const SHOWN_MERGES = 20;

/** The latest merges into a deal that the viewer may still split, and whether there are more. */
export async function splittableView(viewer: Viewer, deal: SeenDeal, locale: Locale) {
  if (!isInCharge(viewer, deal)) return { merged: [], hasMoreMerged: false };
  const merges = await listSplittable(deal.id, SHOWN_MERGES + 1);
  const merged = merges.slice(-SHOWN_MERGES).map(({ id, loserName, mergedAt }) => ({
    id,
    company: loserName,
    at: formatDate(mergedAt, locale),
  }));
  return { merged, hasMoreMerged: merges.length > SHOWN_MERGES };
}
