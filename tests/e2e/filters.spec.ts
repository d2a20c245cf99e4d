import { expect, test } from './fixtures';
import { expectCompanies, openMenu } from './steps';

const PIPELINES = [
  {
    companyName: 'Alder',
    industries: ['AI'],
    fundingRound: 'Seed',
    evaluationScore: 5,
    nextMeetingDate: '90 days',
  },
  { companyName: 'Birch', industries: ['DX', 'AI'], fundingRound: 'A', nextMeetingDate: 'ASAP' },
  {
    companyName: 'Cedar',
    ceoName: '森 大地',
    industries: ['Fintech'],
    fundingRound: 'A',
    evaluationScore: 9.1,
    nextMeetingDate: 'N/A',
  },
];

test.describe('filters and sorting (rules 4.1, 4.6, 4.14, 4.16, 4.17, 4.18, 4.24, 5.6 and 5.21)', () => {
  test('search finds companies and leaders, headers cycle the sort', async ({
    page,
    visit,
    api,
  }) => {
    const [alder] = await api.create(...PIPELINES);
    await visit('/dashboard');
    await expectCompanies(page, ['Cedar', 'Birch', 'Alder']);
    await page.getByPlaceholder('Search companies...').fill('BIR');
    await expectCompanies(page, ['Birch']);
    await expect(page).toHaveURL(/[?&]search=BIR/);
    await page.getByPlaceholder('Search companies...').fill('大地');
    await page.getByPlaceholder('Search companies...').press('Enter');
    await expectCompanies(page, ['Cedar']);
    await page.getByRole('link', { name: 'Remove filter Search: 大地' }).click();
    await expectCompanies(page, ['Cedar', 'Birch', 'Alder']);
    await expect(page.getByPlaceholder('Search companies...')).toHaveValue('');
    await page.getByPlaceholder('Search companies...').fill('nothing is called this');
    await expect(page.getByText('No matching deals')).toBeVisible();
    await page.getByRole('link', { name: 'Clear filters' }).click();
    await expectCompanies(page, ['Cedar', 'Birch', 'Alder']);

    await api.update(alder!, { comments: 'Changed' });
    await page.reload();
    const header = (name: string) => page.getByRole('columnheader', { name });
    const newest = ['Cedar', 'Birch', 'Alder'];
    for (const [name, sorted, companies] of [
      ['Score', 'descending', ['Cedar', 'Alder', 'Birch']],
      ['Score', 'ascending', ['Birch', 'Alder', 'Cedar']],
      ['Next Meeting', 'ascending', ['Birch', 'Alder', 'Cedar']],
      ['Next Meeting', 'descending', ['Alder', 'Birch', 'Cedar']],
      ['Next Meeting', 'none', newest],
      ['Last Updated', 'descending', ['Alder', 'Cedar', 'Birch']],
      ['Last Updated', 'ascending', ['Birch', 'Cedar', 'Alder']],
      ['Last Updated', 'none', newest],
    ] as const) {
      await header(name).getByRole('link').click();
      await expect(header(name)).toHaveAttribute('aria-sort', sorted);
      const others = page.locator('th[aria-sort]:not([aria-sort=none])');
      await expect(others).toHaveCount(sorted === 'none' ? 0 : 1);
      await expectCompanies(page, [...companies]);
    }
    await expect(page).toHaveURL('/dashboard');
  });

  test(
    'industry and round narrow the list, chips widen it',
    { tag: '@both' },
    async ({ page, visit, api, scripts }) => {
      const apply = async () => {
        if (!scripts) await page.getByRole('button', { name: 'Apply' }).click();
      };
      await api.create(...PIPELINES);
      await visit('/dashboard');
      await page.getByRole('combobox', { name: 'Industry' }).selectOption('AI');
      await apply();
      await expectCompanies(page, ['Birch', 'Alder']);
      await page.getByRole('combobox', { name: 'Round' }).selectOption('Series A');
      await apply();
      await expectCompanies(page, ['Birch']);
      await expect(page.getByText('1 deal', { exact: true })).toBeVisible();
      await expect(page.getByRole('list', { name: 'Active filters' }).getByRole('link')).toHaveText(
        ['Industry: AI', 'Round: Series A'],
      );

      await page.getByRole('link', { name: 'Remove filter Industry: AI' }).click();
      await expectCompanies(page, ['Cedar', 'Birch']);
      await expect(page.getByRole('combobox', { name: 'Industry' })).toHaveValue('');
      await expect(page.getByRole('combobox', { name: 'Round' })).toHaveValue('A');
      await page.getByRole('link', { name: 'Remove filter Round: Series A' }).click();
      await expectCompanies(page, ['Cedar', 'Birch', 'Alder']);
      await expect(page.getByRole('list', { name: 'Active filters' })).toBeHidden();
    },
  );

  test('staff filter by owner in a dialog', async ({ page, visit, admin, signIn, signUp }) => {
    const chiara = await signUp('Chiara');
    const ben = await signUp('Ben');
    await chiara.api.create({ companyName: "Chiara's deal" });
    await ben.api.create({ companyName: "Ben's deal" });
    await signIn(admin);
    await visit('/dashboard');
    await expect(
      page
        .getByRole('row')
        .filter({ hasText: "Chiara's deal" })
        .getByRole('cell', { name: "Chiara Change owner of Chiara's deal", exact: true }),
    ).toBeVisible();
    const dialog = page.getByRole('dialog', { name: 'Filter by Owner' });
    await page.getByRole('link', { name: 'Filter by Owner' }).click();
    await expect(dialog).toBeVisible();
    await dialog.getByRole('link', { name: `Chiara ${chiara.email}` }).click();
    await expect(dialog).toBeHidden();
    await expectCompanies(page, ["Chiara's deal"]);
    await expect(page).toHaveURL(`/dashboard?userId=${chiara.id}`);
    await page.getByRole('link', { name: 'Remove filter Owner: Chiara' }).click();
    await expect(page.getByRole('row').filter({ hasText: "Ben's deal" })).toBeVisible();
  });

  test('long lists have pages', async ({ page, visit, api }) => {
    const names = Array.from({ length: 54 }, (_, i) => `Company ${String(i + 1).padStart(2, '0')}`);
    await api.create(...names.map((companyName) => ({ companyName, industries: ['AI'] })));
    await visit('/dashboard?sort=oldest');
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await expectCompanies(page, names.slice(0, 50));
    await expect(pages).toContainText('1–50 of 54 deals');
    await expect(pages.getByRole('link', { name: 'Previous page' })).toBeHidden();
    await pages.getByRole('link', { name: 'Next page' }).click();
    await expectCompanies(page, names.slice(50));
    await expect(pages).toContainText('51–54 of 54 deals');
    await expect(pages.getByRole('link', { name: 'Next page' })).toBeHidden();
    await openMenu(page, 'Options');
    await page.getByRole('link', { name: '25 rows per page' }).click();
    await expectCompanies(page, names.slice(0, 25));
    await expect(pages.getByRole('listitem')).toHaveText(['Page 1', '2', '3']);
    await pages.getByRole('link', { name: 'Next page' }).click();
    await expectCompanies(page, names.slice(25, 50));
    await page.getByRole('combobox', { name: 'Industry' }).selectOption('AI');
    await expect(pages).toContainText('1–25 of 54 deals');
    await expectCompanies(page, names.slice(0, 25));
  });

  test('each figure leads to the deals that it counts', async ({ page, visit, api }) => {
    await api.create(
      { companyName: 'Scored', evaluationScore: 7, industries: ['AI'], nextMeetingDate: '90 days' },
      { companyName: 'Urgent', nextMeetingDate: 'ASAP', industries: ['AI', 'Fusion'] },
      { companyName: 'Soon', nextMeetingDate: '30 days' },
      { companyName: 'Zero', evaluationScore: 0 },
    );
    await visit('/dashboard?round=');
    const figures = page.getByRole('region', { name: 'Summary' });
    const names = page.locator('tbody .name');
    for (const [figure, found] of [
      ['Active Reviews 1', ['Scored']],
      ['High Priority 1', ['Urgent']],
      ['Meetings within 30 Days 2', ['Soon', 'Urgent']],
      ['Total Deals 4', ['Zero', 'Soon', 'Urgent', 'Scored']],
    ] as const) {
      await figures.getByRole('link', { name: figure }).click();
      await expect(names).toHaveText([...found]);
      await expect(figures.getByText('Total Deals')).toBeVisible();
    }
    await figures.getByRole('link', { name: 'High Priority' }).click();
    await page.getByRole('link', { name: 'Remove filter Only: High Priority' }).click();
    await expect(names).toHaveCount(4);
    await expect(figures.getByRole('listitem')).toHaveText(['AI2', 'Fusion1']);
    await page.getByLabel('Industry', { exact: true }).selectOption('Fusion');
    await expect(names).toHaveText(['Urgent']);
    await expect(page.getByLabel('Industry', { exact: true })).toHaveValue('Fusion');
  });
});
