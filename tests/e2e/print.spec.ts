import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { type PdfPage, readPdf } from './pdf';
import { openMenu } from './steps';

const BUTTONS = ['ExportExcel', 'FilterbyOwner', 'AddNewDeal', 'Logout', 'Backtothelist', 'Apply'];

async function onPaper(page: Page): Promise<PdfPage[]> {
  const pages = readPdf(await page.pdf({ preferCSSPageSize: true }));
  // Writes ligatures as letters.
  return pages.map((one) => ({ ...one, text: one.text.normalize('NFKC') }));
}

function expectPages(pages: PdfPage[], { landscape }: { landscape: boolean }): void {
  for (const [i, { width, height, text }] of pages.entries()) {
    expect(width > height, `page ${i + 1} of ${pages.length}: ${text.slice(0, 60)}`).toBe(
      landscape,
    );
    expect(text).toContain(`Page${i + 1}of${pages.length}`);
    for (const button of BUTTONS) expect(text).not.toContain(button);
  }
}

test.describe('printing (rules 5.27 and 5.28)', () => {
  test('a list prints all its deals with filters and time', async ({
    page,
    visit,
    admin,
    signIn,
  }) => {
    const deals = Array.from({ length: 70 }, (_, i) => ({
      companyName: `Deal no${i}.`,
      industries: ['AI', 'DX', 'Fusion'],
      fundingRound: i < 60 ? 'C' : 'D',
      targetFundingSize: '12.000.000 €',
      businessIntroduction: 'Sensors for rooms.',
      nextMeetingDate: 'ASAP',
    }));
    await admin.api.create(...deals);
    await signIn(admin);
    // The page prints itself, which would still go on when the test prints it.
    await page.addInitScript(() => {
      window.print = () => {};
    });
    for (const address of ['/dashboard', '/admin/pipelines']) {
      await visit(`${address}?search=deal+no&round=C&size=25`);
      await openMenu(page, 'Options');
      await page.getByRole('link', { name: 'Print', exact: true }).click();
      await expect(page).toHaveTitle(/Deals to print/);
      await expect(page.getByRole('row')).toHaveCount(62);
      await page.emulateMedia({ media: 'print' });
      const amount = page.locator('.amount .whitespace-nowrap').first();
      await expect(amount).toHaveText('12.000.000 €');
      expect(await amount.evaluate((one) => one.getClientRects().length)).toBe(1);
      await page.emulateMedia({ media: null });
      const pages = await onPaper(page);
      expectPages(pages, { landscape: true });
      expect(pages.length).toBeGreaterThan(2);
      for (const { text } of pages) {
        expect(text).toContain('60deals·Search:dealno·Round:SeriesC·NewestFirst·Printed');
        for (const column of ['LastUpdated', 'Company', 'Owner', 'Industry', 'Round', 'TargetSize'])
          expect(text).toContain(column);
        for (const column of ['BusinessInfo', 'Score', 'NextMeeting'])
          expect(text).toContain(column);
      }
      const all = pages.map(({ text }) => text).join('');
      for (const { companyName, fundingRound } of deals)
        expect(all.includes(companyName.replace(' ', ''))).toBe(fundingRound === 'C');
      expect(all).toContain('AI,DX,Fusion');
      expect(all).toContain('Notscored');
      await page.getByRole('link', { name: 'Back to the list' }).click();
      await expect(page).toHaveURL(new RegExp(`${address}\\?search=deal`));
    }
  });

  test('screens print without bars, a deal on one page', async ({ page, visit, admin, signIn }) => {
    const [id] = await admin.api.create({
      companyName: 'Gantrywell',
      businessIntroduction: 'Plans the work of container cranes.',
      comments: 'Reference call done.',
      ceoName: 'Noor Haddaway',
      fundingRound: 'A',
      targetFundingSize: '$1,250,000,000',
    });
    await signIn(admin);
    const screens = [
      ['/dashboard', true, 'Notscored'],
      ['/admin', true, 'AdminDashboard'],
      [`/dashboard?details=${id}`, false, 'Referencecalldone.'],
      [`/pipeline/${id}/evaluation`, false, 'Notevaluatedyet.'],
      ['/admin/history', false, 'Gantrywell'],
      [`/pipeline/${id}/owner`, false, 'Newowner'],
      [`/pipeline/${id}/history`, false, 'NoorHaddaway'],
    ] as const;
    for (const [address, landscape, text] of screens) {
      await visit(address);
      const pages = await onPaper(page);
      expectPages(pages, { landscape });
      const all = pages.map((one) => one.text).join('');
      expect(all, address).toContain(text);
      expect(all, address).not.toContain('Recentlydeleted');
      if (address.endsWith('/history')) expect(all, address).not.toMatch(/Transfer|fields/);
      if (address.includes(String(id))) expect(pages).toHaveLength(1);
    }
    await admin.api.update(id!, { comments: 'Reference call done. '.repeat(40) });
    await visit(`/pipeline/${id}/edit`);
    await page.emulateMedia({ media: 'print' });
    for (const text of await page.getByRole('textbox').all())
      expect(await text.evaluate((box) => box.scrollHeight - box.clientHeight)).toBeLessThan(2);
    await visit(`/pipeline/${id}`);
    const listSizes = (parts: string) =>
      page
        .locator(parts)
        .evaluateAll((all) => all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)));
    const labels = await listSizes('.deal-facts h2, .deal-facts dt');
    expect(labels.length).toBeGreaterThan(5);
    expect(Math.max(...labels)).toBeLessThanOrEqual(
      Math.min(...(await listSizes('.deal-facts dd'))),
    );
    // Resets the browser's media, which the next page would keep.
    await page.emulateMedia({ media: null });
  });

  test('a long address in notes is broken on paper', async ({ page, visit, api }) => {
    const [id] = await api.create({ companyName: 'Gantrywell' });
    const address = `https://docs.example.com/${'model'.repeat(50)}`;
    await api.evaluate(id!, { marketSize: 7, marketNotes: `See ${address}` });
    await visit(`/pipeline/${id}/evaluation`);
    await page.setViewportSize({ width: 720, height: 900 });
    await page.emulateMedia({ media: 'print' });
    const overflow = await page
      .locator('html')
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect(overflow).toBe(0);
    await page.emulateMedia({ media: null });
  });

  test('a closed round prints its parts whole', async ({ page, visit, admin, signIn }) => {
    const [id] = await admin.api.create({ companyName: 'Gantrywell' });
    const { request } = admin.api;
    const { id: userId } = (await (await request.get('/api/auth/user')).json()) as { id: string };
    const rounds = `/api/pipelines/${id}/rounds`;
    const opened = await request.post(rounds, { data: { userIds: [userId], until: '2199-12-31' } });
    const { id: round } = (await opened.json()) as { id: number };
    const card = { scores: { marketSize: 7, synergies: 6 }, vote: 'lead', submit: true };
    expect((await request.put(`${rounds}/${round}/card`, { data: card })).ok()).toBe(true);
    expect((await request.post(`${rounds}/${round}/close`, { data: {} })).ok()).toBe(true);
    await signIn(admin);
    await visit(`/pipeline/${id}/round/${round}`);
    const pages = await onPaper(page);
    expectPages(pages, { landscape: false });
    expect(pages.length).toBeGreaterThan(1);
    for (const [title, last] of [
      ['Market', 'Regulatoryenvironment'],
      ['Business', 'Roadmapandvision'],
      ['Traction', 'Salespipelinemomentum'],
      ['Financials', 'Profitabilityoutlook'],
      ['Team', 'Executiontrackrecord'],
      ['Dealterms', 'Exitscenarios'],
      ['Strategicfit', 'Follow-onpotential'],
    ] as const)
      expect(
        pages.some(({ text }) => text.includes(`${title}1`) && text.includes(last)),
        title,
      ).toBe(true);
    expect(pages[0]!.text).not.toContain('RoundsonGantrywell');
    await page.setViewportSize({ width: 320, height: 900 });
    await page.emulateMedia({ media: 'print' });
    const table = page.getByRole('region', { name: 'Market scores' });
    expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
    await expect(table).toHaveCSS('overflow-x', 'visible');
    await page.emulateMedia({ media: null });
  });

  test('the board prints headings with their first card', async ({ page, visit, api }) => {
    await api.create(
      ...Array.from({ length: 60 }, (_, n) => ({
        companyName: `${n % 2 ? 'Met' : 'New'}co ${n}`,
        stage: n % 2 ? 'Met' : 'New',
        targetFundingSize: '$5M',
      })),
    );
    await visit('/board');
    const pages = await onPaper(page);
    const heading = pages.find(({ text }) => text.includes('Met30USD150M'));
    expect(heading?.text).toContain('Metco');
    await visit('/tasks');
    expect((await onPaper(page))[0]!.text).not.toContain('Todo*');
  });
});
