import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { formatDateTime } from '~/domain/date/format';
import { assertDealVisible, getDeal } from '~/domain/deal/get.server';
import { deleteNote } from '~/domain/note/delete.server';
import { EDIT_NOTE_FORM, NoteInput } from '~/domain/note/schema';
import { getNoteVersion, getOwnNote, updateNote } from '~/domain/note/update.server';
import { formAction } from '~/http/forms/form-action.server';
import { parseId } from '~/http/request/params.server';
import { parseSafePath } from '~/http/request/safe-path.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import { catchDomainError } from '~/result.server';
import { useSavedSubmission } from '~/ui/form/saved-submission';
import { AppLayout } from '~/ui/layout/app-layout';
import { createTitleMeta } from '~/ui/layout/document-head';
import { EditNote, type EditReply } from './edit-note';
import { rejectEdit } from './form.server';
import { AddTypedNote, DeleteNote } from './other-forms';

export const meta = createTitleMeta('Edit note');

export { clientAction, shouldRevalidate } from '~/ui/form/client-action';

/** Throws 404 for a deleted note, with a page that shows the typed text. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const { id, companyName: company } = await getDeal(viewer, parseId(params.id));
  const { searchParams } = new URL(request.url);
  const back = parseSafePath(searchParams.get('back')) ?? `/pipeline/${id}/notes`;
  const isDeletion = searchParams.has('delete');
  const page = { address: `/pipeline/${id}/notes`, company, back, isDeletion };
  const found = await catchDomainError(() => getOwnNote(viewer, parseId(params.note), id));
  if (!found.ok && found.error.status !== 404) throw found.error;
  if (!found.ok) return data({ ...page, note: undefined }, 404);
  const { note } = found.value;
  const at = formatDateTime(note.createdAt, readLocale(request));
  return data({ ...page, note: { text: note.text, version: getNoteVersion(note), at } });
}

export const action = formAction({
  fields: EDIT_NOTE_FORM,
  savesSubmission: true,
  async handler({ viewer, params, form }) {
    const dealId = parseId(params.id);
    const id = parseId(params.note);
    await assertDealVisible(viewer, dealId);
    const back = parseSafePath(form.get('back')) ?? `/pipeline/${dealId}/notes`;
    if (form.get('intent') === 'delete') {
      await deleteNote(viewer, id, dealId);
      const toast = { title: 'Success', text: 'Note deleted' };
      return { redirectTo: `${back}#notes`, toast };
    }
    const text = form.get('text') ?? '';
    const parsed = NoteInput.safeParse({ text });
    if (!parsed.success)
      return data<EditReply>({ error: parsed.error.issues[0]!.message, text }, 400);
    const version = Number(form.get('version') ?? NaN) || 0;
    await updateNote(viewer, id, parsed.data.text, { version, dealId });
    return { redirectTo: `${back}#note-${id}`, toast: { title: 'Success', text: 'Note saved' } };
  },
  onError(error, { viewer, params, form }) {
    if (form.get('intent') === 'delete' || error.status === 403) return undefined;
    const ids = { id: parseId(params.note), dealId: parseId(params.id) };
    return rejectEdit(viewer, ids, form.get('text') ?? '', error);
  },
});

export default function EditNotePage() {
  const { address, company, back, isDeletion, note } = useLoaderData<typeof loader>();
  const savedSubmission = useSavedSubmission();
  const reply = useActionData<typeof action>();
  const text = (reply ?? savedSubmission)?.text;
  if (isDeletion && note) return <DeleteNote company={company} back={back} text={note.text} />;
  return (
    <AppLayout>
      <div className="mx-auto grid max-w-[640px] grid-cols-1 gap-4 break-words text-text">
        <h1>{note ? `Edit note on ${company}` : 'This note has been deleted'}</h1>
        {note && <EditNote note={note} back={back} reply={reply} />}
        {!note && <Link to={address} className="link">{`Notes of ${company}`}</Link>}
        {!note && text && <AddTypedNote text={text} address={address} />}
      </div>
    </AppLayout>
  );
}
