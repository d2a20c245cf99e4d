import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { readPdf } from './pdf';

const box = async (element: Locator) => (await element.boundingBox())!;

async function setWidth(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
}

/** Returns the words of an element that are broken over two lines; runs in the page. */
function findBrokenWords(root: Element): string[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const broken: string[] = [];
  const range = document.createRange();
  while (walker.nextNode()) {
    const { currentNode: node } = walker;
    for (const { 0: word, index } of node.textContent!.matchAll(/[^\s@./-]+/g)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word);
    }
  }
  return broken;
}

test.describe('narrow windows (rules 5.22 and 5.25)', () => {
  test(
    'the review gives its texts the width of the screen',
    { tag: '@both' },
    async ({ page, visit, api }) => {
      await api.create({ companyName: 'Ibex', nextMeetingDate: 'ASAP', evaluationScore: 7 });
      for (const width of [320, 390]) {
        await setWidth(page, width);
        await visit('/review');
        const text = page.getByText(/^ASAP since/).first();
        expect((await box(text)).width).toBeGreaterThan(width * 0.7);
      }
    },
  );

  test(
    'a score of the review stays on one line',
    { tag: '@both' },
    async ({ page, visit, api }) => {
      await api.create(
        { companyName: 'Ibex', nextMeetingDate: 'ASAP', evaluationScore: 10 },
        { companyName: 'Kudu', nextMeetingDate: 'ASAP', evaluationScore: 1 },
      );
      for (const width of [390, 768, 1440]) {
        await setWidth(page, width);
        await visit('/review');
        const scores = page.locator('#main .score').filter({ visible: true });
        await expect(scores.first()).toBeVisible();
        const heights = await scores.evaluateAll((all) => all.map((score) => score.clientHeight));
        expect(new Set(heights).size, `${width}`).toBe(1);
      }
    },
  );

  test('the facts of the review break no word', { tag: '@both' }, async ({ page, visit, api }) => {
    await api.create({
      companyName: 'Ibex',
      nextMeetingDate: 'ASAP',
      fundingRound: 'Series A',
      targetFundingSize: '$5M',
    });
    for (const width of [320, 768, 1024]) {
      await setWidth(page, width);
      await visit('/review');
      const facts = page.locator('.review-facts').first();
      await expect(facts).toContainText('$5M');
      expect(await facts.evaluate(findBrokenWords), `${width}`).toEqual([]);
    }
  });

  test(
    'links of the header stand apart on a phone',
    { tag: '@both' },
    async ({ page, visit, api }) => {
      const [id] = await api.create({ companyName: 'Ibex' });
      await api.request.post(`/api/pipelines/${id}/tasks`, {
        data: { title: 'Call', dueOn: '2026-01-05' },
      });
      await setWidth(page, 390);
      await visit('/board');
      const count = page.locator('.bar .nav-count').filter({ visible: true });
      await expect(count).toHaveText(/^1/);
      expect((await box(count)).y).toBeGreaterThanOrEqual(2);
      for (const [width, gap] of [
        [390, 8],
        [320, 6],
      ] as const) {
        await setWidth(page, width);
        const words = await page.locator('.bar nav .nav').evaluateAll((links) =>
          links.flatMap((link) => {
            const range = document.createRange();
            range.selectNode(link.firstChild!);
            const { left, right } = range.getBoundingClientRect();
            return right ? [{ left, right }] : [];
          }),
        );
        expect(words, 'links of the header').toHaveLength(5);
        const gaps = words.slice(1).map(({ left }, n) => left - words[n]!.right);
        const least = Math.min(...gaps);
        expect(least, `gap of the header's links at ${width} px`).toBeGreaterThanOrEqual(gap);
      }
    },
  );

  test(
    'the owner of a deal ends in an ellipsis',
    { tag: '@both' },
    async ({ page, visit, signUp, signIn, admin }) => {
      const { api } = await signUp('Maximiliana-Alexandrina');
      await api.create({ companyName: 'Ibex of Maximiliana' });
      await signIn(admin);
      await setWidth(page, 1440);
      await visit('/dashboard?search=Ibex+of+Maximiliana');
      const owner = page.locator('td.owner .fit').first();
      expect(await owner.evaluate(findBrokenWords)).toEqual([]);
    },
  );

  test('a reason stands beside Decline on a phone', async ({ page, visit, admin, signIn }) => {
    await admin.api.request.post('/api/inbox', { data: { companyName: 'Alderquay', text: 'Hi.' } });
    await signIn(admin);
    await setWidth(page, 390);
    await visit('/inbox');
    const item = page.locator('[data-item]').filter({ hasText: 'Alderquay' });
    const getTop = async (name: string) =>
      (await box(item.getByRole('button', { name: `${name} Alderquay` }))).y;
    expect(await getTop('Junk')).toBe(await getTop('Accept'));
    expect((await box(item.getByLabel('Reason to decline'))).y).toBe(await getTop('Decline'));
  });

  test('tabs of the inbox are as high as buttons on touch', async ({ browser, admin, site }) => {
    const phone = await browser.newContext({
      hasTouch: true,
      isMobile: true,
      viewport: { width: 390, height: 844 },
      storageState: await admin.api.request.storageState(),
      baseURL: site.url,
    });
    const touched = await phone.newPage();
    await touched.goto('/inbox');
    expect((await box(touched.locator('.tab').first())).height).toBe(40);
    await phone.close();
  });

  test('the save button of a group leaves a user card its width', async ({
    browser,
    admin,
    signUp,
    site,
  }) => {
    const { email } = await signUp();
    const phone = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width: 390, height: 844 },
      storageState: await admin.api.request.storageState(),
      baseURL: site.url,
    });
    const plain = await phone.newPage();
    await plain.goto(`/admin?search=${encodeURIComponent(email)}`);
    const card = plain.locator('tbody tr').filter({ hasText: email });
    await expect(card.getByRole('button', { name: /^Save group/ })).toBeVisible();
    expect((await box(card.locator('.user'))).width).toBeGreaterThan(200);
    await phone.close();
  });

  test('Select all lies over no other control', async ({ page, visit, api }) => {
    await api.create({ companyName: 'Ibex' });
    for (const width of [320, 480, 600, 760]) {
      await setWidth(page, width);
      await visit('/dashboard?select=on');
      const all = await box(page.getByText('Select all', { exact: true }));
      for (const button of await page.locator('.list-tools .btn').filter({ visible: true }).all()) {
        const { y, height } = await box(button);
        expect(y + height).toBeLessThanOrEqual(all.y + 8);
      }
    }
  });

  test(
    'the users table breaks no word',
    { tag: '@both' },
    async ({ page, visit, admin, signIn, signUp }) => {
      await signUp('Maximiliana');
      await signIn(admin);
      for (const width of [768, 900, 1024, 1150]) {
        await setWidth(page, width);
        await visit('/admin');
        expect(await page.locator('tbody').evaluate(findBrokenWords), `${width}`).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      }
    },
  );

  test(
    'labels of filters by custom fields break no word',
    { tag: '@both' },
    async ({ page, visit, user, admin }) => {
      expect(user).toBeTruthy();
      const keys: string[] = [];
      const addField = async (field: object) => {
        const answer = await admin.api.request.post('/api/fields', { data: field });
        expect(answer.status()).toBe(201);
        keys.push(((await answer.json()) as { key: string }).key);
      };
      await addField({ name: 'Competitive differentiation', kind: 'text' });
      await addField({ name: 'Unternehmensbewertung vor Runde', kind: 'number' });
      await addField({ name: 'Wettbewerbsvorteil', kind: 'choice', options: ['Technology'] });
      const labels = page.locator('#main form .label');
      for (const width of [390, 1440]) {
        await setWidth(page, width);
        await visit('/filters?back=/dashboard');
        await expect(labels.filter({ hasText: 'Unternehmensbewertung' })).toBeVisible();
        for (const label of await labels.all())
          expect(await label.evaluate(findBrokenWords), `${width}`).toEqual([]);
      }
      await addField({ name: 'Endless'.repeat(12), kind: 'text' });
      for (const width of [320, 640]) {
        await setWidth(page, width);
        await visit('/filters?back=/dashboard');
        await expect(labels.filter({ hasText: 'Endless' })).toBeVisible();
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      }
      for (const key of keys) await admin.api.request.delete(`/api/fields/${key}`);
    },
  );

  test(
    'the sort menu shows the chosen order in full',
    { tag: '@both' },
    async ({ page, visit, user }) => {
      expect(user).toBeTruthy();
      const arrow = 20;
      for (const [width, address, name] of [
        [1440, '/dashboard?sort=meeting_asc', 'Sort'],
        [1024, '/dashboard', 'Sort'],
        [1024, '/dashboard', 'Industry'],
      ] as const) {
        await setWidth(page, width);
        await visit(address);
        const select = page.getByLabel(name, { exact: true });
        const cut = await select.evaluate((one: HTMLSelectElement) => {
          const context = document.createElement('canvas').getContext('2d')!;
          const { font, paddingLeft } = getComputedStyle(one);
          context.font = font;
          const text = context.measureText(one.selectedOptions[0]!.text).width;
          return text + Number.parseFloat(paddingLeft) - one.clientWidth;
        });
        expect(cut + arrow, `${name} at ${width} px`).toBeLessThan(0);
      }
    },
  );

  test('links of a contact are 24 px high', { tag: '@both' }, async ({ page, visit, api }) => {
    const [id] = await api.create({ companyName: 'Ibex' });
    await api.request.post(`/api/pipelines/${id}/contacts`, {
      data: {
        name: 'Noor',
        email: 'noor@demo.example',
        phone: '+49 30 1234',
        link: 'https://a.io',
      },
    });
    await visit(`/pipeline/${id}`);
    for (const link of await page.locator('#contacts p > a').filter({ visible: true }).all())
      expect((await box(link)).height).toBeGreaterThanOrEqual(24);
    await setWidth(page, 320);
    const edit = page.locator('#contacts').getByRole('link', { name: 'Edit Noor' });
    expect(await edit.evaluate(findBrokenWords)).toEqual([]);
  });

  test('labels of the history break no word', { tag: '@both' }, async ({ page, visit, api }) => {
    const [id] = await api.create({
      companyName: 'Ibex',
      businessIntroduction: 'Sensors for rooms. '.repeat(9),
    });
    for (const width of [320, 390]) {
      await setWidth(page, width);
      await visit(`/pipeline/${id}/history`);
      const label = page.getByText('Product/Service');
      await expect(label).toBeVisible();
      expect(await label.evaluate(findBrokenWords), `${width}`).toEqual([]);
    }
  });

  test('links that open a form are 32 px high', { tag: '@both' }, async ({ page, visit, api }) => {
    const [id] = await api.create({ companyName: 'Ibex' });
    await setWidth(page, 390);
    await visit(`/pipeline/${id}`);
    for (const name of ['+ Add a task', '+ Add a contact', '+ Add files', '+ Add emails'])
      expect((await box(page.getByText(name))).height, name).toBeGreaterThanOrEqual(32);
  });

  test('Restore ends at the edge of its card on a phone', async ({
    page,
    visit,
    admin,
    signIn,
  }) => {
    const [id] = await admin.api.create({ companyName: 'Sorrelwood' });
    await admin.api.request.delete(`/api/pipelines/${id}`);
    await signIn(admin);
    await setWidth(page, 390);
    await visit('/admin/trash');
    const row = page.getByRole('row').filter({ hasText: 'Sorrelwood' });
    const card = await box(row);
    const button = await box(row.getByRole('button'));
    expect(card.x + card.width - button.x - button.width).toBeLessThanOrEqual(18);
  });

  test('open filters are as wide as the page on a phone', async ({ page, visit, api }) => {
    await api.create({ companyName: 'Ibex' });
    await setWidth(page, 390);
    await visit('/dashboard');
    await page
      .locator('summary')
      .filter({ hasText: /^Filters/ })
      .click();
    const more = page.locator('summary').filter({ hasText: 'More filters' });
    await more.click();
    const controls = [
      page.getByLabel('Industry', { exact: true }),
      more,
      page.getByRole('link', { name: 'Filter by Owner' }),
    ];
    for (const control of controls) expect(await box(control)).toMatchObject({ x: 16, width: 358 });
    await expect(more.getByText('More filters')).toBeInViewport();
    const { y, height } = await box(more);
    expect((await box(page.locator('.more-fields'))).y).toBeLessThan(y + height + 16);
  });

  test('the number of the inbox stands beside its word on a phone', async ({
    page,
    visit,
    admin,
    signIn,
  }) => {
    await admin.api.request.post('/api/inbox', { data: { companyName: 'Sedgemoor', text: 'Hi.' } });
    await signIn(admin);
    await setWidth(page, 390);
    await visit('/dashboard');
    await page.locator('summary.account').click();
    const link = page.locator('.menu-items').getByRole('link', { name: /^Inbox/ });
    const outer = await box(link);
    const inner = await box(link.locator('.nav-count'));
    expect(inner.y).toBeGreaterThan(outer.y);
    expect(inner.y + inner.height).toBeLessThan(outer.y + outer.height);
  });

  test('a long address fits into the dialog of owners', async ({ page, visit, admin, signIn }) => {
    const email = `${'long-address-'.repeat(4)}a@${'company'.repeat(6)}.example`;
    const data = { email, password: 'a-password-2026', firstName: 'Piet', lastName: '' };
    await admin.api.request.post('/api/admin/users', { data });
    await signIn(admin);
    await setWidth(page, 390);
    await visit('/dashboard?owners=Piet');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText(email)).toBeVisible();
    expect(await dialog.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  });

  test('a long name and an error stretch no control beside them', async ({
    page,
    visit,
    api,
    expectedErrors,
  }) => {
    expectedErrors.push(400);
    const [id] = await api.create({ companyName: 'Überlandwerke Nord '.repeat(6) });
    await setWidth(page, 1280);
    await visit(`/pipeline/${id}`);
    const actions = page.getByRole('navigation', { name: 'Deal' });
    const evaluate = await box(actions.getByRole('link', { name: 'Evaluate' }));
    expect((await box(actions.locator('summary'))).height).toBe(evaluate.height);
    await visit(`/pipeline/${id}/contacts`);
    await page.locator('form').evaluateAll((forms) => {
      for (const form of forms) form.setAttribute('novalidate', '');
    });
    await page.getByRole('button', { name: 'Add contact' }).click();
    await expect(page.getByText('Please enter a name')).toBeVisible();
    const name = await box(page.getByLabel('Name'));
    expect((await box(page.getByLabel('Role'))).y).toBe(name.y);
  });

  test('forced colors show the current page', { tag: '@both' }, async ({ page, visit, user }) => {
    expect(user).toBeTruthy();
    await page.emulateMedia({ forcedColors: 'active' });
    await visit('/board');
    const current = page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Board', exact: true });
    await expect(current).toHaveCSS('outline-style', 'solid');
    await page.emulateMedia({ forcedColors: null });
  });

  test(
    'an unknown page has a title',
    { tag: '@both' },
    async ({ page, visit, user, expectedErrors }) => {
      expect(user).toBeTruthy();
      expectedErrors.push(404);
      await visit('/nowhere');
      await expect(page).toHaveTitle('404 Page Not Found · Deal Pipeline');
    },
  );
});

