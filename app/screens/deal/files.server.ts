import type { Viewer } from '~/models/access';
import { formatDate, type Locale } from '~/models/dates';
import { countFiles, type ListedFile, listFiles } from '~/models/file/files.server';
import { MOST_FILES, SHOWN_TYPES, sizeText } from '~/models/file/schema';
import { env } from '~/env.server';

/** Files that the deal's page shows; another page has all. */
const SHOWN_FILES = 8;

/** The latest files of a deal. Throws 404. */
export async function filesView(viewer: Viewer, id: number, locale: Locale, limit = SHOWN_FILES) {
  const total = await countFiles(id);
  const offset = Math.max(0, total - limit);
  const files = await listFiles(viewer, id, { limit: MOST_FILES, offset });
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
