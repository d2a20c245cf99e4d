import { expect, test } from '@playwright/test';
import { type Firefox, startFirefox } from './firefox';
import { ADMIN } from './site';

test.describe.configure({ timeout: 180_000 });

let firefox: Firefox;
test.beforeAll(async () => {
  firefox = await startFirefox({ width: 390, height: 844 });
});
test.afterAll(async () => {
  await firefox?.stop();
});

/** In the page, as the API's callers do. */
async function create(companyName: string): Promise<number> {
  return firefox.page.evaluate(async (name) => {
    const answer = await fetch('/api/pipelines', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ companyName: name, nextMeetingDate: '30 days' }),
    });
    return ((await answer.json()) as { id: number }).id;
  }, companyName);
}

async function read(path: string): Promise<Record<string, unknown>> {
  return firefox.page.evaluate(
    async (address) => (await fetch(address)).json() as Promise<Record<string, unknown>>,
    path,
  );
}

test('a deal is worked on from the board to its merge, on a small screen and by keys (rules 12.25 and 23.13)', async () => {
  const { page, problems, visit, click, type, expectText, expectPath } = firefox;
  await visit('/login');
  await type('email', ADMIN.email);
  await type('password', ADMIN.password);
  await click('Sign In');
  await expectPath('/admin');
  const id = await create('鋼 & Söhne');
  const other = await create('Gantrywell');

  await test.step('moves it on the board by a key, and closes it with a reason', async () => {
    await visit('/board');
    await page.focus(`a[href^="/pipeline/${id}"]`);
    await page.press(']');
    await expectText('Moved to Screening');
    await visit(`/pipeline/${id}/stage`);
    await page.select('main select[name=reason]', 'Market');
    await page.click('main input[name=stage][value=Passed]');
    await type('text', 'Too early');
    await click('Move');
    await expectText('Moved to Passed');
    expect(await read(`/api/pipelines/${id}`)).toMatchObject({ stage: 'Passed' });
    const [decision] = (await read(`/api/pipelines/${id}/decisions`)) as unknown as object[];
    expect(decision).toMatchObject({ reason: 'Market', text: 'Too early' });
  });

  await test.step('adds a task, a contact and a note from the small screen', async () => {
    await visit(`/pipeline/${id}`);
    await type('title', 'Call Ines');
    await click('Add task');
    await expectText('Task added');
    await page.evaluate(() =>
      document.querySelector('details:has([name=email])')?.setAttribute('open', ''),
    );
    await type('name', 'Ines Mora');
    await click('Add contact');
    await expectText('Contact added');
    await type('text', 'Called them');
    await click('Add note');
    await expectText('Note added');
    const { width } = await page.evaluate(() => ({ width: document.documentElement.scrollWidth }));
    expect(width).toBeLessThanOrEqual(390);
    await click('Done');
    await page.findByRole('button', 'Undo');
    expect(await read('/api/tasks')).toEqual([]);
  });

  await test.step('sends again what a dropped link kept', async () => {
    await visit(`/pipeline/${id}/edit`);
    await type('comments', 'Typed before the link dropped');
    await page.withoutPosts(async () => {
      await click('Update Deal');
      await expectText('Not sent.');
    });
    problems.length = 0;
    await click('Try again');
    await expectPath('/admin');
    expect(await read(`/api/pipelines/${id}`)).toMatchObject({
      comments: 'Typed before the link dropped',
    });
  });

  await test.step('merges it with another', async () => {
    await visit(`/pipeline/${id}/merge?other=${other}`);
    await click('Merge');
    await expectText('Gantrywell was merged into this deal');
    expect(
      await page.evaluate((path) => fetch(path).then(({ url }) => url), `/api/pipelines/${other}`),
    ).toMatch(new RegExp(`/${id}$`));
  });

  await test.step('imports cells in German', async () => {
    await visit('/import');
    await type('cells', 'Firma\tBewertung\tNächstes Treffen\nMüllermilch\tk.A.\tin 3 Monaten');
    await click('Continue');
    await click('Continue to the preview');
    await expectText('Check Score: k.A.');
    await click('Import: create 1');
    await expectText('Imported: Pasted cells');
    await visit('/search?q=muellermilch');
    await expectText('Müllermilch');
  });
  expect(problems).toEqual([]);
});
