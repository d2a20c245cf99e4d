import { expect, test } from './fixtures';
import { expectMessage, row } from './steps';

test('a deal shows its history, and a former value is restored', async ({ page, visit, api }) => {
  const [id] = await api.create({
    companyName: 'Gantrywell',
    evaluationScore: 6,
    comments: 'First call',
  });
  await api.update(id!, { evaluationScore: 8, comments: 'Second call' });
  await visit(`/pipeline/${id}/evaluation`);
  await page.getByRole('link', { name: 'History' }).click();
  await expect(page).toHaveURL(`/pipeline/${id}/history`);
  await expect(page.getByRole('img', { name: 'Scores over time: 6.0, 8.0' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Deal changed' })).toContainText(
    'First call → Second call',
  );
  await page.getByRole('button', { name: 'Restore “First call” (Comments)' }).click();
  await expectMessage(page, 'Success', 'Comments restored');
  expect(await api.read(id!)).toMatchObject({ comments: 'First call', evaluationScore: 8 });
  await expect(page.getByRole('button', { name: 'Restore “First call” (Comments)' })).toHaveCount(
    0,
  );
});

test('former evaluations are compared with the current one', async ({ page, visit, api }) => {
  const [id] = await api.create({ companyName: 'Gantrywell' });
  await api.evaluate(id!, { marketSize: 3 });
  await api.evaluate(id!, { marketSize: 9 });
  await visit(`/pipeline/${id}/history`);
  await page.getByRole('link', { name: 'View this version' }).last().click();
  await expect(page.getByRole('row', { name: /^Market size/ })).toContainText('3.09.0 (differs)');
  await page.getByRole('button', { name: 'Restore this evaluation' }).click();
  await expectMessage(page, 'Success', 'Evaluation restored');
  expect(await api.evaluation(id!)).toMatchObject({ marketSize: 3 });
});

test('an admin restores a deleted deal', async ({ page, visit, admin, user, api, signIn }) => {
  const [id] = await api.create({ companyName: `Steadwick of ${user.email}` });
  await api.request.delete(`/api/pipelines/${id}`);
  await signIn(admin);
  await visit('/admin');
  await page.getByRole('link', { name: 'Trash' }).click();
  await page.getByRole('button', { name: `Restore Steadwick of ${user.email}` }).click();
  await expectMessage(page, 'Success', `Steadwick of ${user.email} restored`);
  expect(await user.api.read(id!)).toMatchObject({ companyName: `Steadwick of ${user.email}` });
  await visit(`/admin/history?what=${encodeURIComponent(user.email)}&act=deleted`);
  await expect(page.getByText('1 change', { exact: true })).toBeVisible();
});

test('a user is deleted, and their deals go to a colleague', async ({
  page,
  visit,
  admin,
  user,
  api,
  signUp,
  signIn,
}) => {
  const ben = await signUp('Ben');
  const [id] = await api.create({ companyName: 'Handed over' });
  await signIn(admin);
  await visit(`/admin?search=${encodeURIComponent(user.email)}`);
  const credentials = page.getByRole('row').filter({ hasText: user.email });
  const address = await credentials.getByRole('link', { name: /^Delete/ }).getAttribute('href');
  await visit(address!);
  await page.getByLabel('Or give the pipelines to a colleague first (email)').fill(ben.email);
  await page.getByRole('button', { name: 'Delete' }).click();
  await expectMessage(page, 'Success', 'User deleted successfully');
  expect(await ben.api.read(id!)).toMatchObject({ companyName: 'Handed over' });
  await visit(`/pipeline/${id}/owner`);
  await page.getByLabel('Email of the new owner').fill(admin.email);
  await page.getByRole('button', { name: 'Change owner' }).click();
  await expectMessage(page, 'Success', 'Owner changed');
  await signIn(ben);
  await visit('/dashboard');
  await expect(row(page, 'Handed over')).toHaveCount(0);
});
