import type { OwnField, Pipeline } from '#db/schema';
import { activeValues } from '~/models/field/json';
import { named, ownName, type OwnName, typedOwn, unnamed } from '~/models/field/values';
import { ownWords } from '~/models/field/fields.server';
import { currentLists } from '~/models/lists/list.server';
import { withPresentNames } from '~/models/lists/lists';
import { recordOf } from '~/models/record';
import { formatShortDate, type Locale } from '~/models/dates';
import { displayName, shortName } from '~/models/text';
import type { Viewer } from '~/models/access';
import { conflict as refusedAsConflict, parse } from '~/refusal';
import { findChangesSince, firstChange } from '~/models/history/since.server';
import { plainLines } from '~/models/history/field-value';
import type { Merged } from '~/models/history/merge';
import { differingFields, merge, mergeForm, untilLatest } from '~/models/history/merge.server';
import { companyKey } from './company-key';
import { type DuplicateDeal, findColleagues, findDuplicates } from './duplicates.server';
import { roundLabel } from './options';
import { PIPELINE_FORM_LABELS, PIPELINE_KEYS, type PipelineKey } from './fields';
import { type PipelineFormInput, type PipelineInput, ScoreReason } from './schema';
import { createPipeline, getPipeline, updatePipeline } from './write.server';

/** Edits of one deal by several people (rule 3.19). */

export type PipelineValues = Partial<Record<PipelineKey | OwnName, string | string[] | null>>;

type Stored = Required<Omit<PipelineInput, 'fields'>> & Pick<Pipeline, 'fields'>;

function typed(value: Pipeline[PipelineKey] | undefined): string | string[] | null {
  if (typeof value === 'string') return plainLines(value);
  return typeof value === 'number' ? String(value) : (value ?? null);
}

export function formValues(stored: Stored, own: OwnField[]): PipelineValues {
  const values = Object.entries(activeValues(stored.fields, own));
  return {
    ...recordOf(PIPELINE_KEYS, (field) => typed(stored[field])),
    ...Object.fromEntries(values.map(([key, value]) => [ownName(key), typedOwn(value)])),
  };
}

/** What is ticked, with what was stored first and in its order. */
function inStoredOrder(ticked: string[], stored: string[]): string[] {
  const retained = stored.filter((value) => ticked.includes(value));
  return [...retained, ...ticked.filter((value) => !stored.includes(value))];
}

/**
 * Creates a deal and returns its id. A form whose deal was stored although the answer was lost
 * stores what was typed since (rule 3.21). Throws 401, and 409 if that clashes with what others have
 * stored meanwhile.
 */
export async function submitPipeline(
  viewer: Viewer,
  input: PipelineFormInput,
  submission: string | undefined,
  locale: Locale,
  scoreReason?: string | null,
): Promise<number> {
  const id = await createPipeline(viewer, unnamed(input), submission, scoreReason);
  if (!submission) return id;
  const own = (await ownWords()).text;
  await untilLatest(async () => {
    const deal = await getPipeline(viewer, id);
    const stored = { ...deal, ...named(deal.fields) };
    const after = await firstChange('pipeline', id);
    const differing = differingFields(input, stored, own);
    const query = { subject: 'pipeline', pipelineId: id, after } as const;
    const since = await findChangesSince(viewer, query, differing);
    const chosen = () => ({});
    const { changes, clashes } = merge({ typed: input, stored, since, locale, chosen, own });
    if (clashes.length)
      throw refusedAsConflict('It was saved before, and someone else has changed it since.');
    if (Object.keys(changes).length)
      await updatePipeline(viewer, id, unnamed(changes), deal.version, { scoreReason });
  });
  return id;
}

/**
 * Stores what the user has changed in the form, unless that clashes with what others have stored
 * since it was opened, or gives the deal the name of another one that the user has not confirmed.
 * Throws 404 if the deal is not visible.
 */
export async function mergePipeline(
  viewer: Viewer,
  id: number,
  form: FormData,
  input: PipelineFormInput,
  locale: Locale,
): Promise<Merged & { question?: DuplicatesQuestion }> {
  const words = await ownWords();
  const labels = { ...PIPELINE_FORM_LABELS, ...words.labels };
  const target = { subject: 'pipeline', labels, own: words.text, id } as const;
  const sent = withPresentNames(await currentLists(), input);
  return untilLatest(async () => {
    const deal = await getPipeline(viewer, id);
    const { version, fields } = deal;
    const stored = { ...deal, ...named(fields) };
    const industries = sent.industries && inStoredOrder(sent.industries, stored.industries);
    const typed = { ...sent, ...(industries && { industries }) };
    const merged = await mergeForm(viewer, form, typed, { ...target, stored, version }, locale);
    const { changes, conflict, alsoChanged } = merged;
    if (conflict) return { conflict, alsoChanged };
    const question = await questionOf(viewer, id, changes.companyName, form.get('force'), locale);
    if (question) return { question, alsoChanged: '' };
    const { scoreReason } = parse(ScoreReason, { scoreReason: form.get('scoreReason') });
    await updatePipeline(viewer, id, unnamed(changes), version, { scoreReason });
    return { alsoChanged };
  });
}

async function questionOf(
  viewer: Viewer,
  id: number,
  newName: string | undefined,
  confirmed: FormDataEntryValue | null,
  locale: Locale,
): Promise<DuplicatesQuestion | undefined> {
  if (newName === undefined) return undefined;
  return duplicatesQuestion(viewer, newName, { confirmed: String(confirmed), except: id }, locale);
}

interface Exceptions {
  /** The key of the name that the user has said is to be saved anyway. */
  confirmed?: string | null;
  except?: number;
}

/** What to ask before a name is saved; undefined if nothing visible has it, or it was asked. */
export async function duplicatesQuestion(
  viewer: Viewer,
  companyName: string,
  { confirmed, except }: Exceptions,
  locale: Locale,
) {
  const key = companyKey(companyName);
  if (confirmed === key) return undefined;
  const [duplicates, colleagues] = await Promise.all([
    findDuplicates(viewer, companyName, except),
    findColleagues(viewer, companyName),
  ]);
  if (!duplicates.length && !colleagues.length) return undefined;
  return {
    key,
    duplicates: duplicates.map((duplicate) => duplicateView(viewer, duplicate, locale)),
    colleagues: colleagues.map(({ owner, since }) => ({
      who: displayName(owner),
      since: formatShortDate(since, locale),
    })),
  };
}
export type DuplicatesQuestion = NonNullable<Awaited<ReturnType<typeof duplicatesQuestion>>>;

function duplicateView(viewer: Viewer, duplicate: DuplicateDeal, locale: Locale) {
  const { id, companyName, fundingRound, createdAt } = duplicate;
  const round = fundingRound && roundLabel(fundingRound);
  return {
    id,
    companyName,
    who: duplicate.owner.id === viewer.id ? undefined : shortName(duplicate.owner),
    details: [round, formatShortDate(createdAt, locale)].filter(Boolean).join(', '),
  };
}
