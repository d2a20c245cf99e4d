import { expect, test } from './fixtures';
import { expectCompanies, row } from './steps';

test.describe('follow-ups (rules 17.5, 17.6 and 17.16)', () => {
  test('a follow-up is found, met with a note and leads back', async ({ page, visit, api }) => {
    const [due] = await api.create(
      { companyName: 'Alder', nextMeetingDate: 'ASAP', evaluationScore: 6 },
      { companyName: 'Birch', nextMeetingDate: '90 days', evaluationScore: 8 },
      { companyName: 'Cedar', evaluationScore: 9 },
    );
    await visit('/dashboard');
    await expect(row(page, 'Alder')).toContainText('due today');
    await expect(row(page, 'Birch')).not.toContainText('due in');
    const fields = page.getByRole('combobox', { name: 'Due' });
    await expect(fields).toBeHidden();
    await page.locator('.more-filters summary').click();
    await fields.selectOption('Due this week');
    await expectCompanies(page, ['Alder']);
    await expect(fields, 'open while one is used').toBeVisible();
    await expect(page).toHaveURL(/[?&]due=week/);

    await row(page, 'Alder').getByRole('link', { name: 'Details of Alder' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('due today')).toBeVisible();
    await dialog.getByRole('link', { name: 'Reschedule', exact: true }).click();
    await expect(page.getByRole('radio', { name: /^ASAP/ })).toBeChecked();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await expectCompanies(page, ['Alder']);

    await visit(`/pipeline/${due}/met?from=${encodeURIComponent('/dashboard?scoreMax=7')}`);
    await page.getByRole('textbox', { name: 'Note' }).fill('They sign in May');
    await page.getByRole('button', { name: 'Mark as met', exact: true }).click();
    await expect(page.getByText('Next meeting cleared, note added')).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard\?scoreMax=7/);
    await expectCompanies(page, ['Alder']);
    expect(await api.read(due!)).toMatchObject({ nextMeetingDate: null, nextMeetingDue: null });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('1 deal reverted')).toBeVisible();
    await expect(row(page, 'Alder')).toContainText('due today');

    await page.getByRole('link', { name: 'Remove filter Score: 7 or less' }).click();
    await expectCompanies(page, ['Cedar', 'Birch', 'Alder']);
    await expect(fields).toBeHidden();
    await page.locator('.more-filters summary').click();
    await page.getByRole('link', { name: 'Due, earliest first' }).click();
    await expectCompanies(page, ['Alder', 'Birch', 'Cedar']);
  });
});

test('a meeting gets a day and loses it', { tag: '@both' }, async ({ page, visit, api }) => {
  const [id] = await api.create({ companyName: 'Alder', nextMeetingDate: 'ASAP' });
  await visit(`/pipeline/${id}/later`);
  await page.getByLabel('Or on a day').fill('2199-12-04');
  await page.getByRole('button', { name: 'Reschedule', exact: true }).click();
  await expect(page.getByText('Next meeting: 360 days (Dec 4, 2199)').first()).toBeVisible();
  expect(await api.read(id!)).toMatchObject({ nextMeetingOn: '2199-12-04' });
  await visit(`/pipeline/${id}/edit`);
  await page.getByLabel('Next Meeting On').fill('');
  await page
    .getByRole('button', { name: /^(Save|Update)/ })
    .first()
    .click();
  await expect.poll(async () => (await api.read(id!)).nextMeetingOn).toBeNull();
});
