import { expect, type Locator, type Page } from '@playwright/test';
import SQLite from 'better-sqlite3';
import type { NewUser, User } from './fixtures';
import type { Site } from './site';

/** Expects a toast, or without scripts a banner. The previous one may still be fading out. */
export async function expectMessage(page: Page, title: string, text: string): Promise<void> {
  await expect(page.getByText(title, { exact: true }).last()).toBeVisible();
  await expect(page.getByText(text, { exact: true }).last()).toBeVisible();
}

/** Expects a field's error to be visible and announced by screen readers. */
export async function expectError(page: Page, label: string, message: string): Promise<void> {
  const field = page.getByRole('main').getByLabel(new RegExp(`^${label}( \\*)?$`));
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(new RegExp(`${message}$`));
  await expect(page.getByText(message, { exact: true }).last()).toBeVisible();
}

export function ageSessions({ database }: Site): void {
  const sql = new SQLite(database);
  sql.prepare('update sessions set confirmed_at = ?').run(Date.now() - 11 * 60_000);
  sql.close();
}

export async function confirmIdentity(page: Page, password: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Confirm that it is you' })).toBeVisible();
  await page.getByLabel('Password *', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Turns off the browser's validation, so that the server validates. */
export async function skipBrowserChecks(page: Page): Promise<void> {
  await page
    .getByRole('main')
    .locator('form')
    .evaluateAll((forms: HTMLFormElement[]) => forms.forEach((form) => (form.noValidate = true)));
}

export async function fillSignup(
  page: Page,
  { firstName, lastName, email, password, confirm = password }: NewUser & { confirm?: string },
): Promise<void> {
  await page.getByLabel('First name').fill(firstName);
  await page.getByLabel('Last name').fill(lastName);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password *', { exact: true }).fill(password);
  await page.getByLabel('Confirm password *').fill(confirm);
}

export function fullName({ firstName, lastName }: NewUser): string {
  return `${firstName} ${lastName}`;
}

export function row(page: Page, company: string): Locator {
  return page.getByRole('row').filter({ hasText: company });
}

/**
 * Answers the question that the browser asks after an action, and returns its text. Waits for it,
 * since a question may come after the action has ended.
 */
export async function answerQuestion(
  page: Page,
  answer: 'accept' | 'dismiss',
  act: () => Promise<void>,
): Promise<string> {
  const asked = new Promise<string>((resolve) =>
    page.once('dialog', async (dialog) => {
      await dialog[answer]();
      resolve(dialog.message());
    }),
  );
  await act();
  return asked;
}

export async function deleteDeal(
  page: Page,
  company: string,
  { scripts, confirmed }: { scripts: boolean; confirmed: boolean },
): Promise<void> {
  const question = 'Are you sure you want to delete this pipeline?';
  const button = row(page, company).getByRole('link', { name: `Delete ${company}` });
  if (scripts) {
    const answer = confirmed ? 'accept' : 'dismiss';
    expect(await answerQuestion(page, answer, () => button.click())).toBe(question);
    return;
  }
  await button.click();
  await expect(page.getByRole('heading', { name: `Delete ${company}` })).toBeVisible();
  await expect(page.getByText(question)).toBeVisible();
  await (
    confirmed
      ? page.getByRole('button', { name: 'Delete' })
      : page.getByRole('link', { name: 'Cancel' })
  ).click();
}

/** Opens a menu: 'Options' of a list, 'More' of a deal, or the account's by the person's name. */
export async function openMenu(page: Page, name: string): Promise<void> {
  await page.locator('.menu > summary').filter({ hasText: name }).click();
}

export async function submitLogin(
  page: Page,
  { email, password }: Pick<User, 'email' | 'password'>,
) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password *').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

export async function expectCompanies(page: Page, companies: string[]): Promise<void> {
  await expect(page.locator('tbody .name')).toHaveText(companies);
}

/** Holds back requests to an address until the returned function is called. */
export async function holdRequests(page: Page, address: RegExp): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Goes back in the history once the call has returned, as the page may end before. */
export async function stepBack(page: Page, steps: number): Promise<void> {
  await page.evaluate((count) => void setTimeout(() => history.go(-count)), steps);
}

export async function expectSentToLogin(page: Page, address: string): Promise<void> {
  const release = await holdRequests(page, /\/api\/login/);
  const answer = await page.goto(address);
  expect(answer?.status()).toBe(401);
  await expect(
    page.getByText('Unauthorized: You are logged out. Logging in again...'),
  ).toBeVisible();
  release();
  await expect(page).toHaveURL(`/login?${new URLSearchParams({ to: address })}`);
}

/** Chooses from the select with this label, or by a search where the fund has too many people for one. */
export async function chooseColleague(page: Page, label: string, email: string): Promise<void> {
  const choice = page.getByRole('combobox', { name: label });
  const search = page.getByLabel('Find a colleague by name or email');
  await expect(choice.or(search)).toBeVisible();
  if (await search.isVisible()) {
    await search.fill(email);
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByRole('radio', { name: email }).check();
  } else await choice.selectOption(email);
}

/** Finds the message above a form that was not saved. */
export const findFailure = (page: Page) => page.getByRole('main').getByRole('alert');
