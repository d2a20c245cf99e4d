import { expect, test } from '@playwright/test';
import { CRITERIA } from '~/models/evaluation/criteria';
import { type Firefox, startFirefox } from './firefox';

test.describe.configure({ timeout: 180_000 });

const ANALYST = {
  firstName: 'Ana',
  lastName: 'Lima',
  email: 'ana@demo.example',
  password: 'a-password-of-2026',
};
const SIZES = [
  { width: 390, height: 844 },
  { width: 1366, height: 768 },
];

let firefox: Firefox;
test.beforeAll(async () => {
  firefox = await startFirefox(SIZES[1]!);
});
test.afterAll(async () => {
  await firefox?.stop();
});

/** What is cut off at the right, and what is seen although it is for screen readers alone. */
async function flaws(): Promise<string[]> {
  return firefox.page.evaluate(() => {
    const found = [...document.querySelectorAll('.sr-only')].filter((element) => {
      const { width, height } = element.getBoundingClientRect();
      return width > 1 || height > 1;
    });
    const root = document.documentElement;
    const isCut = root.scrollWidth > root.clientWidth;
    return [
      ...found.map(({ textContent }) => `seen: ${textContent}`),
      ...(isCut ? [`${root.scrollWidth} px wide instead of ${root.clientWidth}`] : []),
    ];
  });
}
async function expectNoFlaws(paths: string[]): Promise<void> {
  const { page, visit } = firefox;
  for (const size of SIZES) {
    await page.setViewport(size);
    for (const path of paths) {
      await visit(path);
      expect(await flaws(), `${path} at ${size.width} px`).toEqual([]);
    }
  }
}

test("an analyst's day (rule 12.25)", async () => {
  const { page, problems, visit, click, type, expectText, expectPath } = firefox;
  await test.step('signs up', async () => {
    await visit('/signup');
    for (const [field, text] of Object.entries({ ...ANALYST, confirmPassword: ANALYST.password }))
      await type(field, text);
    await click('Create Account');
    await expectPath('/dashboard');
  });

  await test.step('adds a deal', async () => {
    await click('Add New Deal', 'link');
    await expectPath('/pipeline/new');
    await type('companyName', '鋼 & Söhne');
    await type('businessIntroduction', 'Plans the work of cranes.');
    await page.select('main [name="nextMeetingDate"]', 'ASAP');
    await click('Save Deal');
    await expectPath('/dashboard');
    await expectText('鋼 & Söhne');
  });

  await test.step('scores it in the list', async () => {
    await click('Add a score for 鋼 & Söhne', 'link');
    await page.clickElement(await page.findByRole('spinbutton'), 3);
    await page.typeText('7.25');
    await page.press('Enter');
    await expectText('Evaluation score updated successfully');
    await expectText('7.3');
  });

  await test.step('looks for another, and finds none', async () => {
    await type('search', 'Gantrywell');
    await page.press('Enter');
    await page.waitForFunction(() => !document.body.innerText.includes('鋼 & Söhne'));
    await visit('/dashboard?search=söhne');
    await expectText('鋼 & Söhne');
  });

  const [{ id }] = await page.evaluate(
    async () => (await fetch('/api/pipelines').then((answer) => answer.json())) as [{ id: number }],
  );

  await test.step('evaluates it with the keyboard', async () => {
    await visit(`/pipeline/${id}/evaluation`);
    for (const { key } of CRITERIA) {
      await page.focus(`main [name="${key}"]`);
      await page.typeText('8');
    }
    // Firefox before 143 shows it on demand on wide screens, too.
    await page.evaluate(() => document.querySelector('.evaluation-rest')!.setAttribute('open', ''));
    await expectText('26 of 26 assessed');
    await click('Complete Evaluation');
    await expectText('Evaluation saved successfully');
    await expectText('Evaluated 8.0');
  });

  await test.step('sees every screen whole', () =>
    expectNoFlaws([
      '/dashboard',
      `/dashboard?details=${id}`,
      '/pipeline/new',
      `/pipeline/${id}/edit`,
      `/pipeline/${id}/evaluation`,
      `/pipeline/${id}/history`,
      '/account',
    ]));

  expect(problems).toEqual([]);
});
