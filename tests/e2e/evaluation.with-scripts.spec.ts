import { expect, test } from './fixtures';
import { expectMessage, openMenu } from './steps';

test('sliders move by 0.1 with arrows, 0.9 with Page Up and Down, and to both ends (rule 7.12)', async ({
  page,
  visit,
  api,
}) => {
  const [id] = await api.create({ companyName: 'Gantrywell' });
  await visit(`/pipeline/${id}/evaluation`);
  const slider = page.getByRole('slider', { name: 'Market size, slider' });
  const box = page.getByRole('spinbutton', { name: 'Market size' });
  const header = page.locator('.score', { hasText: 'Overall score' });
  await slider.focus();
  for (const [key, value, overall] of [
    ['ArrowRight', '5.1', '5.0'],
    ['ArrowUp', '5.2', '5.0'],
    ['ArrowLeft', '5.1', '5.0'],
    ['PageUp', '6.0', '5.0'],
    ['PageDown', '5.1', '5.0'],
    ['End', '10.0', '5.2'],
    ['ArrowRight', '10.0', '5.2'],
    ['Home', '1.0', '4.9'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(box, key).toHaveValue(value);
    await expect(header, key).toHaveText(`Overall score ${overall}/10`);
    expect(Number(await slider.inputValue()), key).toBe(Number(value));
  }
  await box.focus();
  await page.keyboard.press('ArrowUp');
  await expect(box).toHaveValue('1.1');
  await expect(slider).toHaveValue('1.1');
});

test('a click on the slider where it stands sets a 5 (rule 7.12)', async ({ page, visit, api }) => {
  const [id] = await api.create({ companyName: 'Gantrywell' });
  await visit(`/pipeline/${id}/evaluation`);
  const box = page.getByRole('spinbutton', { name: 'Market size' });
  await expect(box).toHaveValue('');
  const slider = page.getByRole('slider', { name: 'Market size, slider' });
  await expect(slider).toHaveAttribute('aria-valuetext', 'not set, counts as 5');
  const { width, height } = (await slider.boundingBox())!;
  await slider.click({ position: { x: (width * 4) / 9, y: height / 2 } });
  await expect(box).toHaveValue(/^(4\.[89]|5\.[0-2])$/);
  await expect(slider).not.toHaveAttribute('aria-valuetext');
  await expect(page.getByText('1 of 26 assessed')).toBeVisible();
});

test('revalidation does not give an open form the version of a newer evaluation', async ({
  page,
  visit,
  api,
  admin,
  refusals,
}) => {
  refusals.push(409);
  const [id] = await api.create({ companyName: 'Gantrywell' });
  await visit(`/pipeline/${id}/evaluation`);
  await page.getByRole('spinbutton', { name: 'Market size' }).fill('9');
  await admin.api.evaluate(id!, { marketSize: 3 });
  await openMenu(page, 'Ana Lindqvist');
  await page.getByRole('button', { name: /^Theme: system/ }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await expect(page.getByRole('spinbutton', { name: 'Market size' })).toHaveValue('9.0');
  await page.getByRole('button', { name: 'Save as Draft' }).click();
  const size = page.getByRole('group', { name: 'Market size' });
  await expect(size.getByRole('radio', { name: 'Saved meanwhile: 3.0' })).toBeVisible();
  expect(await api.evaluation(id!)).toMatchObject({ marketSize: 3 });

  await size.getByRole('radio', { name: 'Yours: 9.0' }).check();
  await page.getByRole('button', { name: 'Save as Draft' }).click();
  await expectMessage(page, 'Success', 'Evaluation saved successfully');
  await page.getByRole('spinbutton', { name: 'Market size' }).fill('8');
  await page.getByRole('button', { name: 'Save as Draft' }).click();
  await expect
    .poll(async () => (await api.evaluation(id!))?.marketSize, 'saved twice in a row')
    .toBe(8);
});

test('the first click fetches nothing but the data, as the rest is there (rule 7.22)', async ({
  page,
  visit,
  api,
}) => {
  await api.create({ companyName: 'Gantrywell' });
  await visit('/dashboard');
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => performance.clearResourceTimings());
  await page.getByRole('link', { name: 'View Gantrywell' }).click();
  await expect(page.getByRole('slider', { name: 'Market size, slider' })).toBeVisible();
  // What comes out of the browser's cache transfers nothing.
  const fetched = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ transferSize }) => transferSize > 0)
      .map(({ name }) => new URL(name).pathname),
  );
  expect(fetched.filter((path) => !path.endsWith('.data'))).toEqual([]);
  expect(fetched.length).toBe(1);
});
