import { count, desc, eq } from 'drizzle-orm';
import { db } from '#db/client';
import { imports, users } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { formatDateTime } from '~/domain/date/format';
import type { Locale } from '~/domain/date/locale';
import { formatImportCounts, getStateLabel } from '~/domain/import/record/labels';
import { IMPORT_LIST_COLUMNS } from '~/domain/import/record/list.server';
import { paginate } from '~/domain/pagination';
import { getDisplayName } from '~/domain/user/names';
import { visibleImports } from '~/domain/visibility.server';
import { getImportStagePath } from '~/ui/import/stage-path.server';

export async function loadImportsView(viewer: Viewer, params: URLSearchParams, locale: Locale) {
  const [counted] = await db.select({ all: count() }).from(imports).where(visibleImports(viewer));
  const { pager, slice } = paginate(params, counted!.all);
  const rows = await db
    .select({ importRecord: IMPORT_LIST_COLUMNS, user: users })
    .from(imports)
    .leftJoin(users, eq(users.id, imports.userId))
    .where(visibleImports(viewer))
    .orderBy(desc(imports.id))
    .limit(slice.limit)
    .offset(slice.offset);
  return {
    pager,
    imports: rows.map(({ importRecord, user }) => ({
      id: importRecord.id,
      file: importRecord.fileName,
      who: user ? getDisplayName(user) : importRecord.userEmail,
      at: formatDateTime(importRecord.importedAt ?? importRecord.createdAt, locale),
      state: getStateLabel(importRecord),
      counts: formatImportCounts(importRecord),
      address: getImportStagePath(importRecord),
    })),
  };
}

export type ImportEntry = Awaited<ReturnType<typeof loadImportsView>>['imports'][number];
