import { FIRST_DEALS } from '#db/seed/first-deals';
import { RECENT_DEALS } from '#db/seed/recent-deals';
import { expect, test } from './fixtures';
import { readPdf } from './pdf';
import { openMenu } from './steps';

/** Demo deal with the longest texts. */
const WORDIEST_DEAL = [...FIRST_DEALS, ...RECENT_DEALS].reduce((one, other) =>
  listTexts(other).length > listTexts(one).length ? other : one,
);

function listTexts(deal: (typeof FIRST_DEALS)[number]): string {
  return [deal.businessIntroduction, deal.keyBusinessNumbers, deal.comments].join('');
}

test.describe('the deal page (rules 19.2 and 19.3)', () => {
  test("the page gathers a deal's data and prints as one page", async ({
    page,
    visit,
    ready,
    api,
  }) => {
    const { companyName, businessIntroduction } = WORDIEST_DEAL;
    const [id] = await api.create({ ...WORDIEST_DEAL, nextMeetingDate: '30 days' });
    await api.evaluate(id!, { ...(WORDIEST_DEAL.evaluation as object), marketSize: 9 });
    for (let n = 0; n < 7; n++)
      await api.request.post(`/api/pipelines/${id}/notes`, {
        data: { text: 'They asked for the cohort data and the churn. '.repeat(30) },
      });
    const list = '/dashboard?sort=oldest';
    await visit(list);
    await page.getByRole('link', { name: companyName, exact: true }).click();
    await expect(page.getByRole('heading').first()).toHaveText(companyName);
    await ready();

    const part = (name: string) => page.getByRole('region', { name });
    const top = async (name: string) => (await part(name).boundingBox())!.y;
    const facts = page.locator('.deal-facts');
    await page.setViewportSize({ width: 1440, height: 900 });
    const left = (await facts.boundingBox())!;
    const right = (await part('History').boundingBox())!;
    expect(left.x + left.width, 'two columns').toBeLessThan(right.x);
    await page.setViewportSize({ width: 390, height: 844 });
    const order = [
      (await page.getByRole('heading', { level: 1 }).boundingBox())!.y,
      await top('Next meeting'),
      await top('Evaluation'),
      (await facts.boundingBox())!.y,
    ];
    expect(order, 'one column').toEqual(order.toSorted((a, b) => a - b));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

    for (const format of ['A4', 'Letter']) {
      const pages = readPdf(await page.pdf({ format }));
      expect(pages, format).toHaveLength(1);
      const text = pages[0]!.text.normalize('NFKC');
      for (const shown of [
        'Nextmeeting',
        '26of26assessed',
        'Product/Service',
        'latest5of7',
        'Fullhistory',
      ])
        expect(text.includes(shown), shown).toBe(shown !== 'Fullhistory');
      expect(text).toContain(businessIntroduction!.slice(-40).replaceAll(/\s/g, ''));
      for (const button of ['Backtothelist', 'Delete', 'Transfer', 'Addanote', 'AddNewDeal'])
        expect(text).not.toContain(button);
    }

    await page.getByRole('link', { name: 'Evaluate', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Deal Evaluation');
    await page.goBack();
    await page.getByRole('link', { name: 'Back to the list' }).click();
    await expect(page).toHaveURL(`${list}#deal-${id}`);
    await ready();
    await expect(page.locator(`#deal-${id} a`).first()).toBeFocused();
  });

  test(
    'a line of text has at most 68 characters',
    { tag: '@both' },
    async ({ page, visit, api }) => {
      const text = 'The ledger is right every day, so banks lend against it at night. ';
      const [id] = await api.create({
        companyName: 'Gantrywell',
        businessIntroduction: text.repeat(9),
      });
      await page.setViewportSize({ width: 1440, height: 900 });
      await visit(`/pipeline/${id}`);
      const lines = await page.getByText(text.trim()).evaluate((root) => {
        const range = document.createRange();
        const node = document.createTreeWalker(root, NodeFilter.SHOW_TEXT).nextNode()!;
        const counts = new Map<number, number>();
        for (let i = 0; i < node.textContent!.length; i++) {
          range.setStart(node, i);
          range.setEnd(node, i + 1);
          const { top } = range.getBoundingClientRect();
          counts.set(top, (counts.get(top) ?? 0) + 1);
        }
        return [...counts.values()];
      });
      expect(Math.max(...lines)).toBeLessThanOrEqual(69);
      expect(Math.max(...lines)).toBeGreaterThan(55);
    },
  );

  test(
    'Evaluate is the primary button, rare actions are in a menu',
    { tag: '@both' },
    async ({ page, visit, api, scripts }) => {
      const [id] = await api.create({ companyName: 'Gantrywell' });
      await page.setViewportSize({ width: 390, height: 844 });
      await visit(`/pipeline/${id}`);
      const main = page.getByRole('main');
      const acts = page.getByRole('navigation', { name: 'Deal' });
      await expect(main.locator('.btn-primary').filter({ visible: true })).toHaveText(['Evaluate']);
      await expect(acts.getByRole('link')).toHaveText(['Evaluate', 'Edit']);
      await expect(main.getByText('Delete', { exact: true })).toBeHidden();
      await openMenu(page, 'More');
      const items = acts.locator('.menu-items > *').filter({ visible: true });
      await expect(items).toHaveText([
        'History',
        ...(scripts ? ['Print'] : []),
        'Memo',
        'Rounds',
        'Share',
        'Merge',
        'Delete',
      ]);
      await items.last().click();
      await expect(page).toHaveURL(new RegExp(`/pipeline/${id}/delete`));
    },
  );
});
