import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { type NewUser, Api, expect, newUser, type User, test } from './fixtures';
import { ADMIN, type Site } from './site';
import {
  deletePipeline,
  expectCompanies,
  expectError,
  expectMessage,
  fullName,
  holdRequests,
  row,
  skipBrowserChecks,
} from './steps';

/** Tests share the site, so each looks only at its own users and deals. */
const search = (text: string) => `?${new URLSearchParams({ search: text })}`;
const figure = (page: Page, label: string) =>
  page
    .getByRole('region', { name: 'Summary' })
    .getByText(label, { exact: true })
    .locator('xpath=following-sibling::p');

/** Creates a manager through the API. */
async function makeManager(
  admin: User,
  request: User['api']['request'],
  site: Site,
): Promise<User> {
  const credentials = newUser('Mara');
  expect(
    (await admin.api.request.post('/api/admin/users/manager', { data: credentials })).ok(),
  ).toBe(true);
  const answer = await request.post(`${site.url}/api/auth/login`, { data: credentials });
  const { user } = (await answer.json()) as { user: { id: string } };
  return { ...credentials, ...user, api: new Api(request) };
}

/** Answers a confirmation: a browser dialog, or without scripts a page. */
async function answerDialog(
  page: Page,
  button: Locator,
  { sentence, scripts, confirmed }: { sentence: string; scripts: boolean; confirmed: boolean },
): Promise<void> {
  if (scripts) {
    const asked = page.waitForEvent('dialog');
    const clicked = button.click();
    const dialog = await asked;
    expect(dialog.message()).toBe(sentence);
    await (confirmed ? dialog.accept() : dialog.dismiss());
    return clicked;
  }
  await button.click();
  await expect(page.getByText(sentence)).toBeVisible();
  await (
    confirmed
      ? page.getByRole('button', { name: 'Delete' })
      : page.getByRole('link', { name: 'Cancel' })
  ).click();
}

