import { desc, eq } from 'drizzle-orm';
import { db } from '#db/client';
import { imports, users } from '#db/schema';
import type { Viewer } from '~/domain/access';
import type { Page } from '~/domain/pagination';
import { visibleImports } from '~/domain/visibility.server';

const MAX_LISTED_IMPORTS = 1_000;

const { id, userEmail, fileName, state, problem, counts } = imports;

const { createdAt, importedAt, undoneAt } = imports;

const IMPORT_LIST_COLUMNS = {
  id,
  userEmail,
  fileName,
  state,
  problem,
  counts,
  createdAt,
  importedAt,
  undoneAt,
};

export async function listImports(viewer: Viewer) {
  return db
    .select(IMPORT_LIST_COLUMNS)
    .from(imports)
    .where(visibleImports(viewer))
    .orderBy(desc(imports.id))
    .limit(MAX_LISTED_IMPORTS);
}

export async function countImports(viewer: Viewer): Promise<number> {
  return db.$count(imports, visibleImports(viewer));
}

export async function listImportsWithUsers(viewer: Viewer, { limit, offset }: Page) {
  return db
    .select({ importRecord: IMPORT_LIST_COLUMNS, user: users })
    .from(imports)
    .leftJoin(users, eq(users.id, imports.userId))
    .where(visibleImports(viewer))
    .orderBy(desc(imports.id))
    .limit(limit)
    .offset(offset);
}
