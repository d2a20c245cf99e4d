import { Session } from 'node:inspector/promises';
import { relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as dashboard from '~/routes/dashboard/route';
import * as login from '~/routes/login/route';
import * as sharing from '~/routes/pipeline.$id.share/route';
import { call, type CastMember, createCastForAll } from '../support/cast';
import { addDeal } from '../support/deals';

const people = createCastForAll();
const profiler = new Session();
beforeAll(async () => {
  profiler.connect();
  await profiler.post('Profiler.enable');
  await profiler.post('Profiler.startPreciseCoverage', { callCount: true });
});
afterAll(async () => {
  await profiler.post('Profiler.stopPreciseCoverage');
  profiler.disconnect();
});

async function listFilesWithCalls(): Promise<string[]> {
  const { result } = await profiler.post('Profiler.takePreciseCoverage');
  const called = result.filter(({ functions }) =>
    functions.some(({ functionName, ranges }) => functionName && ranges[0]!.count > 0),
  );
  return called
    .map(({ url }) => relative('.', url.replace('file://', '')))
    .filter((file) => /^(app|db)\//.test(file));
}

/** A few more than today: a file that only passes on what it gets makes the way longer. */
test.each([
  ['the login page', 12, () => call(login, 'GET', '/login')],
  ['the list', 75, (as: CastMember) => call(dashboard, 'GET', '/dashboard', { as })],
  [
    'a score edit',
    66,
    (as: CastMember, id: string) =>
      call(dashboard, 'POST', '/dashboard', { as, form: { id, evaluationScore: '7', seen: '' } }),
  ],
  [
    'the page of shares',
    36,
    (as: CastMember, id: string) =>
      call(sharing, 'GET', `/pipeline/${id}/share`, { as, params: { id } }),
  ],
])('%s runs code of at most %d files', async (_page, max, send) => {
  const id = await addDeal(people.ana);
  await listFilesWithCalls();
  const answer = await send(people.ana, String(id));
  const files = await listFilesWithCalls();
  expect(answer.status).toBeLessThan(400);
  expect(files.length).toBeGreaterThan(5);
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(max);
});
