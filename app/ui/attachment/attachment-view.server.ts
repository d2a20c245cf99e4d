import type { Viewer } from '~/domain/access';
import { PREVIEW_TYPES } from '~/domain/attachment/content-type';
import {
  countAttachments,
  listAttachments,
  type ListedAttachment,
} from '~/domain/attachment/list.server';
import type { ReadableDeal } from '~/domain/deal/get.server';
import { env } from '~/env.server';
import { formatDate } from '~/format/date';
import { formatFileSize } from '~/format/file-size';
import type { Locale } from '~/format/locale';

const MAX_SHOWN_ATTACHMENTS = 8;
const FILES_PER_PAGE = 100;

type OpenedDeal = Pick<ReadableDeal, 'id' | 'canEdit'>;

export async function loadAttachmentsView(viewer: Viewer, deal: OpenedDeal, locale: Locale) {
  return loadShownAttachments(viewer, deal, locale, { size: MAX_SHOWN_ATTACHMENTS, page: 1 });
}

export async function loadAttachmentsPage(
  viewer: Viewer,
  deal: OpenedDeal,
  locale: Locale,
  page: number,
) {
  const pages = Math.max(1, Math.ceil((await countAttachments(deal.id)) / FILES_PER_PAGE));
  const current = Math.min(page, pages);
  const view = await loadShownAttachments(viewer, deal, locale, {
    size: FILES_PER_PAGE,
    page: current,
  });
  return { view, page: current, pages };
}

async function loadShownAttachments(
  viewer: Viewer,
  { id, canEdit }: OpenedDeal,
  locale: Locale,
  { size, page }: { size: number; page: number },
) {
  const total = await countAttachments(id);
  const end = Math.max(0, total - (page - 1) * size);
  const offset = Math.max(0, end - size);
  const files = await listAttachments(viewer, id, { limit: end - offset, offset });
  return {
    dealId: id,
    canEdit,
    files: files.toReversed().map((file) => toAttachmentView(file, locale)),
    total,
    limits: `Up to ${env.MAX_FILE_MB} MB each, ${env.MAX_DEAL_FILES_MB} MB per deal.`,
  };
}
export type AttachmentsView = Awaited<ReturnType<typeof loadAttachmentsView>>;

function toAttachmentView(
  { id, name, size, type, createdAt, userName }: ListedAttachment,
  locale: Locale,
) {
  const details = [formatFileSize(size), formatDate(new Date(createdAt), locale), userName];
  return {
    id,
    name,
    details: details.filter(Boolean).join(' · '),
    isShown: PREVIEW_TYPES.includes(type),
  };
}
