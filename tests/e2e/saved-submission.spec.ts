import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { expectMessage, holdRequests, row, submitLogin } from './steps';

const SIGNED_OUT_MESSAGE = 'Unauthorized: You are logged out. Logging in again...';

async function submitWithoutSession(page: Page, press: () => Promise<void>): Promise<void> {
  await page.context().clearCookies({ name: 'session' });
  const release = await holdRequests(page, /\/api\/login/);
  await press();
  await expect(page.getByText(SIGNED_OUT_MESSAGE)).toBeVisible();
  release();
  await expect(page).toHaveURL(/\/login\?to=%2Flate%2F[\w-]{43}$/);
  await expect(page.getByText('You were signed out. We kept your entries.')).toBeVisible();
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const notSaved = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'so it has not been saved yet' });

test.describe('saved submissions (rule 12.13)', () => {
  test(
    'an edit sent after the session ended returns after login',
    { tag: '@both' },
    async ({ page, visit, ready, user, api, admin, expectedErrors }) => {
      expectedErrors.push(401, 409);
      const [id] = await api.create({ companyName: 'Steadwick', comments: 'First' });
      await visit(`/pipeline/${id}/edit`);
      await page.getByLabel('Comments').fill('Half an hour of work\nin two lines');
      await submitWithoutSession(page, () => button(page, 'Update Deal').click());
      await ready();
      await submitLogin(page, user);
      await ready();
      await expect(page).toHaveURL(new RegExp(`/pipeline/${id}/edit\\?(save=1&)?late=`));
      await ready();
      await expect(notSaved(page)).toBeVisible();
      await expect(page.getByLabel('Comments')).toHaveValue('Half an hour of work\nin two lines');
      await expect(button(page, 'Restore'), 'no third version').toBeHidden();
      expect(await api.read(id!)).toMatchObject({ comments: 'First' });

      await admin.api.update(id!, { ceoName: 'Mei', comments: 'Theirs' });
      await button(page, 'Update Deal').click();
      await expect(
        page.getByText('Someone else has changed this deal since you opened it.'),
      ).toBeVisible();
      await ready();
      await page.getByRole('group', { name: 'Comments' }).getByLabel('Yours').check();
      await button(page, 'Update Deal').click();
      await expect(page).toHaveURL('/dashboard');
      await expect(page.getByText(/^Pipeline updated successfully/)).toBeVisible();
      expect(await api.read(id!)).toMatchObject({
        ceoName: 'Mei',
        comments: 'Half an hour of work\nin two lines',
      });
      await visit(`/pipeline/${id}/edit`);
      await expect(notSaved(page)).toBeHidden();
      await expect(button(page, 'Restore')).toBeHidden();
    },
  );

  test(
    'a form of another account is refused, the next one is saved',
    { tag: '@both' },
    async ({ page, visit, ready, api, admin, signIn, expectedErrors }) => {
      expectedErrors.push(409);
      const [id] = await api.create({ companyName: 'Gantrywell' });
      await visit(`/pipeline/${id}/notes`);
      await page.getByLabel('Add a note').fill('Only for my eyes');
      await signIn(admin);
      await button(page, 'Add note').click();
      await expect(page.getByText(/^Another account opened this form/)).toBeVisible();
      await expect(page.getByLabel('What you typed')).toHaveValue('Only for my eyes');
      await page.getByRole('link', { name: 'Go to the home page' }).click();
      await expect(page).toHaveURL('/admin');
      await ready();
      await page.getByRole('link', { name: 'Add New Deal' }).click();
      await ready();
      await page.getByLabel('Company name').fill('Fenharrow');
      await button(page, 'Save Deal').click();
      await expect(page.getByText('Pipeline created successfully')).toBeVisible();
    },
  );

  test('a new deal and a score return after login', async ({
    page,
    visit,
    ready,
    user,
    api,
    expectedErrors,
  }) => {
    expectedErrors.push(401);
    const [id] = await api.create({ companyName: 'Steadwick', evaluationScore: 4 });
    await visit('/pipeline/new');
    await page.getByLabel('Company name').fill('Gantrywell');
    await page.getByLabel('Fintech').check();
    await submitWithoutSession(page, () => button(page, 'Save Deal').click());
    await ready();
    await submitLogin(page, user);
    await ready();
    await expect(page.getByLabel('Company name')).toHaveValue('Gantrywell');
    await expect(page.getByLabel('Fintech')).toBeChecked();
    await button(page, 'Save Deal').click();
    await expect(page).toHaveURL('/dashboard');
    await expect(row(page, 'Gantrywell')).toBeVisible();

    await visit('/dashboard');
    await page.getByRole('link', { name: 'Score of Steadwick' }).click();
    const score = page.getByRole('spinbutton', { name: 'Score of Steadwick' });
    await score.fill('8');
    await submitWithoutSession(page, () => button(page, 'Save score').click());
    await ready();
    await submitLogin(page, user);
    await ready();
    await expect(score).toHaveValue('8');
    await button(page, 'Save score').click();
    await expectMessage(page, 'Success', 'Evaluation score updated successfully');
    await expect(page).toHaveURL('/dashboard');
    await expect(score).toBeHidden();
    expect(await api.read(id!)).toMatchObject({ evaluationScore: 8 });
  });
});
