import { type ActionFunctionArgs, data } from '@remix-run/node';
import type { z } from 'zod';
import type { Viewer } from '~/models/access';
import { type DealRows, removeDealRow, seenOf } from '~/models/pipeline/deal-rows.server';
import { checkVisible } from '~/models/pipeline/write.server';
import { leaveForm, requireUserOrKeepForm } from './late-form.server';
import { submit } from './reply.server';
import { type FormFields, readForm, readId, safePath } from './request.server';
import { makeToast, redirectWithToast, type Toast } from './toast.server';

/** The forms of what belongs to a deal, a contact or a task, on its own page and on the deal's. */
interface PartForm<Values, Typed> {
  rows: DealRows<Values>;
  fields: FormFields;
  schema: z.ZodType<Typed>;
}

/** Adds what was typed. */
export async function addPart<Values, Typed>(
  { request, params }: ActionFunctionArgs,
  { rows: { subject }, fields, schema }: PartForm<Values, Typed>,
  add: (viewer: Viewer, dealId: number, typed: Typed, options: { once: true }) => Promise<number>,
) {
  const viewer = await requireUserOrKeepForm(request);
  const dealId = readId(params.id);
  await checkVisible(viewer, dealId);
  const form = await readForm(request, fields);
  const { refused } = await submit(form, schema, (typed) =>
    add(viewer, dealId, typed, { once: true }),
  );
  if (refused) return data({ result: refused.reply }, refused.status);
  const back = safePath(form.get('back')) ?? `/pipeline/${dealId}/${subject}s`;
  return leaveForm(
    request,
    viewer,
    `${back}#${subject}s`,
    makeToast('Success', `${capital(subject)} added`),
  );
}

/** What the form says besides the values; `seen` is what its row was when it was opened. */
interface SentPart {
  seen?: string;
  isDone: boolean;
}

interface PartChange<Row, Typed> {
  get: (viewer: Viewer, dealId: number, id: number) => Promise<Row>;
  change: (viewer: Viewer, row: Row, typed: Typed, form: SentPart) => Promise<unknown>;
  /** What another button of the form does; undefined if there is no such button. */
  act?: (viewer: Viewer, row: Row, intent: string | null) => Promise<Toast | undefined>;
}

/** Changes or deletes the part of the page. */
export async function changePart<Values extends object, Row extends Values & { id: number }, Typed>(
  { request, params }: ActionFunctionArgs,
  { rows, fields, schema }: PartForm<Values, Typed>,
  { get, change, act }: PartChange<Row, Typed>,
) {
  const { subject } = rows;
  const viewer = await requireUserOrKeepForm(request);
  const dealId = readId(params.id);
  const row = await get(viewer, dealId, readId(params[subject]));
  const form = await readForm(request, fields);
  const back = `${safePath(form.get('back')) ?? `/pipeline/${dealId}`}#${subject}s`;
  const intent = form.get('intent');
  if (intent === 'delete') {
    const undo = await removeDealRow(rows, viewer, dealId, row.id);
    return redirectWithToast(back, {
      ...makeToast('Success', `${capital(subject)} deleted`),
      undo,
    });
  }
  const done = await act?.(viewer, row, intent);
  if (done) return redirectWithToast(back, done);
  const { refused } = await submit(form, schema, (typed) =>
    change(viewer, row, typed, { seen: form.get('seen') ?? undefined, isDone: form.has('done') }),
  );
  if (refused) {
    const now = await get(viewer, dealId, row.id);
    const seen = refused.status === 409 ? seenOf(rows, now) : undefined;
    return data({ result: refused.reply, seen }, refused.status);
  }
  return leaveForm(request, viewer, back, makeToast('Success', `${capital(subject)} saved`));
}

function capital(noun: string): string {
  return noun[0]!.toUpperCase() + noun.slice(1);
}
