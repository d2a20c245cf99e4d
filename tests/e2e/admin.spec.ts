import { expect, type NewUser, newUser, test, type User } from './fixtures';
import { ADMIN, type Site } from './site';
import {
  deleteDeal,
  expectCompanies,
  expectError,
  expectMessage,
  fullName,
  holdRequests,
  row,
  skipBrowserChecks,
  submitLogin,
} from './steps';

/** Limits a list to this test's users and deals, since tests share the site. */
const search = (text: string) => `?${new URLSearchParams({ search: text })}`;

test(
  'users are found, ticked and moved to another group',
  { tag: '@both' },
  async ({ page, visit, admin, user, signIn, accessible, scripts }) => {
    await signIn(admin);
    await visit(`/admin${search(user.email)}`);
    const group = page.getByRole('combobox', { name: `Group of ${fullName(user)}` });
    await group.selectOption('OnBS');
    if (!scripts)
      await page.getByRole('button', { name: `Save group of ${fullName(user)}` }).click();
    await expectMessage(page, 'Success', 'User group updated successfully');
    await expect(group).toHaveValue('OnBS');
    await expect(page).toHaveURL(`/admin${search(user.email)}`);
    if (!scripts) return;
    const button = page.getByRole('button', { name: 'Bulk Delete' });
    await expect(button).toBeDisabled();
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
    await expect(button).toHaveText('Bulk Delete(1)');
    await accessible('a user who is ticked');
    await page.getByRole('checkbox', { name: `Select ${fullName(user)}` }).uncheck();
    await expect(button).toBeDisabled();
  },
);

test(
  'dialogs add users and managers and keep refused input',
  { tag: '@both' },
  async ({ page, visit, admin, signIn, accessible, expectedErrors }) => {
    expectedErrors.push(400);
    await signIn(admin);
    for (const [name, refused, added] of [
      ['Add User', 'Password must be at least 6 characters', 'User created successfully'],
      [
        'Create Manager',
        'Password must be at least 8 characters long',
        'Manager account created successfully',
      ],
    ] as const) {
      const { email, password } = newUser();
      await visit('/admin');
      await page.getByRole('link', { name }).click();
      const dialog = page.getByRole('dialog', { name });
      await dialog.getByLabel('Email').fill(email);
      await dialog.getByLabel('Password *').fill('short');
      await skipBrowserChecks(page);
      await dialog.getByRole('button', { name }).click();
      await expectError(page, 'Password', refused);
      await accessible(`${name} with errors`);
      await expect(dialog.getByLabel('Email')).toHaveValue(email);
      await dialog.getByLabel('Password *').fill(password);
      await dialog.getByRole('button', { name }).click();
      await expectMessage(page, 'Success', added);
      await expect(page).toHaveURL('/admin');
      await expect(dialog).toBeHidden();
      await expect(row(page, email)).toBeVisible();
    }
  },
);

