import { data } from '@remix-run/node';
import type { Viewer } from '~/domain/access';
import { getNoteVersion, getOwnNote } from '~/domain/note/update.server';
import type { DomainError } from '~/errors';
import type { EditReply } from './edit-note';

export async function rejectEdit(
  viewer: Viewer,
  { id, dealId }: { id: number; dealId: number },
  text: string,
  { status, message }: DomainError,
) {
  const reply: EditReply = { error: `Failed to save the note. ${message}`, text };
  if (status !== 409) return data(reply, status);
  const { note } = await getOwnNote(viewer, id, dealId);
  const saved = { text: note.text, version: getNoteVersion(note) };
  return data<EditReply>({ ...reply, saved }, status);
}