test('an admin starts in the admin area, and logging out there leads to the landing page', async ({
  page,
  visit,
}) => {
  await visit('/login');
  await page.getByLabel('Email').fill(ADMIN.email);
  await page.getByLabel('Password *').fill(ADMIN.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/admin');
  await expectMessage(page, 'Login successful', 'Welcome back!');
  await expect(page.getByText('Administrator', { exact: true })).toBeVisible();
  await visit('/');
  await expect(page).toHaveURL('/admin');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
  await expectMessage(page, 'Logged out', 'You have been logged out successfully');
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible();
});

test(
  'figures and tabs show totals',
  { tag: '@scripts' },
  async ({ page, visit, admin, api, signIn }) => {
    await api.create({ companyName: 'One' }, { companyName: 'Two' });
    await signIn(admin);
    await visit('/admin');
    const users = (
      (await (await admin.api.request.get('/api/admin/users')).json()) as unknown[]
    ).length.toLocaleString('en');
    const pipelines = (await admin.api.list()).length.toLocaleString('en');
    await expect(figure(page, 'Total Users')).toHaveText(users);
    await expect(figure(page, 'Total Deals')).toHaveText(pipelines);
    await expect(figure(page, 'Active This Month')).toHaveText(pipelines);
    await expect(figure(page, 'System Health')).toHaveText('99%');
    const tabs = page.getByRole('navigation', { name: 'Administration' });
    await expect(tabs.getByRole('link')).toHaveText([
      `User Management ${users}`,
      'User Approvals 0',
      `All Pipelines ${pipelines}`,
      'History',
      'Fields',
      'Lists',
      'Trash',
      'System',
    ]);
    await expect(tabs.getByRole('link', { name: 'User Management' })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await tabs.getByRole('link', { name: 'User Approvals' }).click();
    await expect(page).toHaveURL('/admin/approvals');
    await expect(page.getByText('No pending user approvals')).toBeVisible();
    await tabs.getByRole('link', { name: 'All Pipelines' }).click();
    await expect(page).toHaveURL('/admin/pipelines');
    await expect(tabs.getByRole('link', { name: 'All Pipelines' })).toHaveAttribute(
      'aria-current',
      'page',
    );
  },
);

test.describe('users', () => {
  test(
    'are listed with role, group and permitted actions',
    { tag: '@scripts' },
    async ({ page, visit, admin, user, signIn, request, site }) => {
      const manager = await makeManager(admin, request, site);
      await signIn(admin);
      await visit('/admin');
      for (const name of ['User', 'Email', 'Role', 'Group', 'Created', 'Actions'])
        await expect(page.getByRole('columnheader', { name, exact: true })).toBeVisible();
      const today = new Intl.DateTimeFormat('en-US', {
        dateStyle: 'medium',
        timeZone: 'UTC',
      }).format(new Date());
      for (const [member, role] of [
        [user, 'User'],
        [manager, 'Manager'],
      ] as const) {
        const line = row(page, member.email);
        for (const text of [fullName(member), member.email, role, today])
          await expect(line.getByText(text, { exact: true })).toBeVisible();
        await expect(
          line.getByRole('combobox', { name: `Group of ${fullName(member)}` }),
        ).toHaveValue('CCBI');
        await expect(line.getByRole('link', { name: `Delete ${fullName(member)}` })).toBeVisible();
      }

      await visit(`/admin${search(ADMIN.email)}`);
      const line = row(page, ADMIN.email);
      await expect(line.getByText('Admin', { exact: true })).toBeVisible();
      for (const role of ['checkbox', 'combobox', 'button'] as const)
        await expect(line.getByRole(role)).toHaveCount(0);
      await expect(line.getByRole('link', { name: /^Delete/ })).toHaveCount(0);
    },
  );

  test(
    'are found by name and email',
    { tag: '@scripts' },
    async ({ page, visit, admin, signUp, signIn }) => {
      const ottilie = await signUp('Ottilie');
      await signIn(admin);
      await visit('/admin');
      await page.getByRole('searchbox', { name: 'Search users' }).fill(ottilie.email.toUpperCase());
      await expect(page.getByRole('row')).toHaveCount(2);
      await expect(row(page, ottilie.email)).toBeVisible();
      await visit(`/admin${search('nobody is called this')}`);
      await expect(page.getByText('No matching users')).toBeVisible();
      await page.getByRole('link', { name: 'Clear search' }).click();
      await expect(page).toHaveURL('/admin');
    },
  );

  test('move to another group', async ({ page, visit, admin, user, signIn, scripts, api }) => {
    const [id] = await api.create({ companyName: 'Steadwick' });
    await signIn(admin);
    await visit(`/admin${search(user.email)}`);
    const group = page.getByRole('combobox', { name: `Group of ${fullName(user)}` });
    await expect(group.getByRole('option')).toHaveText(['CCIA', 'CCBI', 'Alibaba', 'OnBS']);
    await group.selectOption('OnBS');
    if (!scripts)
      await page.getByRole('button', { name: `Save group of ${fullName(user)}` }).click();
    await expectMessage(page, 'Success', 'User group updated successfully');
    await expect(group).toHaveValue('OnBS');
    await expect(page).toHaveURL(`/admin${search(user.email)}`);
    expect(await api.read(id!), "a deal is of its owner's group").toMatchObject({ group: 'OnBS' });
  });

  test('are added with an account that can log in', async ({
    page,
    visit,
    admin,
    signIn,
    refusals,
    signUp,
    request,
    site,
  }) => {
    refusals.push(400, 409);
    const taken = await signUp();
    const credentials = { ...newUser('Nils'), password: 'sixsix' };
    await signIn(admin);
    await visit('/admin');
    await page.getByRole('link', { name: 'Add User' }).click();
    await expect(page).toHaveURL('/admin?add=');
    const dialog = page.getByRole('dialog', { name: 'Add User' });
    await dialog.getByLabel('Email').fill('nils@nowhere');
    await dialog.getByLabel('Password *').fill('short');
    await dialog.getByLabel('First name (optional)').fill('Nils');
    await skipBrowserChecks(page);
    await dialog.getByRole('button', { name: 'Add User' }).click();
    await expectError(page, 'Email', 'Invalid email address');
    await expectError(page, 'Password', 'Password must be at least 6 characters');
    await expect(dialog.getByLabel('Email')).toHaveValue('nils@nowhere');
    await expect(dialog.getByLabel('First name (optional)')).toHaveValue('Nils');
    expect(await page.content(), 'passwords are not sent back').not.toContain('value="short"');

    await dialog.getByLabel('Email').fill(taken.email);
    await dialog.getByLabel('Password *').fill(credentials.password);
    await dialog.getByRole('button', { name: 'Add User' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Failed to create user account');

    await dialog.getByLabel('Email').fill(credentials.email);
    await dialog.getByLabel('Password *').fill(credentials.password);
    await dialog.getByRole('button', { name: 'Add User' }).click();
    await expectMessage(page, 'Success', 'User created successfully');
    await expect(page).toHaveURL('/admin');
    await expect(dialog).toBeHidden();
    await expect(row(page, credentials.email).getByText('User', { exact: true })).toBeVisible();
    expect((await request.post(`${site.url}/api/auth/login`, { data: credentials })).status()).toBe(
      200,
    );
  });

  test('become managers through Create Manager', async ({
    page,
    visit,
    admin,
    signIn,
    refusals,
    signUp,
    request,
    site,
  }) => {
    refusals.push(400, 409);
    const taken = await signUp();
    const credentials = newUser('Mara');
    await signIn(admin);
    await visit('/admin');
    await page.getByRole('link', { name: 'Create Manager' }).click();
    await expect(page).toHaveURL('/admin?manager=');
    const dialog = page.getByRole('dialog', { name: 'Create Manager' });
    const create = dialog.getByRole('button', { name: 'Create Manager' });
    await dialog.getByLabel('Email').fill('mara');
    await dialog.getByLabel('Password *').fill('sevenis');
    await skipBrowserChecks(page);
    await create.click();
    await expectError(page, 'Email', 'Please enter a valid email address');
    await expectError(page, 'Password', 'Password must be at least 8 characters long');

    await dialog.getByLabel('Email').fill(taken.email);
    await dialog.getByLabel('Password *').fill(credentials.password);
    await create.click();
    await expect(dialog.getByRole('alert')).toContainText('Failed to create manager account');
    await expect(dialog.getByLabel('Email')).toHaveValue(taken.email);

    await dialog.getByLabel('Email').fill(credentials.email);
    await dialog.getByLabel('Password *').fill(credentials.password);
    await create.click();
    await expectMessage(page, 'Success', 'Manager account created successfully');
    await expect(row(page, credentials.email).getByText('Manager', { exact: true })).toBeVisible();
    await expect(row(page, credentials.email)).toContainText('No Name');
    const answer = await request.post(`${site.url}/api/auth/login`, { data: credentials });
    expect(await answer.json()).toMatchObject({ user: { role: 'manager' } });
  });

  test('are deleted with their deals after confirmation', async ({
    page,
    visit,
    admin,
    user,
    signIn,
    api,
  }) => {
    const [id] = await api.create({ companyName: 'Steadwick' });
    await signIn(admin);
    const address = `/admin${search(user.email)}`;
    await visit(address);
    const button = page.getByRole('link', { name: `Delete ${fullName(user)}` });
    const sentence = `Delete ${fullName(user)}? All of this user's pipelines are deleted too.`;
    // With deals to hand over, it asks on a page with scripts too.
    await answerDialog(page, button, { sentence, scripts: false, confirmed: false });
    await expect(page).toHaveURL(address);
    await expect(row(page, user.email)).toBeVisible();
    await answerDialog(page, button, { sentence, scripts: false, confirmed: true });
    await expectMessage(page, 'Success', 'User deleted successfully');
    await expect(page).toHaveURL(address);
    await expect(page.getByText('No matching users')).toBeVisible();
    expect(await admin.api.exists(id!)).toBe(false);
    expect((await user.api.request.get('/api/auth/user')).status()).toBe(401);
  });

  test('bulk deletion names and counts users, and skips those already deleted', async ({
    page,
    visit,
    admin,
    signUp,
    signIn,
  }) => {
    const last = newUser('x').email.slice(2, 12);
    const users = [
      await signUp(`Bulk${last}a`),
      await signUp(`Bulk${last}b`),
      await signUp(`Bulk${last}c`),
      await signUp(`Bulk${last}d`),
    ];
    const [anna, ben, cleo, dora] = users as [User, User, User, User];
    await ben.api.create({ companyName: 'One' }, { companyName: 'Two' });
    await signIn(admin);
    const address = `/admin${search(`Bulk${last}`)}`;
    await visit(address);
    await expect(page.getByRole('row')).toHaveCount(5);
    for (const { firstName, lastName } of [anna, ben, cleo])
      await page.getByRole('checkbox', { name: `Select ${firstName} ${lastName}` }).check();
    await page.getByRole('button', { name: 'Bulk Delete' }).click();
    await expect(page.getByRole('heading', { name: 'Delete 3 users?' })).toBeVisible();
    await expect(page.getByText("All of these users' pipelines are deleted too.")).toBeVisible();
    const going = page.getByRole('list', { name: 'To be deleted' });
    await expect(going.getByRole('listitem')).toHaveText([
      `${fullName(cleo)}${cleo.email} · 0 pipelines`,
      `${fullName(ben)}${ben.email} · 2 pipelines`,
      `${fullName(anna)}${anna.email} · 0 pipelines`,
    ]);
    await page.getByRole('link', { name: 'Cancel' }).click();
    await expect(page).toHaveURL(address);
    await expect(page.getByRole('row')).toHaveCount(5);

    for (const { firstName, lastName } of [anna, ben, cleo])
      await page.getByRole('checkbox', { name: `Select ${firstName} ${lastName}` }).check();
    await page.getByRole('button', { name: 'Bulk Delete' }).click();
    await expect(going).toBeVisible();
    await admin.api.request.delete(`/api/admin/users/${anna.id}`);
    await page.getByRole('button', { name: 'Delete 3 users' }).click();
    await expectMessage(page, 'Success', '2 users deleted, 1 skipped: it no longer exists');
    await expect(page).toHaveURL(address);
    await expect(page.getByRole('row')).toHaveCount(2);
    await expect(row(page, dora.email)).toBeVisible();
  });

  test('Bulk Delete without a selection deletes nothing', async ({
    page,
    visit,
    admin,
    signIn,
    scripts,
    user,
  }) => {
    await signIn(admin);
    await visit(`/admin${search(user.email)}`);
    const button = page.getByRole('button', { name: 'Bulk Delete' });
    if (scripts) {
      await expect(button).toBeDisabled();
      await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
      await expect(button).toHaveText('Bulk Delete(1)');
      await page.getByRole('checkbox', { name: `Select ${fullName(user)}` }).uncheck();
      await expect(button).toBeDisabled();
      return;
    }
    await button.click();
    await expectMessage(page, 'No users selected', 'Select the users to delete first.');
    await expect(page).toHaveURL(`/admin${search(user.email)}`);
  });
});

test.describe('approvals', () => {
  interface Applicant extends NewUser {
    id: string;
  }

  /** Opens the approvals of the strict site, with only the named users pending. */
  async function openApprovals(
    {
      page,
      strictSite,
      request,
      ready,
    }: {
      page: Page;
      strictSite: Site;
      request: User['api']['request'];
      ready: () => Promise<void>;
    },
    ...names: string[]
  ): Promise<Applicant[]> {
    const { url } = strictSite;
    expect((await request.post(`${url}/api/auth/login`, { data: ADMIN })).ok()).toBe(true);
    type User = Applicant & { approvalStatus: string };
    const users = async () =>
      (await (await request.get(`${url}/api/admin/users`)).json()) as User[];
    for (const { id, approvalStatus } of await users())
      if (approvalStatus === 'pending') await request.delete(`${url}/api/admin/users/${id}`);
    const applicants = names.map((name) => newUser(name));
    for (const applicant of applicants)
      expect(
        (
          await fetch(`${url}/api/auth/signup`, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify(applicant),
          })
        ).ok,
      ).toBe(true);
    const known = await users();
    // With a time zone cookie the page does not revalidate on load.
    await page
      .context()
      .addCookies([...(await request.storageState()).cookies, { name: 'tz', value: 'UTC', url }]);
    await page.goto(`${url}/admin/approvals`);
    await ready();
    return applicants.map((credentials) => ({
      ...credentials,
      id: known.find(({ email }) => email === credentials.email)!.id,
    }));
  }
  const pending = (page: Page) => page.getByRole('region', { name: 'Pending Approval' });
  const decisions = (page: Page) => page.getByRole('region', { name: 'Recent Decisions' });

  test('approve and reject add a recent decision with its badge (rule 9.13)', async ({
    page,
    strictSite,
    request,
    ready,
  }) => {
    const [anna, ben] = (await openApprovals(
      { page, strictSite, request, ready },
      'Anna',
      'Ben',
    )) as [Applicant, Applicant];
    await expect(page.getByRole('link', { name: 'User Approvals 2' })).toBeVisible();
    await expect(pending(page).getByRole('listitem')).toHaveCount(2);
    const waiting = pending(page).getByRole('listitem').filter({ hasText: anna.email });
    await expect(waiting).toContainText('Anna Lindqvist');
    await expect(waiting).toContainText(/Registered \w{3} \d{1,2}, \d{4}/);
    await waiting.getByRole('button', { name: 'Approve Anna Lindqvist' }).click();
    await expectMessage(page, 'Success', 'User approved successfully');
    await expect(pending(page).getByRole('listitem')).toHaveCount(1);
    await expect(
      decisions(page)
        .getByRole('listitem')
        .filter({ hasText: anna.email })
        .getByText('Approved', { exact: true }),
    ).toBeVisible();

    await pending(page).getByRole('button', { name: 'Reject Ben Lindqvist' }).click();
    await expectMessage(page, 'Success', 'User rejected successfully');
    await expect(page.getByText('No pending user approvals')).toBeVisible();
    await expect(decisions(page).getByRole('listitem').first()).toContainText(ben.email);
    await expect(
      decisions(page).getByRole('listitem').first().getByText('Rejected', { exact: true }),
    ).toBeVisible();

    const status = async ({ email, password }: NewUser) =>
      (
        await fetch(`${strictSite.url}/api/auth/login`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ email, password }),
        })
      ).status;
    expect(await status(anna)).toBe(200);
    expect(await status(ben)).toBe(403);
  });
});

