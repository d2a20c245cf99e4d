import { and, eq, inArray } from 'drizzle-orm';
import { inChunks } from '#db/chunks';
import { db, type Db } from '#db/client';
import { insertRows } from '#db/insert';
import { type Note, notes, type Pipeline, pipelines } from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/models/access';
import { noteEntry, writeHistory, type Written } from '~/models/history/write.server';
import { lockPipeline } from '~/models/pipeline/write.server';
import { displayName } from '~/models/text';
import { visibleTo } from '~/models/visibility.server';
import { conflict, forbidden, notFound } from '~/refusal';
import { changeMentions, storeMentions } from './mention.server';
import { searchTextOf } from '#db/fold';

/** Notes that are written between two turns of the event loop. */
const CHUNK = 20;

type Deal = Pick<Pipeline, 'id' | 'companyName'>;

/**
 * Adds a note to a deal and returns its id. A form sent twice with the same `submission` adds one
 * note. Throws 404 if the deal is not visible.
 */
export async function addNote(
  viewer: Viewer,
  pipelineId: number,
  text: string,
  submission?: string,
): Promise<number> {
  return transaction(async (tx) => {
    const deal = await lockPipeline(tx, viewer, pipelineId);
    const sent = await findSentNote(tx, viewer, submission);
    if (sent?.pipelineId === pipelineId && sent.text === text) return sent.id;
    // Another text is no form sent twice, but a page that the browser has kept.
    const form = sent ? undefined : submission;
    const [id] = await insertNotes(tx, viewer, [deal], text, {}, form);
    return id!;
  });
}

async function findSentNote(tx: Db, viewer: Viewer, submission: string | undefined) {
  if (!submission) return undefined;
  const [sent] = await tx
    .select({ id: notes.id, pipelineId: notes.pipelineId, text: notes.text })
    .from(notes)
    .where(and(eq(notes.authorId, viewer.id), eq(notes.submission, submission)));
  return sent;
}

/**
 * Adds the same note to deals within a transaction, with history and mentions. Whoever calls has
 * checked that the viewer may see them. Returns the notes' ids in the same order.
 */
export async function insertNotes(
  tx: Db,
  viewer: Viewer,
  deals: Deal[],
  text: string,
  written: Written = {},
  submission?: string,
): Promise<number[]> {
  const author = { authorId: viewer.id, authorName: displayName(viewer) };
  const createdAt = written.at ?? new Date();
  const searchText = searchTextOf(text);
  const ids: number[] = [];
  for await (const chunk of inChunks(deals, CHUNK)) {
    const rows = chunk.map(({ id }) => ({
      pipelineId: id,
      ...author,
      text,
      searchText,
      submission,
      createdAt,
    }));
    const added = await insertRows(tx, notes, rows);
    ids.push(...added);
    const named = added.map((id, n) => ({ id, pipelineId: chunk[n]!.id }));
    if (text.includes('@')) await storeMentions(tx, viewer, named, text);
    const entries = chunk.map((deal) => noteEntry(deal, 'created', { text: [null, text] }));
    await writeHistory(tx, viewer, entries, { ...written, at: createdAt });
  }
  return ids;
}

const noteColumns = { note: notes, companyName: pipelines.companyName };

/** A note of the viewer's own, with its deal's name. Throws 404, and 403 if it is not. */
export async function getOwnNote(viewer: Viewer, id: number, pipelineId?: number, from: Db = db) {
  const isNote = and(
    eq(notes.id, id),
    pipelineId === undefined ? undefined : eq(notes.pipelineId, pipelineId),
  );
  const [row] = await from
    .select(noteColumns)
    .from(notes)
    .innerJoin(pipelines, eq(pipelines.id, notes.pipelineId))
    .where(and(isNote, visibleTo(viewer)));
  if (!row) throw notFound('Note not found');
  if (row.note.authorId !== viewer.id) throw forbidden('Only the author of a note may change it.');
  return row;
}

/** The moment of the latest edit, as a form carries it: a number of ms, 0 before the first. */
export function noteVersion({ editedAt }: Pick<Note, 'editedAt'>): number {
  return editedAt?.getTime() ?? 0;
}

/**
 * Changes the text of a note of one's own. Throws 404, 403 if it is somebody else's, and 409 if it
 * has been edited since the given `version`.
 */
export async function changeNote(
  viewer: Viewer,
  id: number,
  text: string,
  { version, pipelineId }: { version?: number; pipelineId?: number } = {},
): Promise<void> {
  await transaction(async (tx) => {
    const { note, companyName } = await getOwnNote(viewer, id, pipelineId, tx);
    if (note.text === text) return;
    if (version !== undefined && version !== noteVersion(note))
      throw conflict('This note has been edited since you opened it.');
    const editedAt = new Date(Math.max(Date.now(), noteVersion(note) + 1));
    const searchText = searchTextOf(text);
    await tx.update(notes).set({ text, searchText, editedAt }).where(eq(notes.id, id));
    await changeMentions(tx, viewer, note, [note.text, text]);
    const deal = { id: note.pipelineId, companyName };
    await writeHistory(tx, viewer, [noteEntry(deal, 'changed', { text: [note.text, text] })]);
  });
}

/** Deletes a note of one's own. Throws 404, and 403 if it is somebody else's. */
export async function deleteNote(viewer: Viewer, id: number, pipelineId?: number): Promise<void> {
  await transaction(async (tx) => {
    await getOwnNote(viewer, id, pipelineId, tx);
    await deleteNotes(tx, viewer, [id]);
  });
}

/**
 * Deletes those notes of the viewer's own that are still there, within a transaction, with history.
 * Returns how many.
 */
export async function deleteNotes(
  tx: Db,
  viewer: Viewer,
  ids: number[],
  written?: Written,
): Promise<number> {
  let deleted = 0;
  for await (const chunk of inChunks(ids, CHUNK)) {
    const matches = await tx
      .select({ id: notes.id, text: notes.text, deal: pipelines })
      .from(notes)
      .innerJoin(pipelines, eq(pipelines.id, notes.pipelineId))
      .where(and(inArray(notes.id, chunk), eq(notes.authorId, viewer.id), visibleTo(viewer)));
    const foundIds = matches.map(({ id }) => id);
    await tx.delete(notes).where(inArray(notes.id, foundIds));
    const entries = matches.map(({ deal, text }) =>
      noteEntry(deal, 'deleted', { text: [text, null] }),
    );
    await writeHistory(tx, viewer, entries, written);
    deleted += foundIds.length;
  }
  return deleted;
}
