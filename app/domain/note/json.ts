import { z } from 'zod';
import { getDisplayName } from '~/domain/person/names';
import type { ListedNote } from './list.server';

const moment = z.iso.datetime();
const text = z.string().nullable();

export const NoteAnswer = z.object({
  id: z.int().positive(),
  pipelineId: z.int().positive(),
  text: z.string(),
  author: z
    .object({ id: text, name: z.string(), email: text })
    .describe('The author of the note. For a deleted user, only the name.'),
  createdAt: moment,
  editedAt: moment.nullable().describe('When the note was last edited; null if it never was.'),
});
export type NoteAnswer = z.output<typeof NoteAnswer>;

export function toNoteJson(note: ListedNote): NoteAnswer {
  const { id, dealId, text, authorId, authorName, user, createdAt, editedAt } = note;
  return {
    id,
    pipelineId: dealId,
    text,
    author: user
      ? { id: authorId, name: getDisplayName(user), email: user.email }
      : { id: null, name: authorName, email: null },
    createdAt: createdAt.toISOString(),
    editedAt: editedAt?.toISOString() ?? null,
  };
}
