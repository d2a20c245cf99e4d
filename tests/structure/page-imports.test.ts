import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const MAX_PROJECT_IMPORTS = 16;
const MAX_MEDIAN_IMPORTS = 8;

/** Returns the files of pages: `x.tsx`, or `x/route.tsx`. */
function listPageFiles(): string[] {
  return readdirSync('app/routes')
    .map((name) => (name.endsWith('.tsx') ? `app/routes/${name}` : `app/routes/${name}/route.tsx`))
    .filter((file) => existsSync(file));
}

/** Counts the files and folders of the project that a page imports or exports from. */
function countProjectImports(file: string): number {
  const sources = readFileSync(file, 'utf8').matchAll(
    /^(?:import|export)\b[^;]*? from '((?:~|#db|\.{1,2})\/[^']+)'/gms,
  );
  return new Set([...sources].map(([, source]) => source)).size;
}

describe('a page is a folder (STYLE.md, "Structure")', () => {
  const counts = listPageFiles().map((file) => ({ file, imports: countProjectImports(file) }));

  test('no page imports more than 16 files of the project', () => {
    expect(counts.length).toBeGreaterThan(60);
    expect(counts.filter(({ imports }) => imports > MAX_PROJECT_IMPORTS)).toEqual([]);
  });

  test('half of the pages import at most 8 files', () => {
    const sorted = counts.map(({ imports }) => imports).sort((a, b) => a - b);
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThanOrEqual(MAX_MEDIAN_IMPORTS);
  });
});
