import type { LoaderFunctionArgs } from '@remix-run/node';
import type { Viewer } from '~/domain/access';
import { getDeal } from '~/domain/deal/get.server';
import { MAX_ITEMS_PER_MEMO } from '~/domain/memo/limits';
import { getMemoAuthorName, listMemos } from '~/domain/memo/list.server';
import { formatDateTime } from '~/format/date';
import type { Locale } from '~/format/locale';
import { parseId } from '~/http/request/params.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import { loadBasisOptions } from '~/ui/deal/decision-basis.server';
import { listOfferedItems } from '~/ui/deal/offered-items.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  return loadMemosView(viewer, parseId(params.id), readLocale(request));
}

async function loadMemosView(viewer: Viewer, id: number, locale: Locale) {
  const { companyName, canEdit } = await getDeal(viewer, id);
  const [memos, items, { rounds }] = await Promise.all([
    listMemos(viewer, id),
    listOfferedItems(viewer, id, MAX_ITEMS_PER_MEMO, locale),
    loadBasisOptions(viewer, id, locale),
  ]);
  return {
    dealId: id,
    submission: crypto.randomUUID(),
    company: companyName,
    canEdit,
    ...items,
    rounds,
    memos: memos.map((listed) => ({
      id: listed.memo.id,
      title: listed.memo.title,
      by: getMemoAuthorName(listed),
      at: formatDateTime(listed.memo.createdAt, locale),
      sha256: listed.memo.sha256,
    })),
  };
}

export type MemosView = Awaited<ReturnType<typeof loadMemosView>>;
