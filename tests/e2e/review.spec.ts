import { expect, test } from './fixtures';
import { ADMIN } from './site';
import { openMenu } from './steps';

test.describe('reviewing deals (rules 5.19, 9.22, 9.24, 12.28 and 12.29)', () => {
  test('keys and links step through the details of deals', async ({ page, visit, api }) => {
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
    await page.keyboard.press('j');
    await expect(title(25).getByRole('status')).toHaveText('Deal 25., 25 of 27');
    await title(25).getByRole('link', { name: 'Next deal' }).click();
    await expect(title(26).getByText('5.0/10')).toHaveClass(/tone-yellow/);
    await expect(page).toHaveURL(/page=2/);
    await page.keyboard.press('k');
    await expect(title(25)).toBeVisible();
    await title(25).getByRole('link', { name: 'Close' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    const shownLast = page.getByRole('link', { name: 'Deal 25.', exact: true });
    await expect(shownLast, 'the deal that was shown last').toBeFocused();
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await expect(pages.locator('[aria-current=page]')).toHaveText('Page 1');
    await pages.getByRole('link', { name: 'Next page' }).click();
    await expect(page).toHaveURL('/dashboard?sort=oldest&size=25&page=2');
    await expect(pages).toContainText('26–27 of 27 deals');
  });

  test(
    'the review finds notes and leads to their deal',
    { tag: '@both' },
    async ({ page, visit, api }) => {
      const [id] = await api.create({ companyName: 'Gantrywell' }, { companyName: 'Pinwhistle' });
      await api.request.post(`/api/pipelines/${id}/notes`, {
        data: { text: 'The turbine passed its trial' },
      });
      await visit('/review');
      await page.getByRole('searchbox', { name: 'Search notes' }).fill('turbine');
      await page.getByRole('button', { name: 'Search', exact: true }).click();
      await expect(page).toHaveURL(/notes=turbine/);
      const found = page.locator('section[aria-labelledby=found]');
      await expect(found).toContainText('1 note');
      await expect(found).toContainText('The turbine passed its trial');
      await found.getByRole('link', { name: 'Gantrywell' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Gantrywell');
    },
  );

  test('an admin sees all tabs at 390 px and copies a link', async ({
    page,
    visit,
    admin,
    signUp,
    signIn,
    expectedErrors,
  }) => {
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

    expectedErrors.push(404);
    await visit('/no-such-page');
    await openMenu(page, ADMIN.email);
    await page.getByRole('link', { name: 'Admin', exact: true }).click();
    await expect(page).toHaveURL('/admin');
  });
});
