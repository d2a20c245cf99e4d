import { expect, test } from './fixtures';
import { ADMIN } from './site';
import { expectMessage, openMenu } from './steps';

test('deals are read one after the other in the details, with keys and links (rules 5.19 and 12.29)', async ({
  page,
  visit,
  api,
  scripts,
}) => {
  const ids = await api.create(
    ...Array.from({ length: 27 }, (_, n) => ({
      companyName: `Deal ${n + 1}.`,
      comments: 'Deck: https://deck.example/a, or call',
      evaluationScore: n === 25 ? 5 : 8,
    })),
  );
  await visit(`/dashboard?sort=oldest&size=25&details=${ids[23]}`);
  const title = (n: number) =>
    page.getByRole('dialog', { name: `Deal ${n}. - Company Details`, exact: true });
  const deck = title(24).getByRole('link', { name: 'https://deck.example/a', exact: true });
  await expect(deck).toHaveAttribute('rel', 'noopener noreferrer');
  const step = async (key: 'j' | 'k', link: string) =>
    scripts ? page.keyboard.press(key) : page.getByRole('link', { name: link }).click();
  await step('j', 'Next deal');
  await expect(title(25).getByRole('status')).toHaveText('Deal 25., 25 of 27');
  await step('j', 'Next deal');
  await expect(title(26).getByText('5.0/10')).toHaveClass(/tone-yellow/);
  await expect(page).toHaveURL(/page=2/);
  await step('k', 'Previous deal');
  await expect(title(25)).toBeVisible();
  await title(25).getByRole('link', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  if (scripts)
    await expect(
      page.getByRole('link', { name: 'Deal 25.', exact: true }),
      'the deal that was shown last',
    ).toBeFocused();
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await expect(pages.locator('[aria-current=page]')).toHaveText('Page 1');
  await pages.getByRole('link', { name: 'Next page' }).click();
  await expect(page).toHaveURL('/dashboard?sort=oldest&size=25&page=2');
  await expect(pages).toContainText('26–27 of 27 deals');
});

test(
  'while scoring on a phone, the score and the texts stay in sight (rules 7.19 and 7.20)',
  { tag: '@scripts' },
  async ({ page, visit, api }) => {
    const [older, id] = await api.create(
      { companyName: 'Older' },
      { companyName: 'Gantrywell', businessIntroduction: 'Cranes. '.repeat(200) },
    );
    await page.setViewportSize({ width: 390, height: 844 });
    await visit(`/pipeline/${id}/evaluation`);
    const notes = page.getByLabel('Strategic fit notes');
    await notes.scrollIntoViewIfNeeded();
    await page.getByText('About the company', { exact: true }).click();
    await expect(page.getByText(/^Cranes\. Cranes\./)).toBeInViewport();
    await expect(page.getByText('0 of 26', { exact: true })).toBeInViewport();
    await expect(notes).toBeInViewport();
    await page.getByLabel('Follow-on potential', { exact: true }).fill('5');
    await expect(page.getByText('1 of 26', { exact: true })).toBeInViewport();
    const tone = await page
      .getByLabel('Follow-on potential, slider')
      .evaluate((slider) => getComputedStyle(slider).accentColor);
    const [red, green, blue] = tone.match(/\d+/g)!.map(Number) as [number, number, number];
    expect(Math.abs(red - green), tone).toBeLessThan(60);
    expect(blue, tone).toBeLessThan(60);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: 'Complete Evaluation' }).click();
    await expectMessage(page, 'Success', 'Evaluation saved successfully');
    await page.getByRole('link', { name: 'Next to evaluate: Older' }).click();
    await expect(page).toHaveURL(`/pipeline/${older}/evaluation`);
    await page.setViewportSize({ width: 1440, height: 900 });
    await visit(`/pipeline/${id}/evaluation`);
    await expect(page.getByText(/^Cranes\. Cranes\./)).toBeInViewport();
  },
);

test(
  'an admin has all tabs in sight at 390 px, and copies a link (rules 9.22, 9.24 and 12.28)',
  { tag: '@scripts' },
  async ({ page, visit, admin, signUp, signIn, refusals }) => {
    const user = await signUp('Kim');
    await signIn(admin);
    await page.setViewportSize({ width: 390, height: 844 });
    await visit('/admin/system');
    const tabs = page.getByRole('navigation', { name: 'Administration' });
    for (const tab of await tabs.getByRole('link').all()) await expect(tab).toBeInViewport();
    await tabs.getByRole('link', { name: 'Trash' }).click();
    await expect(page).toHaveURL('/admin/trash');
    await expect(tabs.locator('[aria-current=page]')).toHaveText('Trash');

    await visit(`/admin/users/${user.id}`);
    await page.getByRole('button', { name: 'Create password link' }).click();
    const letter = page.getByRole('group', { name: `Text for ${user.email}` });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await letter.getByRole('button', { name: 'Copy link' }).click();
    await expect(letter.getByRole('button', { name: 'Copied' })).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/^http:\/\/\S+\/password\/\S+$/);
    await expect(letter).toContainText(copied);

    refusals.push(404);
    await visit('/no-such-page');
    await openMenu(page, ADMIN.email);
    await page.getByRole('link', { name: 'Admin', exact: true }).click();
    await expect(page).toHaveURL('/admin');
  },
);