test.describe('the admin area (rules 2.6, 9.13, 9.16 and 12.5)', () => {
  test('an admin changes a score and deletes a deal in its row', async ({
    page,
    visit,
    admin,
    api,
    user,
    signIn,
  }) => {
    const mark = user.email.split('.')[1]!.split('@')[0]!;
    const first = `One ${mark}`;
    const second = `Two ${mark}`;
    const [, id] = await api.create({ companyName: first }, { companyName: second });
    await signIn(admin);
    const address = `/admin/pipelines${search(mark)}`;
    await visit(address);
    await row(page, second).getByRole('link', { name: 'Add a score' }).click();
    await page.getByRole('spinbutton', { name: `Score of ${second}, 0 to 10` }).fill('7.5');
    await page.getByRole('button', { name: 'Save score' }).click();
    await expectMessage(page, 'Success', 'Evaluation score updated successfully');
    await expect(row(page, second)).toContainText('7.5');
    expect(await admin.api.read(id!)).toMatchObject({ evaluationScore: 7.5 });
    await deleteDeal(page, first, { scripts: true, confirmed: true });
    await expectMessage(page, 'Success', 'Pipeline deleted successfully');
    await expectCompanies(page, [second]);
    await expect(page).toHaveURL(address);
    await row(page, second).getByRole('link', { name: 'Details', description: second }).click();
    await expect(page.getByRole('dialog', { name: `${second} - Company Details` })).toBeVisible();
  });

  /** Signs up the only users who wait on the strict site. Returns them by email. */
  async function signUpApplicants(
    { url }: Site,
    request: User['api']['request'],
  ): Promise<NewUser[]> {
    expect((await request.post(`${url}/api/auth/login`, { data: ADMIN })).ok()).toBe(true);
    const users = await (await request.get(`${url}/api/admin/users`)).json();
    for (const { id, approvalStatus } of users as { id: string; approvalStatus: string }[])
      if (approvalStatus === 'pending') await request.delete(`${url}/api/admin/users/${id}`);
    const applicants = [newUser('Anna'), newUser('Ben')];
    for (const data of applicants) {
      const answer = await request.post(`${url}/api/auth/signup`, { data });
      expect(answer.ok()).toBe(true);
    }
    expect((await request.post(`${url}/api/auth/login`, { data: ADMIN })).ok()).toBe(true);
    return applicants;
  }

  test(
    'approve and reject add a recent decision with its badge',
    { tag: '@both' },
    async ({ page, context, strictSite, request, ready, accessible }) => {
      const [anna, ben] = (await signUpApplicants(strictSite, request)) as [NewUser, NewUser];
      const { url } = strictSite;
      // Sets the time zone cookie, so that the page does not revalidate on load.
      await context.addCookies([
        ...(await request.storageState()).cookies,
        { name: 'tz', value: 'UTC', url },
      ]);
      await page.goto(`${url}/admin/approvals`);
      await ready();
      await expect(page.getByRole('link', { name: 'User Approvals 2' })).toBeVisible();
      const pending = page.getByRole('region', { name: 'Pending Approval' }).getByRole('listitem');
      const decisions = page
        .getByRole('region', { name: 'Recent Decisions' })
        .getByRole('listitem');
      await expect(pending).toHaveCount(2);
      const role = pending.getByRole('combobox', { name: 'Role of Anna Lindqvist' });
      await expect(role).toHaveValue('user');
      await role.selectOption('Manager');
      await pending.getByRole('button', { name: 'Approve Anna Lindqvist' }).click();
      await expectMessage(page, 'Success', 'User approved successfully');
      await expect(pending).toHaveCount(1);
      await expect(decisions.filter({ hasText: anna.email })).toContainText('Approved');
      await pending.getByRole('button', { name: 'Reject Ben Lindqvist' }).click();
      await expectMessage(page, 'Success', 'User rejected successfully');
      await expect(page.getByText('No pending user approvals')).toBeVisible();
      await expect(decisions.first()).toContainText(ben.email);
      await expect(decisions.first()).toContainText('Rejected');
      await accessible('decisions');
      await page.setViewportSize({ width: 390, height: 844 });
      const email = decisions.first().getByText(ben.email, { exact: true });
      const badge = decisions.first().getByText('Rejected', { exact: true });
      const { y } = (await email.boundingBox())!;
      expect((await badge.boundingBox())!.y, 'the badge is beside its user').toBeLessThan(y);
      await page.setViewportSize({ width: 1366, height: 768 });
      await page.goto(`${url}/admin`);
      await ready();
      await expect(page.getByText('Administrator', { exact: true })).toBeVisible();
      const row = page.getByRole('row').filter({ hasText: anna.email });
      await expect(row).toContainText('Manager');
    },
  );

  test('the admin area redirects users, and admins start there', async ({
    page,
    context,
    visit,
    user: _,
    expectedErrors,
  }) => {
    expectedErrors.push(403);
    const release = await holdRequests(page, /\/api\/login/);
    const answer = await page.goto('/admin');
    expect(answer?.status()).toBe(403);
    await expect(page.getByText('Manager or admin access required. Redirecting...')).toBeVisible();
    await expect(page.getByRole('table')).toHaveCount(0);
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Go to the home page' })).toBeVisible();
    await expect(page.getByText('Continue to sign in')).toHaveCount(0);
    release();
    await expect(page).toHaveURL('/dashboard');

    await context.clearCookies();
    await visit('/login');
    await submitLogin(page, ADMIN);
    await expect(page).toHaveURL('/admin');
    await expectMessage(page, 'Login successful', 'Welcome back!');
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/');
    await expectMessage(page, 'Logged out', 'You have been logged out successfully');
  });
});

test(
  'the first steps lead to backups, where an admin makes one',
  { tag: '@both' },
  async ({ page, visit, ready, admin, signIn, accessible }) => {
    await signIn(admin);
    await visit('/admin');
    const steps = page.getByRole('region', { name: 'First steps' });
    await steps.getByRole('link', { name: 'Make a backup' }).click();
    await expect(page).toHaveURL('/admin/system#backups');
    await expect(page.getByRole('heading', { name: 'Backups' })).toBeInViewport();
    await ready();
    const rows = page.getByRole('table', { name: 'Backups' }).getByRole('row');
    const before = Math.max(await rows.count(), 1);
    await page.getByRole('button', { name: 'Back up now' }).click();
    await expectMessage(page, 'Success', 'The backup was made');
    await expect(rows).toHaveCount(before + 1);
    await expect(rows.nth(1)).toContainText(/\d [KM]B/);
    await accessible('the System page with a backup');
  },
);
