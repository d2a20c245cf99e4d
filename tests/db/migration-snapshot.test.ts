import { readdirSync, readFileSync } from 'node:fs';
import { generateSQLiteDrizzleJson, generateSQLiteMigration } from 'drizzle-kit/api';
import { expect, test } from 'vitest';
import * as schema from '#db/schema';

type Snapshot = Parameters<typeof generateSQLiteMigration>[0];

const META = 'db/migrations/meta';

test('the newest snapshot of the migrations is the schema', async () => {
  const newest = readdirSync(META)
    .filter((name) => name.endsWith('_snapshot.json'))
    .sort()
    .at(-1)!;
  const migrated = JSON.parse(readFileSync(`${META}/${newest}`, 'utf8')) as Snapshot;
  const current = await generateSQLiteDrizzleJson(schema, migrated.id);
  expect(await generateSQLiteMigration(migrated, current)).toEqual([]);
});
