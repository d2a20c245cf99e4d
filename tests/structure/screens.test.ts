import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { SCREENS, SCREENS_OF_SPECS } from '../e2e/screens';
import { findRoute } from '../support/access-requests';
import { listPageRows } from '../support/pages';

describe('every screen is looked at (rules 12.18 and 12.19)', () => {
  test('every page of the access table is among the screens', () => {
    const pages = new Set(listPageRows().map(({ route }) => route));
    const checked = new Set(Object.values(SCREENS).flat().map(findRoute));
    expect(pages.size).toBeGreaterThan(80);
    expect(
      [...pages].filter((route) => !checked.has(route) && !(route in SCREENS_OF_SPECS)),
    ).toEqual([]);
  });

  test('specs of other screens contain their check', () => {
    for (const { spec, check } of Object.values(SCREENS_OF_SPECS))
      expect(readFileSync(`tests/e2e/${spec}`, 'utf8')).toContain(check);
  });
});

test('no field refuses a web address without https:// (rule 25.1)', () => {
  const files = readdirSync('app', { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => file.endsWith('.tsx'));
  expect(sources.length).toBeGreaterThan(100);
  const isRefusing = (file: string) =>
    /type="url"|type: 'url'/.test(readFileSync(`app/${file}`, 'utf8'));
  expect(sources.filter(isRefusing)).toEqual([]);
});