test.describe('all pipelines', () => {
  /** Creates deals of two owners, marked by name to distinguish them from other tests' deals. */
  async function makePipelines(signUp: (firstName?: string) => Promise<User>) {
    const mark = newUser('q').email.slice(2, 12);
    const [anna, zoe] = [await signUp('Anna'), await signUp('Zoe')];
    const [one] = await zoe.api.create({
      companyName: `One ${mark}`,
      industries: ['IOT'],
      fundingRound: 'B',
      evaluationScore: 3,
    });
    const [two] = await anna.api.create({
      companyName: `Two ${mark}`,
      industries: ['AI'],
      fundingRound: 'Seed',
    });
    const [three] = await anna.api.create({
      companyName: `Three ${mark}`,
      industries: ['DX'],
      fundingRound: 'D',
      nextMeetingDate: 'ASAP',
    });
    return {
      mark,
      anna,
      zoe,
      ids: [one!, two!, three!] as const,
      names: { one: `One ${mark}`, two: `Two ${mark}`, three: `Three ${mark}` },
    };
  }

  test(
    'the deals of all users are filtered and sorted',
    { tag: '@scripts' },
    async ({ page, visit, admin, signIn, signUp }) => {
      const { mark, anna, zoe, names } = await makePipelines(signUp);
      await admin.api.request.put(`/api/admin/users/${zoe.id}/group`, {
        data: { group: 'Alibaba' },
      });
      await signIn(admin);
      await visit('/admin/pipelines');
      await page.getByRole('searchbox', { name: 'Search companies' }).fill(mark);
      await expectCompanies(page, [names.three, names.two, names.one]);
      await expect(page.getByText('3 deals', { exact: true })).toBeVisible();
      await expect(
        row(page, names.one).getByRole('cell', { name: 'Zoe', exact: true }),
      ).toBeVisible();
      await expect(row(page, names.three)).toContainText('URGENT');

      const choose = async (label: string, value: string, companies: string[]) => {
        await page.getByRole('combobox', { name: label }).selectOption(value);
        await expectCompanies(page, companies);
      };
      await choose('Sort', 'Oldest First', [names.one, names.two, names.three]);
      await choose('Sort', 'User Name Z-A', [names.one, names.three, names.two]);
      await choose('Sort', 'Industry A-Z', [names.two, names.three, names.one]);
      await choose('Sort', 'Industry Z-A', [names.one, names.three, names.two]);
      await choose('Sort', 'Round, earliest first', [names.two, names.one, names.three]);
      await choose('Sort', 'Round, latest first', [names.three, names.one, names.two]);
      await choose('Industry', 'AI', [names.two]);
      await choose('Industry', 'All Industries', [names.three, names.one, names.two]);
      await choose('Round', 'Series B', [names.one]);
      await choose('Round', 'All Rounds', [names.three, names.one, names.two]);
      await choose('Group', 'Alibaba', [names.one]);
      await choose('Group', 'All Groups', [names.three, names.one, names.two]);
      await choose('User', `Anna (${anna.email})`, [names.three, names.two]);
      await page.getByRole('link', { name: 'Remove filter User: Anna' }).click();
      await expectCompanies(page, [names.three, names.one, names.two]);
      await expect(
        page
          .getByRole('combobox', { name: 'Industry' })
          .getByRole('option', { name: 'CB', exact: true }),
      ).toBeAttached();
    },
  );

  test('a score is changed and a deal is deleted in its row (rule 9.16)', async ({
    page,
    visit,
    admin,
    signIn,
    signUp,
    scripts,
  }) => {
    const { mark, ids, names } = await makePipelines(signUp);
    await signIn(admin);
    const address = `/admin/pipelines${search(mark)}`;
    await visit(address);
    await row(page, names.two).getByRole('link', { name: 'Add a score' }).click();
    await page.getByRole('spinbutton', { name: `Score of ${names.two}, 0 to 10` }).fill('7.5');
    await page.getByRole('button', { name: 'Save score' }).click();
    await expectMessage(page, 'Success', 'Evaluation score updated successfully');
    await expect(row(page, names.two)).toContainText('7.5');
    expect(await admin.api.read(ids[1])).toMatchObject({ evaluationScore: 7.5 });
    await deletePipeline(page, names.one, { scripts, confirmed: true });
    await expectMessage(page, 'Success', 'Pipeline deleted successfully');
    await expectCompanies(page, [names.three, names.two]);
    await expect(page).toHaveURL(address);
    await row(page, names.two).getByRole('link', { name: 'Details', exact: true }).click();
    await expect(
      page.getByRole('dialog', { name: `${names.two} - Company Details` }),
    ).toBeVisible();
  });

  test('bulk deletion names and counts deals, and skips those already deleted', async ({
    page,
    visit,
    admin,
    signIn,
    signUp,
  }) => {
    const { mark, ids, names } = await makePipelines(signUp);
    await signIn(admin);
    const address = `/admin/pipelines${search(mark)}`;
    await visit(address);
    for (const name of [names.one, names.two])
      await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    await page.getByRole('button', { name: 'Delete Selected' }).click();
    await expect(page.getByRole('heading', { name: 'Delete 2 pipelines?' })).toBeVisible();
    await expect(
      page.getByText(
        'Are you sure you want to delete these pipelines? Their evaluations are deleted too.',
      ),
    ).toBeVisible();
    await expect(
      page.getByRole('list', { name: 'To be deleted' }).getByRole('listitem'),
    ).toHaveText([`${names.one}Zoe`, `${names.two}Anna`]);
    await admin.api.request.delete(`/api/admin/pipelines/${ids[0]}`);
    await page.getByRole('button', { name: 'Delete 2 pipelines' }).click();
    await expectMessage(page, 'Success', '1 pipeline deleted, 1 skipped: it no longer exists');
    await expect(page).toHaveURL(address);
    await expectCompanies(page, [names.three]);
  });

  test('Delete Selected without a selection deletes nothing', async ({
    page,
    visit,
    admin,
    signIn,
    signUp,
    scripts,
  }) => {
    const { mark, names } = await makePipelines(signUp);
    await signIn(admin);
    await visit(`/admin/pipelines${search(mark)}`);
    const button = page.getByRole('button', { name: 'Delete Selected' });
    if (scripts) return expect(button).toBeDisabled();
    await button.click();
    await expectMessage(page, 'No pipelines selected', 'Select the pipelines to delete first.');
    await expectCompanies(page, [names.three, names.two, names.one]);
  });

  test(
    'the export contains the filtered deals (rule 8.1)',
    { tag: '@scripts' },
    async ({ page, visit, admin, signIn, signUp }) => {
      const { mark, names } = await makePipelines(signUp);
      await signIn(admin);
      await visit(`/admin/pipelines?search=${mark}&round=Seed`);
      const downloaded = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Export Excel' }).click();
      const download = await downloaded;
      await expectMessage(page, 'Export successful', 'Pipeline data has been exported to Excel');
      const sheet = strFromU8(
        unzipSync(readFileSync(await download.path()))['xl/worksheets/sheet1.xml']!,
      );
      expect(sheet).toContain(names.two);
      expect(sheet).not.toContain(names.one);
    },
  );

  test(
    'shows a message if no deal matches (rule 4.18)',
    { tag: '@scripts' },
    async ({ page, visit, admin, signIn }) => {
      await signIn(admin);
      await visit('/admin/pipelines?search=no-company-is-called-this');
      await expect(page.getByText('No pipelines found')).toBeVisible();
      await page.getByRole('link', { name: 'Clear filters' }).click();
      await expect(page).toHaveURL('/admin/pipelines');
    },
  );
});

