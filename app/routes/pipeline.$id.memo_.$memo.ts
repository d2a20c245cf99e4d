import type { LoaderFunctionArgs } from '@remix-run/node';
import { getMemoDocument } from '~/domain/memo/list.server';
import { parseId } from '~/http/request/params.server';
import { respondWithMemo } from '~/http/responses/memo.server';
import { requireUser } from '~/http/session/guards.server';

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireUser(args.request);
  const { id, memo } = args.params;
  return respondWithMemo(args, await getMemoDocument(viewer, parseId(id), parseId(memo)));
}
