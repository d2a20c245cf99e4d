import type { Page } from '@playwright/test';
import { expect, type User, test } from './fixtures';
import { expectMessage, holdRequests, row } from './steps';

const LOGGED_OUT = 'Unauthorized: You are logged out. Logging in again...';

/** Submits a form after its session ended. */
async function sendTooLate(page: Page, press: () => Promise<void>): Promise<void> {
  await page.context().clearCookies({ name: 'session' });
  const release = await holdRequests(page, /\/api\/login/);
  await press();
  await expect(page.getByText(LOGGED_OUT)).toBeVisible();
  release();
  await expect(page).toHaveURL('/login?to=%2Fdrafts');
}

async function logIn(page: Page, { email, password }: User): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('an edit submitted after the session ended is offered after the login and submitted (rule 12.13)', async ({
  page,
  visit,
  ready,
  user,
  api,
  admin,
  refusals,
}) => {
  refusals.push(401, 409);
  const [id] = await api.create({ companyName: 'Steadwick', comments: 'First' });
  await visit(`/pipeline/${id}/edit`);
  await page.getByLabel('Comments').fill('Half an hour of work\nin two lines');
  await sendTooLate(page, () => button(page, 'Update Deal').click());
  await ready();
  await expect(
    page.getByText('What you submitted after you were signed out is kept.'),
  ).toBeVisible();
  await logIn(page, user);
  await expect(page).toHaveURL('/drafts');
  await ready();
  const kept = page.getByRole('region', { name: 'Edit Deal' });
  await expect(kept.getByText('Steadwick', { exact: true }).first()).toBeVisible();
  await expect(kept.getByText('Half an hour of work')).toBeVisible();
  await expect(kept.getByText(/^Submitted \w{3} \d+, \d{4}, /)).toBeVisible();
  expect(await api.read(id!)).toMatchObject({ comments: 'First' });

  await admin.api.update(id!, { ceoName: 'Mei', comments: 'Theirs' });
  await button(page, 'Submit now').click();
  await expect(
    page.getByText('Someone else has changed this deal since you opened it.'),
  ).toBeVisible();
  await ready();
  const keys = await page.evaluate(() => Object.keys(localStorage));
  expect(keys, 'no third version').not.toContainEqual(expect.stringContaining(user.email));
  await page.getByRole('group', { name: 'Comments' }).getByLabel('Yours').check();
  await button(page, 'Update Deal').click();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByText(/^Pipeline updated successfully/)).toBeVisible();
  expect(await api.read(id!)).toMatchObject({
    ceoName: 'Mei',
    comments: 'Half an hour of work\nin two lines',
  });
  await visit('/drafts');
  await expect(page).toHaveURL('/dashboard');
});

test('a new deal and a score are kept as drafts, and one is discarded', async ({
  page,
  visit,
  ready,
  user,
  api,
  refusals,
}) => {
  refusals.push(401);
  const [id] = await api.create({ companyName: 'Steadwick', evaluationScore: 4 });
  await visit('/pipeline/new');
  await page.getByLabel('Company name').fill('Gantrywell');
  await page.getByLabel('Fintech').check();
  await sendTooLate(page, () => button(page, 'Save Deal').click());
  await ready();
  await logIn(page, user);
  await expect(page).toHaveURL('/drafts');

  await visit('/dashboard');
  await page.getByRole('link', { name: 'Score of Steadwick' }).click();
  await page.getByRole('spinbutton', { name: 'Score of Steadwick' }).fill('8');
  await sendTooLate(page, () => button(page, 'Save score').click());
  await ready();
  await logIn(page, user);
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['New deal', 'Score']);
  await ready();
  await page
    .getByRole('region', { name: 'Score' })
    .getByRole('button', { name: 'Submit now' })
    .click();
  await expectMessage(page, 'Success', 'Evaluation score updated successfully');
  await expect(page).toHaveURL('/dashboard');
  expect(await api.read(id!)).toMatchObject({ evaluationScore: 8 });

  await visit('/drafts');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['New deal']);
  await button(page, 'Discard').click();
  await expect(page.getByText('Discarded', { exact: true })).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  await expect(row(page, 'Gantrywell')).toBeHidden();
  expect(await api.list()).toHaveLength(1);
});

test('another user of the same browser sees no drafts', async ({
  page,
  visit,
  ready,
  user: _,
  signUp,
  refusals,
}) => {
  refusals.push(401);
  const other = await signUp('Ben');
  await visit('/pipeline/new');
  await page.getByLabel('Company name').fill('Gantrywell');
  await sendTooLate(page, () => button(page, 'Save Deal').click());
  await ready();
  await logIn(page, other);
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByText('Gantrywell')).toBeHidden();
});
