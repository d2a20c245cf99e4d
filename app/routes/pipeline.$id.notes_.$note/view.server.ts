import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { getDeal } from '~/domain/deal/get.server';
import { getNoteVersion, getOwnNote } from '~/domain/note/update.server';
import { formatDateTime } from '~/format/date';
import { parseId } from '~/http/request/params.server';
import { parseSafePath } from '~/http/request/safe-path.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import { catchDomainError } from '~/result.server';

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
