import { expect, type Locator, type Page } from '@playwright/test';
import type { NewUser } from './fixtures';

/** What several tests do or look at, in the words of who sits before the screen. */

/** A message on the screen: a toast where scripts run, else a banner. */
export async function expectMessage(page: Page, title: string, text: string): Promise<void> {
  await expect(page.getByText(title, { exact: true })).toBeVisible();
  await expect(page.getByText(text, { exact: true })).toBeVisible();
}

/** What is wrong with a field is said with the field, to the eye and to a screen reader. */
export async function expectError(page: Page, label: string, message: string): Promise<void> {
  const field = page.getByRole('main').getByLabel(new RegExp(`^${label}( \\*)?$`));
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(new RegExp(`${message}$`));
  await expect(page.getByText(message, { exact: true })).toBeVisible();
}

/** Leaves it to the server to say what is wrong, as a browser does that checks nothing itself. */
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

/** The row of a deal in the table. */
export function row(page: Page, company: string): Locator {
  return page.getByRole('row').filter({ hasText: company });
}

/** Deletes a deal from the table: asked in the browser's own dialog where scripts run, else on a page. */
export async function deletePipeline(
  page: Page,
  company: string,
  { scripts, confirmed }: { scripts: boolean; confirmed: boolean },
): Promise<void> {
  const question = 'Are you sure you want to delete this pipeline?';
  const button = row(page, company).getByRole('link', { name: `Delete ${company}` });
  if (scripts) {
    const asked = new Promise<string>((resolve) =>
      page.once('dialog', async (dialog) => {
        await (confirmed ? dialog.accept() : dialog.dismiss());
        resolve(dialog.message());
      }),
    );
    await button.click();
    expect(await asked).toBe(question);
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

/** Sends the filter bar, where scripts have not done so. */
export async function applyFilters(page: Page, scripts: boolean): Promise<void> {
  if (!scripts) await page.getByRole('button', { name: 'Apply' }).click();
}

/** The companies in the table, from top to bottom. */
export async function expectCompanies(page: Page, companies: string[]): Promise<void> {
  await expect(page.locator('tbody .name')).toHaveText(companies);
}

/** Keeps requests to an address waiting until the returned function is called: what is shown meanwhile can be looked at in peace. */
export async function holdRequests(page: Page, address: RegExp): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Opens a protected page as a visitor who is signed out: it says so and moves on to the login. */
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
