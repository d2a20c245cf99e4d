import type { LoaderFunctionArgs } from '@remix-run/node';
import { paginate, parsePage } from '~/address/page';
import { isStaff, type Viewer } from '~/domain/access';
import { countImports, listImportsWithUsers } from '~/domain/import/record/list.server';
import { getDisplayName } from '~/domain/person/names';
import { formatDateTime } from '~/format/date';
import { formatImportCounts, getStateLabel } from '~/format/import';
import type { Locale } from '~/format/locale';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import { getImportStagePath } from '~/ui/import/stage-path.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const { searchParams } = new URL(request.url);
  return {
    isStaff: isStaff(viewer),
    ...(await loadImportsView(viewer, searchParams, readLocale(request))),
  };
}

async function loadImportsView(viewer: Viewer, params: URLSearchParams, locale: Locale) {
  const { pager, slice } = paginate(parsePage(params), await countImports(viewer));
  const rows = await listImportsWithUsers(viewer, slice);
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
