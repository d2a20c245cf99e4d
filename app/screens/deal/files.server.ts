import type { Viewer } from '~/models/access';
import { formatDate, type Locale } from '~/models/dates';
import { countFiles, type ListedFile, listFiles } from '~/models/file/files.server';
import { SHOWN_TYPES, sizeText } from '~/models/file/schema';
import { env } from '~/env.server';

/** Files that the deal's page shows, and those on a page of all. */
const SHOWN_FILES = 8;
const FILES_PER_PAGE = 100;

/** The latest files of a deal. Throws 404. */
export async function filesView(viewer: Viewer, id: number, locale: Locale) {
  return shownFiles(viewer, id, locale, { size: SHOWN_FILES, page: 1 });
}

/** A page of all files of a deal, the latest first; pages count from 1, and past the end it is the last one. */
export async function filesPage(viewer: Viewer, id: number, locale: Locale, page: number) {
  const pages = Math.max(1, Math.ceil((await countFiles(id)) / FILES_PER_PAGE));
  const current = Math.min(page, pages);
  const view = await shownFiles(viewer, id, locale, { size: FILES_PER_PAGE, page: current });
  return { view, page: current, pages };
}

async function shownFiles(
  viewer: Viewer,
  id: number,
  locale: Locale,
  { size, page }: { size: number; page: number },
) {
  const total = await countFiles(id);
  const end = Math.max(0, total - (page - 1) * size);
  const offset = Math.max(0, end - size);
  const files = await listFiles(viewer, id, { limit: end - offset, offset });
  return {
    pipelineId: id,
    files: files.toReversed().map((file) => fileView(file, locale)),
    total,
    limits: `At most ${env.MAX_FILE_MB} MB each, ${env.MAX_DEAL_FILES_MB} MB together.`,
  };
}
export type FilesView = Awaited<ReturnType<typeof filesView>>;

function fileView({ id, name, size, type, createdAt, userName }: ListedFile, locale: Locale) {
  const details = [sizeText(size), formatDate(new Date(createdAt), locale), userName];
  return {
    id,
    name,
    details: details.filter(Boolean).join(' · '),
    isShown: SHOWN_TYPES.includes(type),
  };
}
