import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { expectMessage } from './steps';

const input = (page: Page) =>
  page.getByRole('spinbutton', { name: 'Score of Pinwhistle, 0 to 10' });
const badge = (page: Page) =>
  page.getByRole('link', { name: /^(Add a score for|Score of) Pinwhistle/ });
const save = (page: Page) => page.getByRole('button', { name: 'Save score' });

test('a score is changed in its row (rules 6.5 and 6.7)', async ({ page, visit, api }) => {
  const [id] = await api.create(
    { companyName: 'Pinwhistle', evaluationScore: 6.4 },
    { companyName: 'Gantrywell', evaluationScore: 2 },
  );
  await visit('/dashboard?sort=oldest');
  await expect(badge(page)).toHaveText('6.4');
  await badge(page).click();
  await expect(input(page)).toHaveValue('6.4');
  await expect(input(page)).toBeFocused();
  await input(page).fill('8.25');
  await save(page).click();
  await expectMessage(page, 'Success', 'Evaluation score updated successfully');
  await expect(badge(page)).toHaveText('8.3');
  await expect(input(page)).toBeHidden();
  await expect(page).toHaveURL('/dashboard?sort=oldest');
  expect(await api.read(id!)).toMatchObject({ companyName: 'Pinwhistle', evaluationScore: 8.3 });
});

test('why a score changes stands in the history (rule 6.11)', async ({ page, visit, api }) => {
  const [id] = await api.create({ companyName: 'Pinwhistle', evaluationScore: 4 });
  await visit('/dashboard');
  await badge(page).click();
  await page.getByRole('spinbutton', { name: 'Score of Pinwhistle' }).fill('7.5');
  await page.getByRole('textbox', { name: 'Reason for the score of Pinwhistle' }).fill('They won');
  await save(page).click();
  await expectMessage(page, 'Success', 'Evaluation score updated successfully');
  await visit(`/pipeline/${id}/edit`);
  await page.getByLabel('Initial Evaluation Score (1-10)').fill('8');
  await page.getByLabel('Reason for the score (optional)').fill('And grow');
  await page.getByRole('button', { name: 'Update Deal' }).click();
  await expectMessage(page, 'Success', 'Pipeline updated successfully');
  await visit(`/pipeline/${id}/history`);
  await expect(page.getByText('“They won”')).toBeVisible();
  await expect(page.getByText('“And grow”')).toBeVisible();
});

test('an empty score starts at 5.0 (rule 6.5)', async ({ page, visit, api }) => {
  const [id] = await api.create({ companyName: 'Pinwhistle' });
  await visit('/dashboard');
  await expect(badge(page)).toHaveText('+');
  await badge(page).click();
  await expect(input(page)).toHaveValue('5.0');
  await input(page).press('Enter');
  await expectMessage(page, 'Success', 'Evaluation score updated successfully');
  await expect(badge(page)).toHaveText('5.0');
  expect(await api.read(id!)).toMatchObject({ evaluationScore: 5 });
});

test('cancelling keeps the score (rule 6.5)', { tag: '@scripts' }, async ({ page, visit, api }) => {
  const [id] = await api.create({ companyName: 'Pinwhistle', evaluationScore: 6.4 });
  await visit('/dashboard');
  await badge(page).click();
  await input(page).fill('9');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(badge(page)).toHaveText('6.4');
  expect(await api.read(id!)).toMatchObject({ evaluationScore: 6.4 });
});

test('a score cell opens by its address (rule 13.3)', async ({ page, visit, api, scripts }) => {
  const [id] = await api.create({ companyName: 'Pinwhistle', evaluationScore: 6.4 });
  await visit(`/dashboard?score=${id}`);
  await expect(input(page)).toHaveValue('6.4');
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(badge(page)).toHaveText('6.4');
  await expect(page).toHaveURL('/dashboard');
  await visit(`/dashboard?score=${id}`);
  await input(page).fill('3');
  await save(page).click();
  if (!scripts) await expect(page).toHaveURL('/dashboard');
  await expect(badge(page)).toHaveText('3.0');
});

test('a deal deleted in the meantime cannot be scored (rule 6.7)', async ({ page, visit, api }) => {
  const [id] = await api.create({ companyName: 'Pinwhistle', evaluationScore: 6.4 });
  await visit('/dashboard');
  await badge(page).click();
  await input(page).fill('9');
  await api.request.delete(`/api/pipelines/${id}`);
  await save(page).click();
  await expectMessage(page, 'Error', 'Failed to update evaluation score');
  await expect(page.getByText('No pipelines found')).toBeVisible();
});

test('on a conflict the second user sees both values (rule 6.8)', async ({ page, visit, api }) => {
  const [id] = await api.create({ companyName: 'Pinwhistle', evaluationScore: 6.4 });
  await visit('/dashboard');
  await badge(page).click();
  await input(page).fill('9');
  await api.update(id!, { evaluationScore: 7 });
  await save(page).click();
  await expectMessage(
    page,
    'Error',
    'Failed to update evaluation score. Ana Lindqvist has changed it to 7.0 in the meantime. You entered 9.0.',
  );
  await expect(badge(page)).toHaveText('7.0');
  expect(await api.read(id!)).toMatchObject({ evaluationScore: 7 });
});
