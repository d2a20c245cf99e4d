import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react';
import { requireUser } from '~/web/session/auth.server';
import { Confirm } from '~/components/forms/confirm';
import { useLateForm } from '~/components/forms/late-form';
import { Frame } from '~/components/frame/frame';
import { titled } from '~/components/frame/head';
import { EditNote, type EditReply } from '~/components/deal/edit-note';
import { attempt } from '~/attempt.server';
import { type Refusal } from '~/refusal';
import { formatDateTime } from '~/models/dates';
import { EDIT_NOTE_FORM, NoteInput } from '~/models/note/schema';
import { changeNote, deleteNote, getOwnNote, noteVersion } from '~/models/note/write.server';
import type { Viewer } from '~/models/access';
import { checkVisible, getPipeline } from '~/models/pipeline/write.server';
import { readForm, readId, safePath } from '~/web/forms/request.server';
import { leaveForm, requireUserOrKeepForm } from '~/web/forms/late-form.server';
import { readLocale } from '~/web/session/appearance.server';
import { makeToast, redirectWithToast } from '~/web/forms/toast.server';

export const meta = titled('Edit note');

export { clientAction, shouldRevalidate } from '~/components/forms/unsent';

/** A note that is gone is a page of 404, with what was typed for it. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const { id, companyName: company } = await getPipeline(viewer, readId(params.id));
  const { searchParams } = new URL(request.url);
  const back = safePath(searchParams.get('back')) ?? `/pipeline/${id}/notes`;
  const isDeletion = searchParams.has('delete');
  const page = { address: `/pipeline/${id}/notes`, company, back, isDeletion };
  const { value, refused } = await attempt(() => getOwnNote(viewer, readId(params.note), id));
  if (refused && refused.status !== 404) throw refused;
  if (!value) return data({ ...page, note: undefined }, 404);
  const { text, createdAt } = value.note;
  const at = formatDateTime(createdAt, readLocale(request));
  return data({ ...page, note: { text, version: noteVersion(value.note), at } });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const viewer = await requireUserOrKeepForm(request);
  const pipelineId = readId(params.id);
  const id = readId(params.note);
  await checkVisible(viewer, pipelineId);
  const form = await readForm(request, EDIT_NOTE_FORM);
  const back = safePath(form.get('back')) ?? `/pipeline/${pipelineId}/notes`;
  if (form.get('intent') === 'delete') {
    await deleteNote(viewer, id, pipelineId);
    return redirectWithToast(`${back}#notes`, makeToast('Success', 'Note deleted'));
  }
  const text = form.get('text') ?? '';
  const parsed = NoteInput.safeParse({ text });
  if (!parsed.success)
    return data<EditReply>({ error: parsed.error.issues[0]!.message, text }, 400);
  const version = Number(form.get('version') ?? NaN) || 0;
  const { refused } = await attempt(() =>
    changeNote(viewer, id, parsed.data.text, { version, pipelineId }),
  );
  if (refused) return refusedEdit(viewer, { id, pipelineId }, text, refused);
  return leaveForm(request, viewer, `${back}#note-${id}`, makeToast('Success', 'Note saved'));
}

async function refusedEdit(
  viewer: Viewer,
  { id, pipelineId }: { id: number; pipelineId: number },
  text: string,
  refused: Refusal,
) {
  const { status, message } = refused;
  if (status === 403) throw refused;
  const reply: EditReply = { error: `Failed to save the note. ${message}`, text };
  if (status !== 409) return data(reply, status);
  const { note } = await getOwnNote(viewer, id, pipelineId);
  const saved = { text: note.text, version: noteVersion(note) };
  return data<EditReply>({ ...reply, saved }, status);
}

export default function EditNotePage() {
  const { address, company, back, isDeletion, note } = useLoaderData<typeof loader>();
  const late = useLateForm();
  const reply = useActionData<typeof action>();
  const text = (reply ?? late)?.text;
  if (isDeletion && note) return <DeleteNote company={company} back={back} text={note.text} />;
  return (
    <Frame>
      <div className="mx-auto grid max-w-[640px] grid-cols-1 gap-4 break-words text-text">
        <h1>{note ? `Edit note on ${company}` : 'This note has been deleted'}</h1>
        {note && <EditNote note={note} back={back} reply={reply} />}
        {!note && <Link to={address} className="link">{`Notes of ${company}`}</Link>}
        {!note && text && <TypedForIt text={text} address={address} />}
      </div>
    </Frame>
  );
}

function DeleteNote({ company, back, text }: { company: string; back: string; text: string }) {
  return (
    <Confirm
      title={`Delete note on ${company}`}
      back={back}
      button="Delete"
      fields={<input type="hidden" name="intent" value="delete" />}
    >
      <p className="mt-2 max-h-60 overflow-auto break-words whitespace-pre-wrap">{text}</p>
      <p className="mt-2 text-ink-muted">The history of the deal keeps its text.</p>
    </Confirm>
  );
}

function TypedForIt({ text, address }: { text: string; address: string }) {
  return (
    <Form method="post" action={address} className="grid gap-2">
      <label htmlFor="note" className="label">
        What you typed
      </label>
      <textarea id="note" name="text" className="input" rows={8} required defaultValue={text} />
      <button className="btn btn-primary justify-self-end">Add it as a new note</button>
    </Form>
  );
}