test(
  'a manager sees users, deals and the actions for managers (rule 2.7)',
  { tag: '@scripts' },
  async ({ page, visit, admin, user, signIn, request, site }) => {
    const manager = await makeManager(admin, request, site);
    const [id] = await user.api.create({ companyName: 'Ibex & Thistle' });
    await signIn(manager);
    await visit('/');
    await expect(page).toHaveURL('/dashboard');
    await page.getByRole('banner').getByRole('link', { name: 'Admin' }).click();
    await expect(page).toHaveURL('/admin');
    await expect(page.getByRole('link', { name: 'Add User' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Create Manager' })).toHaveCount(0);
    await expect(page.getByRole('combobox')).toHaveCount(0);
    await expect(
      row(page, user.email).getByRole('cell', { name: 'CCBI', exact: true }),
    ).toBeVisible();
    await expect(
      row(page, user.email).getByRole('link', { name: `Delete ${fullName(user)}` }),
    ).toBeVisible();
    await expect(row(page, manager.email).getByRole('link', { name: /^Delete/ })).toHaveCount(0);
    await visit('/admin?manager');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await visit(`/pipeline/${id}/edit`);
    await expect(page.getByLabel('Company name')).toHaveValue('Ibex & Thistle');
  },
);

test(
  'the admin area refuses an ordinary user and moves on to the dashboard (rules 2.6 and 12.5)',
  { tag: '@scripts' },
  async ({ page, user: _, refusals }) => {
    refusals.push(403);
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
  },
);
