import { data } from '@remix-run/node';
import { assertDealReadable, getEditableDeal } from '~/domain/deal/get.server';
import { moveDeal } from '~/domain/decision/move-deal.server';
import { DecisionInput } from '~/domain/decision/schema';
import { parseInput } from '~/errors';
import { formAction } from '~/http/forms/form-action.server';
import { readBackPath } from '~/http/forms/return-path.server';
import type { PostedForm } from '~/http/request/form.server';
import { parseId } from '~/http/request/params.server';
import { CONDITION_FIELDS, CONDITION_ROWS, getConditionField } from './condition-fields';

const SENT_FIELDS = [
  'stage',
  'reason',
  'text',
  'lookAgainOn',
  'roundId',
  'memoId',
  'seen',
  ...CONDITION_FIELDS,
] as const;
const MOVE_FORM_FIELDS = {
  text: [...SENT_FIELDS, 'submission'],
  optionNames: { stage: 'stages', seen: 'stages', reason: 'reasons' },
} as const;
type MoveFormField = (typeof MOVE_FORM_FIELDS.text)[number];
type SentMove = Record<string, string>;

export const action = formAction({
  fields: MOVE_FORM_FIELDS,
  savesSubmission: true,
  async handler({ viewer, request, params, form, submissionKey: submission }) {
    const id = parseId(params.id);
    await assertDealReadable(viewer, id);
    const input = parseInput(DecisionInput, toDecision(parseMoveForm(form)));
    const { company, stage, operationId } = await moveDeal(viewer, id, input, {
      seenStage: form.get('seen') || undefined,
      submission,
    });
    const text = operationId ? `Moved to ${stage}` : `Already in ${stage}`;
    return {
      redirectTo: readBackPath(request, viewer, id),
      toast: { title: company, text, undo: operationId },
    };
  },
  async onError(error, { viewer, params, form }) {
    const sent = parseMoveForm(form);
    if (error.status === 412) {
      const { stage: seen } = await getEditableDeal(viewer, parseId(params.id));
      const message = `${error.message} Move it again to replace that.`;
      return data({ sent: { ...sent, seen }, errors: [{ path: '', message }] }, 412);
    }
    if (error.status !== 400) return undefined;
    const rows = listFilledRows(sent);
    const found = error.errors ?? [{ path: '', message: error.message }];
    const errors = found.map(({ path, message }) => ({
      path: findFormField(path, rows),
      message,
    }));
    return data({ sent, errors }, 400);
  },
});

function parseMoveForm(form: PostedForm<MoveFormField>): SentMove {
  return Object.fromEntries(SENT_FIELDS.map((name) => [name, form.get(name) ?? '']));
}

function listFilledRows(sent: SentMove): number[] {
  return CONDITION_ROWS.filter(
    (row) => sent[getConditionField('text', row)] || sent[getConditionField('dueOn', row)],
  );
}

function toDecision(sent: SentMove) {
  const { stage, reason, text, lookAgainOn, roundId, memoId } = sent;
  return {
    stage,
    reason,
    text,
    lookAgainOn,
    roundId: roundId ? Number(roundId) : null,
    memoId: memoId ? Number(memoId) : null,
    conditions: listFilledRows(sent).map((row) => ({
      text: sent[getConditionField('text', row)],
      userId: sent[getConditionField('userId', row)],
      dueOn: sent[getConditionField('dueOn', row)],
    })),
  };
}

/** Turns `conditions.0.text` into the name of that field in the form. */
function findFormField(path: string, rows: number[]): string {
  const [, index, name] = /^conditions\.(\d+)\.(text|userId|dueOn)$/.exec(path) ?? [];
  if (!name) return path;
  return getConditionField(name as 'text', rows[Number(index)]!);
}