test.describe('Ctrl+Enter (rule 12.26)', () => {
  test('Ctrl+Enter saves a note and a task', async ({ page, visit, api }) => {
    const [id] = await api.create({ companyName: 'Ibex' });
    await visit(`/pipeline/${id}`);
    await page.getByLabel('Add a note').fill('Called the founder.');
    await page.keyboard.press('Control+Enter');
    await expect(
      page.getByRole('listitem').filter({ hasText: 'Called the founder.' }),
    ).toBeVisible();
    await page.getByText('Add a task').click();
    await page.getByLabel('To do').fill('Ask for the deck');
    await page.keyboard.press('Control+Enter');
    await expect(page.locator('#tasks bdi')).toHaveText('Ask for the deck');
  });
});

test.describe('paper (rule 5.27)', () => {
  test(
    'an evaluation with notes prints on one page',
    { tag: '@both' },
    async ({ page, visit, api }) => {
      const text = 'Matches bank lines, invoices and payroll every night. ';
      const [id] = await api.create({
        companyName: 'Ibex',
        businessIntroduction: text.repeat(40),
        comments: text.repeat(10),
        keyBusinessNumbers: text.repeat(4),
        industries: ['AI', 'DX', 'Fintech'],
      });
      const notes = ['market', 'business', 'traction', 'financials', 'team', 'dealTerms'];
      await api.evaluate(id!, {
        marketSize: 8,
        ...Object.fromEntries(notes.map((name) => [`${name}Notes`, text.repeat(2)])),
      });
      await visit(`/pipeline/${id}/evaluation`);
      expect(readPdf(await page.pdf({ preferCSSPageSize: true }))).toHaveLength(1);
    },
  );

  test('the printed list breaks no word', { tag: '@both' }, async ({ page, visit, api }) => {
    await api.create({
      companyName: 'Donaudampfschifffahrt',
      ceoName: 'Maximiliana Wolkenstein-Trostburg',
      industries: ['Semiconductors & Materials'],
      fundingRound: 'Convertible',
      targetFundingSize: '$5M',
      businessIntroduction: `https://www.donaudampfschifffahrtselektrizitaeten.bauunterbeamtengesellschaft.example/ ${'Sensors for rooms. '.repeat(30)}`,
    });
    await visit('/dashboard/print');
    await setWidth(page, 1032);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('tbody').evaluate(findBrokenWords)).toEqual([]);
    await page.emulateMedia({ media: null });
  });
});
