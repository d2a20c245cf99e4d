import type { Viewer } from '~/domain/access';
import { createCustomFieldFormatter } from '~/domain/custom-field/formatter.server';
import { flattenCustomFieldValues, separateCustomFieldValues } from '~/domain/custom-field/names';
import { DEAL_FORM_LABELS } from '~/domain/deal-field/fields';
import type { FormBase, FormConflict, OthersChange } from '~/domain/form-conflict/conflict';
import {
  listDifferingFields,
  resolveFields,
  resolveForm,
  retryWhenOutdated,
} from '~/domain/form-conflict/resolve.server';
import { findChangesSince, findFirstChangeId } from '~/domain/history/field-changes.server';
import { withCurrentNames } from '~/domain/option-list/current-names';
import { getOptionLists } from '~/domain/option-list/list.server';
import { STAGE_LABEL } from '~/domain/stage/kinds';
import { conflict as conflictError, parseInput } from '~/errors';
import type { Result } from '~/result';
import { createDeal } from './create.server';
import { buildDuplicatesQuestion, type DuplicatesQuestion } from './duplicates-question.server';
import { getDeal } from './get.server';
import { completeMeeting } from './meeting-choice';
import { type DealFormInput, ScoreReasonInput } from './schema';
import { updateDeal } from './update.server';

/** Keeps stored values first and in their order, so that reordering is no change. */
function sortInStoredOrder(ticked: string[], stored: string[]): string[] {
  const retained = stored.filter((value) => ticked.includes(value));
  return [...retained, ...ticked.filter((value) => !stored.includes(value))];
}

interface NewDealOptions {
  submission: string | undefined;
  scoreReason?: string | null;
  closingReason?: string | null;
}

/**
 * Creates a deal and returns its id. If the form created it before and the answer was lost, stores
 * what was typed since (rule 3.21). Throws 401, and 409 if that conflicts with others' changes.
 */
export async function createDealOnce(
  viewer: Viewer,
  input: DealFormInput,
  { submission, ...reasons }: NewDealOptions,
): Promise<number> {
  const meeting = { lists: await getOptionLists(), at: new Date() };
  const typed = { ...input, ...completeMeeting(input, {}, meeting) } as DealFormInput;
  const id = await createDeal(viewer, separateCustomFieldValues(typed), { submission, ...reasons });
  if (!submission) return id;
  const formatCustom = (await createCustomFieldFormatter()).format;
  await retryWhenOutdated(async () => {
    const deal = await getDeal(viewer, id);
    const stored = { ...deal, ...flattenCustomFieldValues(deal.fields) };
    const after = await findFirstChangeId('pipeline', id);
    const differing = listDifferingFields(typed, stored, formatCustom);
    const query = { subject: 'pipeline', dealId: id, after } as const;
    const changesSinceOpened = await findChangesSince(viewer, query, differing);
    const getChoice = () => ({});
    const { changes, fieldConflicts } = resolveFields({
      typed,
      stored,
      changesSinceOpened,
      getChoice,
      formatCustom,
    });
    if (fieldConflicts.length)
      throw conflictError('It was saved before, and someone else has changed it since.');
    if (Object.keys(changes).length)
      await updateDeal(viewer, id, separateCustomFieldValues(changes), {
        version: deal.version,
        ...reasons,
      });
  });
  return id;
}

interface SentDealForm {
  base: FormBase;
  input: DealFormInput;
  confirmed: string | undefined;
  scoreReason: string | null;
  closingReason: string | null;
}

type OpenDecision = { conflict: FormConflict } | { question: DuplicatesQuestion };

/**
 * Stores the user's changes and returns those of others. Fails if they conflict with what others
 * stored since the form was opened, or take the name of another deal without confirmation. Throws
 * 404 if the deal is not visible.
 */
export async function updateDealResolvingConflicts(
  viewer: Viewer,
  id: number,
  { base, input, confirmed, scoreReason: typedReason, closingReason }: SentDealForm,
): Promise<Result<OthersChange[], OpenDecision>> {
  const formatter = await createCustomFieldFormatter();
  const labels = { ...DEAL_FORM_LABELS, stage: STAGE_LABEL, ...formatter.labels };
  const target = {
    subject: 'pipeline',
    labels,
    formatCustom: formatter.format,
    id,
  } as const;
  const sent = withCurrentNames(await getOptionLists(), input);
  return retryWhenOutdated<Result<OthersChange[], OpenDecision>>(async () => {
    const deal = await getDeal(viewer, id);
    const { version, fields } = deal;
    const stored = { ...deal, ...flattenCustomFieldValues(fields) };
    const industries = sent.industries && sortInStoredOrder(sent.industries, stored.industries);
    const typed = { ...sent, ...(industries && { industries }) };
    const resolution = await resolveForm(viewer, base, typed, { ...target, stored, version });
    if (!resolution.ok) return { ok: false, error: { conflict: resolution.error } };
    const { changes, alsoChanged } = resolution.value;
    if (changes.companyName !== undefined) {
      const duplicatesOptions = { confirmed, excludedId: id };
      const question = await buildDuplicatesQuestion(
        viewer,
        changes.companyName,
        duplicatesOptions,
      );
      if (question) return { ok: false, error: { question } };
    }
    const { scoreReason } = parseInput(ScoreReasonInput, { scoreReason: typedReason });
    const options = { version, scoreReason, closingReason };
    await updateDeal(viewer, id, separateCustomFieldValues(changes), options);
    return { ok: true, value: alsoChanged };
  });
}
