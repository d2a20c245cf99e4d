import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '#db/client';
import { type Change, notes } from '#db/schema';

type NoteChange = Pick<Change, 'subject' | 'subjectId' | 'act' | 'actorId' | 'at'>;

/** Those notes that changes of one act have added and that are still there: by author and moment. */
export async function notesAddedBy(from: Db, changes: NoteChange[]) {
  const added = changes.filter(({ subject, act }) => subject === 'note' && act === 'created');
  if (!added.length) return [];
  const { id, pipelineId, authorId, createdAt, editedAt } = notes;
  const { actorId, at } = added[0]!;
  const deals = added.map(({ subjectId }) => Number(subjectId));
  return from
    .select({ id, pipelineId, editedAt })
    .from(notes)
    .where(and(inArray(pipelineId, deals), eq(authorId, actorId ?? ''), eq(createdAt, at)));
}
