import { type ActionFunctionArgs, data } from '@remix-run/node';
import type { z } from 'zod';
import type { Viewer } from '~/domain/access';
import { removeDealRecord } from '~/domain/deal/edit-record.server';
import { assertDealVisible } from '~/domain/deal/get.server';
import { type DealRecordType, getRecordVersion } from '~/domain/deal/record.server';
import { type FormFields, readForm } from '~/http/request/form.server';
import { parseId } from '~/http/request/params.server';
import { parseSafePath } from '~/http/request/safe-path.server';
import { makeToast, redirectWithToast, type Toast } from '~/http/session/toast.server';
import { submitForm } from './reply.server';
import { redirectAfterSave, requireUserOrSaveSubmission } from './saved-submission.server';

/** Describes the form of a contact or task, on its own page and on the deal's. */
interface DealRecordForm<Values, Input> {
  rows: DealRecordType<Values>;
  fields: FormFields;
  schema: z.ZodType<Input>;
}

/** Adds a contact or task and redirects to the deal. */
export async function addDealRecord<Values, Input>(
  { request, params }: ActionFunctionArgs,
  { rows: { subject }, fields, schema }: DealRecordForm<Values, Input>,
  add: (
    viewer: Viewer,
    dealId: number,
    input: Input,
    options: { skipExisting: true },
  ) => Promise<number>,
) {
  const viewer = await requireUserOrSaveSubmission(request);
  const dealId = parseId(params.id);
  await assertDealVisible(viewer, dealId);
  const form = await readForm(request, fields);
  const { refused } = await submitForm(form, schema, (input) =>
    add(viewer, dealId, input, { skipExisting: true }),
  );
  if (refused) return data({ result: refused.reply }, refused.status);
  const back = parseSafePath(form.get('back')) ?? `/pipeline/${dealId}/${subject}s`;
  return redirectAfterSave(
    request,
    viewer,
    `${back}#${subject}s`,
    makeToast('Success', `${capitalize(subject)} added`),
  );
}

interface DealRecordFormState {
  /** The version of the record when the form was opened. */
  seen?: string;
  isDone: boolean;
}

interface DealRecordChange<Row, Input> {
  get: (viewer: Viewer, dealId: number, id: number) => Promise<Row>;
  change: (viewer: Viewer, row: Row, input: Input, form: DealRecordFormState) => Promise<unknown>;
  /** Handles the form's other buttons; undefined for an unknown intent. */
  handleIntent?: (viewer: Viewer, row: Row, intent: string | null) => Promise<Toast | undefined>;
}

/** Changes or deletes a contact or task and redirects back. */
export async function changeDealRecord<
  Values extends object,
  Row extends Values & { id: number },
  Input,
>(
  { request, params }: ActionFunctionArgs,
  { rows, fields, schema }: DealRecordForm<Values, Input>,
  { get, change, handleIntent }: DealRecordChange<Row, Input>,
) {
  const { subject } = rows;
  const viewer = await requireUserOrSaveSubmission(request);
  const dealId = parseId(params.id);
  const row = await get(viewer, dealId, parseId(params[subject]));
  const form = await readForm(request, fields);
  const back = `${parseSafePath(form.get('back')) ?? `/pipeline/${dealId}`}#${subject}s`;
  const intent = form.get('intent');
  if (intent === 'delete') {
    const undo = await removeDealRecord(rows, viewer, dealId, row.id);
    return redirectWithToast(back, {
      ...makeToast('Success', `${capitalize(subject)} deleted`),
      undo,
    });
  }
  const done = await handleIntent?.(viewer, row, intent);
  if (done) return redirectWithToast(back, done);
  const { refused } = await submitForm(form, schema, (input) =>
    change(viewer, row, input, { seen: form.get('seen') ?? undefined, isDone: form.has('done') }),
  );
  if (refused) {
    const now = await get(viewer, dealId, row.id);
    const seen = refused.status === 409 ? getRecordVersion(rows, now) : undefined;
    return data({ result: refused.reply, seen }, refused.status);
  }
  return redirectAfterSave(
    request,
    viewer,
    back,
    makeToast('Success', `${capitalize(subject)} saved`),
  );
}

function capitalize(noun: string): string {
  return noun[0]!.toUpperCase() + noun.slice(1);
}
