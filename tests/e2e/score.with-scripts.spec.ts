import { expect, test } from './fixtures';

test('a score saved far down leaves the list where it is (rule 6.5)', async ({
  page,
  visit,
  api,
}) => {
  const badge = page.getByRole('link', { name: 'Score of Pinwhistle' });
  const input = page.getByRole('spinbutton', { name: 'Score of Pinwhistle, 0 to 10' });
  const save = page.getByRole('button', { name: 'Save score' });
  await api.create(
    { companyName: 'Pinwhistle', evaluationScore: 6.4 },
    ...Array.from({ length: 39 }, (_, n) => ({ companyName: `Deal ${n}` })),
  );
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await visit('/dashboard');
    await badge.evaluate((one) => one.scrollIntoView({ block: 'center' }));
    const top = await page.evaluate(() => window.scrollY);
    expect(top).toBeGreaterThan(500);
    for (const [score, press] of [
      ['7.1', () => save.click()],
      ['8.2', () => page.keyboard.press('Enter')],
    ] as const) {
      await badge.click();
      await input.fill(score);
      await press();
      await expect(badge).toHaveText(score);
      await expect(input).toBeHidden();
      await expect(badge).toBeFocused();
      await expect.poll(() => page.evaluate(() => window.scrollY), `${width} px`).toBe(top);
    }
  }
});
