import type { Viewer } from '~/models/access';
import { noteJson } from '~/models/note/json';
import { listNoteIds, notesByIds } from '~/models/note/list.server';
import { CHUNK } from '~/models/workbook';
import { countExport } from '~/web/session/limits.server';
import { readSlice } from '~/web/forms/request.server';
import { jsonArray, type RequestArgs, streamedText } from '~/web/http/stream.server';
import { jsonAnswer } from '~/web/http/json.server';

/** Notes of an answer that is no export yet. */
const LONG = 100;

/**
 * A JSON array of a deal's notes, newest first; `limit` and `offset` are optional, `X-Total-Count`
 * counts all. Throws 404, and 429 if two exports of the viewer are running and this would be a third.
 */
export async function answerNotes(
  args: RequestArgs,
  viewer: Viewer,
  pipelineId: number,
): Promise<Response> {
  const { limit, offset } = readSlice(new URL(args.request.url).searchParams);
  const all = await listNoteIds(viewer, pipelineId);
  const ids = all.slice(offset, offset + limit);
  const headers = {
    'X-Total-Count': String(all.length),
    'Content-Type': 'application/json; charset=utf-8',
  };
  if (ids.length > LONG) countExport(args, viewer);
  if (ids.length > CHUNK) return streamedText(args, jsonArray(readNotes(ids)), headers);
  return jsonAnswer((await notesByIds(ids)).map(noteJson), { headers });
}

/** The notes that are listed now, each read when it is sent. */
async function* readNotes(ids: number[]) {
  for (let n = 0; n < ids.length; n += CHUNK)
    yield* (await notesByIds(ids.slice(n, n + CHUNK))).map(noteJson);
}
