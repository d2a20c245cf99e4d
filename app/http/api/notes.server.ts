import { iterateChunks, MAX_CHUNK_ROWS } from '#db/chunks';
import type { Viewer } from '~/domain/access';
import { toNoteJson } from '~/domain/note/json';
import { listNoteIds, listNotesByIds } from '~/domain/note/list.server';
import { parseLimitAndOffset } from '~/http/request/params.server';
import { respondWithJson } from '~/http/responses/json.server';
import {
  buildListHeaders,
  type RequestArgs,
  respondWithListStream,
} from '~/http/responses/stream.server';
import { holdExportSlot } from '~/http/session/slots.server';

const MAX_UNCOUNTED_NOTES = 100;

export async function respondWithNotes(
  args: RequestArgs,
  viewer: Viewer,
  dealId: number,
): Promise<Response> {
  const { limit, offset } = parseLimitAndOffset(new URL(args.request.url).searchParams);
  const all = await listNoteIds(viewer, dealId);
  const ids = all.slice(offset, offset + limit);
  if (ids.length > MAX_UNCOUNTED_NOTES) holdExportSlot(args, viewer);
  if (ids.length > MAX_CHUNK_ROWS) return respondWithListStream(args, readNotes(ids), all.length);
  const notes = await listNotesByIds(ids);
  return respondWithJson(notes.map(toNoteJson), { headers: buildListHeaders(all.length) });
}

async function* readNotes(ids: number[]) {
  for await (const chunk of iterateChunks(ids))
    yield* (await listNotesByIds(chunk)).map(toNoteJson);
}
