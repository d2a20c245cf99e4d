import { expect, test } from './fixtures';
import { ageSessions, confirmIdentity, expectError, skipBrowserChecks } from './steps';

test.describe('API tokens (rules 1.45 and 11.27)', () => {
  test('a token is created, shown once, used, listed and ended', async ({
    page,
    visit,
    user,
    request,
    site,
    accessible,
    expectedErrors,
  }) => {
    expectedErrors.push(400, 403);
    await visit('/account');
    await page.getByRole('link', { name: 'New API token' }).click();
    await expect(page.getByLabel('Access')).toHaveValue('read');
    await expect(page.getByLabel('Valid for')).toHaveValue('90');
    await skipBrowserChecks(page);
    await page.getByLabel('Access').selectOption('Read and write');
    await page.getByRole('button', { name: 'Create token' }).click();
    await expectError(page, 'Name', 'Please enter a name');
    await expect(page.getByLabel('Access')).toHaveValue('write');
    await page.getByLabel('Name').fill('Importer');
    ageSessions(site);
    await page.getByRole('button', { name: 'Create token' }).click();
    await confirmIdentity(page, 'not the password');
    await expectError(page, 'Password', 'This is not your current password');
    await confirmIdentity(page, user.password);

    await expect(page.getByRole('heading', { name: 'API token created' })).toBeVisible();
    await accessible('a new token');
    const token = (await page.getByLabel('Token', { exact: true }).innerText()).trim();
    expect(token).toMatch(/^dp_[\w-]{43}$/);
    expect(page.url()).not.toContain(token);
    const create = () =>
      request.post(`${site.url}/api/pipelines`, {
        headers: { Authorization: `Bearer ${token}` },
        data: { companyName: 'Steadwick' },
      });
    expect((await create()).status()).toBe(201);

    await page.getByRole('link', { name: 'Done' }).click();
    const listed = page.getByRole('list', { name: 'API tokens' }).getByRole('listitem');
    await expect(listed).toContainText(['Importer']);
    await expect(listed).toContainText(['Read and write']);
    await expect(listed).toContainText([/Last used/]);
    await accessible('an account with a token');
    expect(await page.content()).not.toContain(token);
    await page.getByRole('button', { name: 'Revoke the token Importer' }).click();
    await expect(page.getByText('Token revoked', { exact: true })).toBeVisible();
    await expect(listed).toHaveCount(0);
    expect((await create()).status()).toBe(401);
  });
});
