import type { ServerBuild } from '@remix-run/node';
import { matchRoutes } from '@remix-run/react';
import { expect, test } from 'vitest';
import { bySection } from '~/web/http/sections.server';

const PATTERNS = [
  'api/pipelines/:id/notes/:note',
  'api/admin/users/:id',
  'api/pipelines/:id',
  'api/pipelines/export',
  'api/pipelines',
  'api/*',
  'admin/users/delete',
  'admin/users/:id',
  'admin',
  'dashboard/details',
  'dashboard',
  'pipeline/:id/edit',
  'pipeline/:id',
  'pipeline/new',
  '*',
];
const PAGES = [
  ...['/', '/dashboard', '/dashboard/', '/dashboard/details', '/dashboard/none', '/dashboard//x'],
  ...['/Dashboard', '/dash%62oard', '/dashboards', '//dashboard', '/dashboard.data'],
  ...['/admin', '/admin/users', '/admin/users/5', '/admin/Users/delete', '/admin/users/delete/x'],
  ...['/pipeline', '/pipeline/new', '/pipeline/5', '/pipeline/5/edit', '/pipeline/5/other'],
  ...['/api', '/api/', '/API/pipelines', '/api/pipelines', '/api/Pipelines/5', '/api/pipelines/5'],
  ...['/api/pipelines/export', '/api/pipelines/5/notes/6', '/api/admin/users/5', '/api/none'],
  ...['/none', '/constructor', '/__proto__/x', '/api/constructor'],
];

const route = (path?: string, index?: true) => ({
  id: path ?? 'index',
  parentId: 'root',
  path,
  index,
});
const routes = Object.fromEntries(
  [{ id: 'root', path: '' }, route(undefined, true), ...PATTERNS.map((path) => route(path))].map(
    (one) => [one.id, one],
  ),
);
const build = { routes, assets: { routes } } as unknown as ServerBuild;
const at = bySection(build, (part) => part as ServerBuild);

function matchIn(part: ServerBuild, path: string) {
  const children = Object.values(part.routes).filter((one) => one?.parentId);
  return matchRoutes(children as { id: string }[], path)?.map(({ route: { id }, params }) => [
    id,
    params,
  ]);
}

test.each(PAGES)('%s has the same route in its section as among all', (path) => {
  expect(matchIn(at(path), path)).toEqual(matchIn(build, path));
});

test('a section has the routes that it can reach, also in the manifest, and data are where their page is', () => {
  const reached = ['root', 'dashboard/details', 'dashboard', '*'];
  for (const path of ['/dashboard', '/dashboard/details', '/dashboard.data']) {
    expect(Object.keys(at(path).routes)).toEqual(expect.arrayContaining(['root', '*']));
    expect(Object.keys(at(path).routes).every((id) => reached.includes(id))).toBe(true);
    expect(Object.keys(at(path).assets.routes)).toEqual(Object.keys(at(path).routes));
  }
  expect(Object.keys(at('/api/pipelines/5').routes)).not.toContain('api/admin/users/:id');
  expect(Object.keys(at('/Dashboard').routes)).toHaveLength(PATTERNS.length + 2);
});
