import { expect, test } from './fixtures';
import { expectMessage, openMenu } from './steps';

test.describe('merging deals (rules 23.15, 23.17 and 23.19)', () => {
  test('two deals are merged field by field and split again', async ({
    page,
    visit,
    ready,
    api,
    expectedErrors,
  }) => {
    expectedErrors.push(404);
    const [one, two] = await api.create(
      { companyName: 'Gantrywell', ceoName: 'Mei', comments: 'Cold' },
      { companyName: 'Gantrywell Ltd', ceoName: 'Kofi', comments: 'Warm', cooName: 'Cho' },
    );
    const noted = await api.request.post(`/api/pipelines/${two}/notes`, {
      data: { text: 'Called' },
    });
    expect(noted.ok()).toBe(true);

    await visit(`/pipeline/${one}`);
    await openMenu(page, 'More');
    await page.getByRole('link', { name: 'Merge', exact: true }).click();
    await page.getByRole('link', { name: 'Gantrywell Ltd' }).click();
    await expect(page).toHaveURL(`/pipeline/${one}/merge?other=${two}`);
    await ready();
    const side = (field: string, whose: string) =>
      page.getByRole('group', { name: field, exact: true }).getByRole('radio', { name: whose });
    await expect(page.getByText('1 note and its history move to this deal.')).toBeVisible();
    await expect(side('CEO', 'The other deal: Kofi')).toBeChecked();
    await expect(side('Comments', 'The other deal: Warm')).toBeChecked();
    await expect(page.getByRole('group', { name: 'Industries' })).toBeHidden();
    await side('CEO', 'This deal: Mei').check();
    await page.getByRole('button', { name: 'Merge', exact: true }).click();
    await expectMessage(page, 'Success', 'Gantrywell Ltd was merged into this deal');
    await expect(page).toHaveURL(`/pipeline/${one}`);
    await expect(page.getByRole('heading', { name: 'Gantrywell Ltd' })).toBeVisible();
    expect(await api.read(one!)).toMatchObject({ ceoName: 'Mei', comments: 'Warm' });
    await expect(page.getByRole('main').getByText('Called')).toBeVisible();

    await visit(`/pipeline/${two}/history`);
    await expect(page).toHaveURL(`/pipeline/${one}/history`);
    await expect(page.getByText('Merged into')).toBeVisible();
    await page.getByRole('link', { name: 'Gantrywell Ltd' }).first().click();
    await page.getByRole('link', { name: 'Split again' }).click();
    await page.getByRole('button', { name: 'Split', exact: true }).click();
    await expectMessage(page, 'Success', 'Gantrywell Ltd is a separate deal again');
    await expect(page.getByRole('heading', { name: 'Gantrywell', exact: true })).toBeVisible();
    expect(await api.read(one!)).toMatchObject({ companyName: 'Gantrywell', comments: 'Cold' });
    expect(await api.read(two!)).toMatchObject({ ceoName: 'Kofi', cooName: 'Cho' });

    await visit(`/pipeline/${one}/merge?other=${two}`);
    await page.getByRole('button', { name: 'Merge', exact: true }).click();
    await expectMessage(page, 'Success', 'Gantrywell Ltd was merged into this deal');
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expectMessage(page, 'Success', 'Gantrywell Ltd restored');
    expect(await api.exists(two!)).toBe(true);
  });
});
