import { expect, test } from './fixtures';

test('after a dropped link, Back shows what was typed (rule 12.20)', async ({
  page,
  context,
  visit,
  api,
}) => {
  const [id] = await api.create({ companyName: 'Gantrywell' });
  for (const [path, box, button] of [
    ['/pipeline/new', 'Comments', 'Save Deal'],
    [`/pipeline/${id}/evaluation`, 'Market notes', 'Complete Evaluation'],
  ] as const) {
    await visit('/dashboard');
    await visit(path);
    if (path === '/pipeline/new') await page.getByLabel('Company name').fill('Ibex');
    await page.getByLabel(box).fill('Half an hour of work');
    // Chromium notes what is in a form a moment after it was typed.
    await page.waitForTimeout(2_500);
    await context.setOffline(true);
    await page.getByRole('button', { name: button }).click({ noWaitAfter: true });
    await expect(page).toHaveURL(/^chrome-error:/);
    await context.setOffline(false);
    await page.goBack();
    await expect(page).toHaveURL(path);
    await expect(page.getByLabel(box)).toHaveValue('Half an hour of work');
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByText(/successfully/)).toBeVisible();
  }
});
