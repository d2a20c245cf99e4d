import { expect, test } from './fixtures';
import { expectSentToLogin, holdRequests, openMenu } from './steps';

test.describe(
  'browsers without scripts (rules 12.20, 13.1, 13.5, 13.8 and 13.9)',
  { tag: '@no-scripts' },
  () => {
    test('the signed-out page redirects by itself and has a link', async ({
      page,
      expectedErrors,
    }) => {
      expectedErrors.push(401);
      await expectSentToLogin(page, '/dashboard?sort=oldest');
      const release = await holdRequests(page, /\/api\/login/);
      await page.goto('/pipeline/new');
      const asked = page.waitForRequest(/\/api\/login/);
      const clicked = page.getByRole('link', { name: 'Continue to sign in' }).click();
      await asked;
      release();
      await clicked;
      await expect(page).toHaveURL('/login?to=%2Fpipeline%2Fnew');
    });

    test('no button needs scripts', async ({ page, visit, admin, signUp, signIn }) => {
      await visit('/login');
      await expect(page.getByLabel('Password *')).toBeVisible();
      await expect(page.getByRole('button')).toHaveText(['Sign In']);
      const user = await signUp();
      const [id] = await user.api.create({ companyName: 'Gantrywell' });
      await signIn(user);
      await visit(`/pipeline/${id}`);
      await openMenu(page, 'More');
      const items = page.getByRole('navigation', { name: 'Deal' }).locator('.menu-items > *');
      await expect(items.filter({ visible: true })).toHaveText([
        'History',
        'Memo',
        'Rounds',
        'Share',
        'Merge',
        'Delete',
      ]);
      await signIn(admin);
      await visit(`/admin/users/${user.id}`);
      await page.getByRole('button', { name: 'Create password link' }).click();
      const letter = page.getByRole('group', { name: `Text for ${user.email}` });
      await expect(letter).toContainText('/password/');
      await expect(letter.getByRole('button')).toHaveCount(0);
    });

    test('a message is shown once', async ({ page, visit, api }) => {
      await api.create({ companyName: 'Pinwhistle' });
      await visit('/dashboard');
      await page.getByRole('link', { name: 'Add a score for Pinwhistle' }).click();
      await page.getByRole('button', { name: 'Save score' }).click();
      await expect(page.getByText('Evaluation score updated successfully')).toBeVisible();
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Deal Pipeline Dashboard' })).toBeVisible();
      await expect(page.getByText('Evaluation score updated successfully')).toBeHidden();
    });

    test("the browser's own checks stop an incomplete form", async ({ page, visit, user: _ }) => {
      await visit('/pipeline/new');
      await page.getByRole('button', { name: 'Save Deal' }).click();
      await expect(page.getByLabel('Company name')).toBeFocused();
      await expect(page.getByText('Company name is required')).toBeHidden();
      await expect(page).toHaveURL('/pipeline/new');
    });

    test('after a dropped connection, Back shows the input', async ({
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
        // Waits until Chromium has stored the form's state, a moment after typing.
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
  },
);
