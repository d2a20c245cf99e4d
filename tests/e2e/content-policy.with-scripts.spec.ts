import { expect, test } from './fixtures';

test.describe.configure({ timeout: 120_000 });

/** Every screen that is opened by an address; the other tests open the rest. A report fails any test. */
test('no screen does what the content policy forbids', async ({
  visit,
  api,
  admin,
  signIn,
  user,
  refusals,
  context,
}) => {
  refusals.push(404);
  const [id, gone] = await api.create(
    { companyName: 'Gantrywell', industries: ['DX'], evaluationScore: 8 },
    { companyName: 'Steadwick' },
  );
  await api.evaluate(id!, { marketSize: 3 });
  await api.request.delete(`/api/pipelines/${gone}`);
  const noted = await api.request.post(`/api/pipelines/${id}/notes`, { data: { text: 'A call' } });
  const { id: note } = (await noted.json()) as { id: number };
  await visit(`/pipeline/${id}/notes/${note}`);
  await context.clearCookies();
  for (const address of ['/', '/login', '/signup', '/nowhere']) await visit(address);
  await signIn(admin);
  for (const address of [
    `/dashboard?details=${id}`,
    '/dashboard?select=on&owners',
    '/dashboard/doubles',
    '/dashboard/print',
    `/dashboard/delete?id=${id}`,
    `/selected?id=${id}`,
    '/columns',
    '/views',
    '/views/new?back=/dashboard',
    '/search?q=gantry',
    '/review',
    '/import',
    '/deleted',
    '/account',
    '/account/tokens',
    '/account/calendar',
    '/account/two-factor',
    '/pipeline/new',
    ...['', '/edit', '/evaluation', '/notes', '/history', '/owner', '/met'].map(
      (page) => `/pipeline/${id}${page}`,
    ),
    `/pipeline/${id}/later`,
    `/pipeline/${id}/delete`,
    '/admin?manager',
    '/admin?add',
    '/admin/approvals',
    `/admin/pipelines?details=${id}`,
    '/admin/pipelines/doubles',
    '/admin/pipelines/print',
    `/admin/pipelines/delete?id=${id}`,
    `/admin/pipelines/owner?id=${id}`,
    `/admin/users/${user.id}`,
    `/admin/users/${user.id}/delete`,
    `/admin/users/delete?id=${user.id}`,
    '/admin/history',
    '/admin/system',
    '/admin/trash',
  ])
    await visit(address);
  expect(await api.exists(id!)).toBe(true);
});
