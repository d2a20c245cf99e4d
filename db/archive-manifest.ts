import { z } from 'zod';

/**
 * An archive is a tar of manifest, database, secret and contents, in this order; unpacked by hand,
 * it is a complete backup.
 */

export const MANIFEST_NAME = 'manifest.json';

export const DATABASE_NAME = 'pipeline.db';

export const SECRET_NAME = 'pipeline.db.secret';

export const CONTENTS_FOLDER_NAME = 'pipeline-files';

export const ARCHIVE_FORMAT = 'deal-pipeline-archive-1';

const Sha256 = z.string().regex(/^[\da-f]{64}$/);

export const Manifest = z.object({
  format: z.literal(ARCHIVE_FORMAT),
  createdAt: z.string(),
  entries: z.array(
    z.object({
      path: z.string().regex(/^(pipeline\.db|pipeline\.db\.secret|pipeline-files\/[\da-f]{64})$/),
      size: z.number().int().nonnegative(),
      sha256: Sha256,
    }),
  ),
});

export type Manifest = z.infer<typeof Manifest>;

export type ManifestEntry = Manifest['entries'][number];
