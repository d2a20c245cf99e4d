import { describe, expect, test } from 'vitest';
import {
  buildFromQuery,
  getReturnPath,
  getReturnPathAfterSave,
} from '~/http/forms/return-path.server';
import { createCast } from '../../support/cast';

const people = await createCast();

const asks = (from?: string) =>
  new Request(
    `http://localhost:3000/pipeline/7/edit${from === undefined ? '' : `?${new URLSearchParams({ from })}`}`,
  );

describe('return path of a deal (rule 3.26)', () => {
  test.each([
    ['ana', '/dashboard?sort=oldest', '/dashboard?sort=oldest#deal-7', '#'],
    ['ana', '/admin/pipelines', '/dashboard', '#'],
    ['tomas', '/admin/pipelines?page=2', '/admin/pipelines?page=2#deal-7', '#'],
    ['maren', '/admin/pipelines?page=2', '/admin/pipelines?page=2#deal-7', '#'],
    ['maren', '/admin?search=a', '/admin?search=a', '#'],
    ['maren', '/dashboard?page=2', '/dashboard?page=2#deal-7', '/admin'],
    ['maren', undefined, '/admin', '#'],
    ['ana', undefined, '/dashboard', '#'],
  ] as const)('%s returns to the list from %s', (who, from, back, saved) => {
    expect(getReturnPath(asks(from), people[who], 7)).toBe(back);
    expect(getReturnPathAfterSave(asks(from), people[who], 7)).toBe(saved === '#' ? back : saved);
  });

  test.each([
    'https://evil.example/dashboard',
    '//evil.example/dashboard',
    '/\\evil.example',
    '/dashboard/../account',
    '/dashboards',
    '/logout',
    '/api/pipelines',
    'javascript:alert(1)',
    '',
    `/dashboard?search=${'a'.repeat(20_000)}`,
  ])('the path %s is not a list', (from) => {
    expect(getReturnPath(asks(from), people.ana, 7)).toBe('/dashboard');
    expect(buildFromQuery(asks(from), people.ana)).toBe('');
  });
});
