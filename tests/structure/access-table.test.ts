import { describe, expect, test } from 'vitest';
import { CLOSED_DIALOGS } from '~/ui/layout/address';
import { ACCESS_TABLE } from '../support/access-table';

const modules = import.meta.glob<{ action?: unknown }>(
  ['../../app/routes/*.{ts,tsx}', '../../app/routes/*/route.{ts,tsx}'],
  { eager: true },
);
const getRouteName = (file: string) => /routes\/([^/]+?)(\/route)?\.tsx?$/.exec(file)![1]!;
const files = Object.keys(modules).map(getRouteName);

const askForRow = (route: string) =>
  `Add a row for each method of ${route} to tests/support/access-table.ts`;

describe('the table of routes (rule 2.10)', () => {
  test('every route is in the table', () => {
    const listed = new Set(ACCESS_TABLE.map(({ route }) => route));
    expect(files.filter((route) => !listed.has(route)).map(askForRow)).toEqual([]);
  });

  test('every action of a page is in the table', () => {
    const posting = new Set(
      ACCESS_TABLE.filter(({ method }) => method !== 'GET').map(({ route }) => route),
    );
    const acting = Object.entries(modules)
      .filter(([, { action }]) => action)
      .map(([file]) => getRouteName(file))
      .filter((route) => !route.startsWith('api.'));
    expect(acting.filter((route) => !posting.has(route)).map(askForRow)).toEqual([]);
  });

  test('every dialog of a list is in the table', () => {
    const paths = ACCESS_TABLE.map(({ path }) => path);
    const isListed = (dialog: string) =>
      paths.some((path) => new RegExp(`[?&]${dialog}(=|&|$)`).test(path));
    expect(Object.keys(CLOSED_DIALOGS).filter((dialog) => !isListed(dialog))).toEqual([]);
  });
});
