import { describe, expect, test } from 'vitest';
import { CLOSED_DIALOGS } from '~/ui/layout/address';
import { ACCESS_TABLE } from '../support/access-table';

const modules = import.meta.glob<{ action?: unknown }>(
  ['../../app/routes/*.{ts,tsx}', '../../app/routes/*/route.{ts,tsx}'],
  { eager: true },
);
const getRouteName = (file: string) => /routes\/([^/]+?)(\/route)?\.tsx?$/.exec(file)![1]!;
const files = Object.keys(modules).map(getRouteName);

describe('the table of routes (rule 2.10)', () => {
  test('every route is in the table', () => {
    expect([...new Set(ACCESS_TABLE.map(({ route }) => route))].sort()).toEqual([...files].sort());
    const posting = ACCESS_TABLE.filter(({ method }) => method !== 'GET').map(({ route }) => route);
    for (const [file, { action }] of Object.entries(modules)) {
      const route = getRouteName(file);
      if (action && !route.startsWith('api.')) expect(posting).toContain(route);
    }
  });

  test('every dialog of a list is in the table', () => {
    const paths = ACCESS_TABLE.map(({ path }) => path);
    const isListed = (dialog: string) =>
      paths.some((path) => new RegExp(`[?&]${dialog}(=|&|$)`).test(path));
    expect(Object.keys(CLOSED_DIALOGS).filter((dialog) => !isListed(dialog))).toEqual([]);
  });
});
