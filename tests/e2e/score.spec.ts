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
