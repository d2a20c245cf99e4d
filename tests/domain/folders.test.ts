import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';

const DOMAIN = 'app/domain';

/** Returns the folder of `domain/` that a path lies in; undefined for its own files. */
function findFolder(path: string): string | undefined {
  const [, folder] = /^app\/domain\/([^/]+)\//.exec(path) ?? [];
  return folder;
}

function listImports(file: string): string[] {
  const imports = [...readFileSync(file, 'utf8').matchAll(/\b(?:from|import\(?)\s*'([^']+)'/g)].map(
    ([, path]) => path!,
  );
  return imports.map((path) =>
    path.startsWith('.') ? normalize(join(dirname(file), path)) : path.replace(/^~\//, 'app/'),
  );
}

function readFolderImports(): Map<string, Set<string>> {
  const importsByFolder = new Map<string, Set<string>>();
  for (const name of readdirSync(DOMAIN, { recursive: true }) as string[]) {
    const file = join(DOMAIN, name);
    const folder = findFolder(file);
    if (!folder || !name.endsWith('.ts')) continue;
    const imported = importsByFolder.get(folder) ?? new Set();
    for (const path of listImports(file)) {
      const other = findFolder(path);
      if (other && other !== folder) imported.add(other);
    }
    importsByFolder.set(folder, imported);
  }
  return importsByFolder;
}

describe('folders of the domain (design: a noun imports only nouns below it)', () => {
  test('no two folders import each other', () => {
    const imports = readFolderImports();
    const pairs = [...imports].flatMap(([folder, imported]) =>
      [...imported]
        .filter((other) => folder < other && imports.get(other)?.has(folder))
        .map((other) => `${folder} and ${other}`),
    );
    expect(imports.get('operations')).toContain('deal');
    expect(pairs).toEqual([]);
  });
});
