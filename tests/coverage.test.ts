import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const document = readFileSync('docs/specification-coverage.md', 'utf8');
const [covered = '', open = ''] = document.split('\n## Not shown by a test\n');

/** The cells of a table's rows, without its head. A `|` within a cell is escaped. */
function rowsOf(table: string): string[][] {
  const lines = table.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) => line.split(/(?<!\\)\|/).slice(1, -1).map((cell) => cell.trim().replaceAll('\\|', '|')));
}

/** A test file's titles, as they are written there. */
function titlesOf(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  return [...source.matchAll(/(?:\b(?:test|it|describe)|\))\((['"`])((?:\\.|(?!\1)[^\\\n])+)\1, (?:async )?\(/g)].map(([, , title]) => title!.replace(/\\(['"`])/g, '$1'));
}

describe('docs/specification-coverage.md', () => {
  test.each([['statements', covered], ['what no test shows', open]])('%s: three cells in a row, none empty, no statement twice', (_, table) => {
    const rows = rowsOf(table);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row).toEqual([expect.stringMatching(/^(§\d|\d+)(, §\d)*$/), expect.stringMatching(/\w/), expect.stringMatching(/\w/)]);
    expect(new Set(rows.map(([where, statement]) => `${where} ${statement}`)).size).toBe(rows.length);
  });

  test('every section of the specification and every clarification is there', () => {
    const places = new Set(rowsOf(covered).map(([where]) => where));
    const all = [...Array.from({ length: 9 }, (_, i) => `§${i + 1}`), ...Array.from({ length: 28 }, (_, i) => `${i + 1}`)];
    expect(all.filter((place) => !places.has(place))).toEqual([]);
  });

  test.each(rowsOf(covered))('%s %s', (_where, _statement, shownBy) => {
    for (const cited of shownBy!.split('<br>')) {
      const [, file, title] = /^`+ ?(\S+) › (.+?) ?`+$/.exec(cited) ?? [];
      expect(file && existsSync(`tests/${file}`), `${cited}: the file`).toBe(true);
      expect(titlesOf(`tests/${file}`), `${cited}: the title`).toContain(title);
    }
  });
});
