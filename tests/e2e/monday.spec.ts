import { expect, test } from './fixtures';
import { readPdf } from './pdf';

test.describe('the review on Monday (rules 20.1 and 20.12)', () => {
  test('the review leads to lists and keeps its search for notes', async ({ page, visit, api }) => {
    await api.create(
      ...Array.from({ length: 22 }, (_, n) => ({
        companyName: `Monday ${n}.`,
        nextMeetingDate: n < 2 ? 'ASAP' : null,
      })),
    );
    await visit('/review');
    const sections = page.getByRole('navigation', { name: 'Sections' });
    await sections.getByRole('link', { name: '2 Urgent' }).click();
    await expect(page).toHaveURL(/#urgent$/);
    await expect(page.getByRole('region', { name: 'Urgent' })).toBeInViewport();
    await page.getByRole('searchbox', { name: 'Search notes' }).fill('zz');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page.getByText('No matching notes.')).toBeVisible();
    await page.getByRole('combobox', { name: 'Period' }).selectOption('2weeks');
    await expect(page).toHaveURL(/since=2weeks/);
    await expect(page).toHaveURL(/notes=zz/);
    await page.getByRole('link', { name: 'Show all 22: New' }).click();
    await expect(page).toHaveURL(/\/dashboard\?createdSince=14$/);
  });

  test(
    'the review prints cleanly on A4 and Letter',
    { tag: '@both' },
    async ({ page, visit, api }) => {
      await api.create(
        ...Array.from({ length: 23 }, (_, n) => ({
          companyName: `Paper${n}. ${'long '.repeat(n % 3 ? 0 : 24)}`,
          targetFundingSize: '$5M',
          nextMeetingDate: n % 4 ? '30 days' : 'ASAP',
        })),
      );
      await visit('/review');
      for (const [format, width] of [
        ['A4', 595],
        ['Letter', 612],
      ] as const) {
        const pages = readPdf(await page.pdf({ format }));
        for (const [i, { text, width: got }] of pages.entries()) {
          expect(Math.abs(got - width)).toBeLessThan(2);
          expect(text).toContain(`Page${i + 1}of${pages.length}`);
          expect(text).not.toMatch(
            /Logout|Apply|Markasmet|Reschedule|Showall|Showasalist|Searchnotes/,
          );
          // Finds the last heading, which must not stand alone at the foot of the page.
          const last = Math.max(...['Urgent6', 'New23'].map((title) => text.lastIndexOf(title)));
          if (last >= 0) expect(text.slice(last)).toMatch(/ASAPsince|added/);
        }
        const all = pages.map(({ text }) => text).join('');
        expect(all).toMatch(
          /^Page1of\d+ReviewSinceMonday,.*·DealsofAnaLindqvist·Printed.*byAnaLindqvist/,
        );
        for (let n = 4; n < 23; n++) expect(all).toContain(`Paper${n}.`);
        expect(all).toContain('long'.repeat(24));
        expect(all).toContain('rst20of23');
      }
    },
  );
});
