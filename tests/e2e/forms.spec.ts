import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { expectMessage, holdRequests, skipBrowserChecks } from './steps';

const field = (page: Page, label: string) =>
  page.getByRole('main').getByLabel(new RegExp(`^${label}( \\*)?$`));

async function expectAttributes(
  page: Page,
  fields: Record<string, Record<string, string>>,
): Promise<void> {
  for (const [label, attributes] of Object.entries(fields))
    for (const [name, value] of Object.entries(attributes))
      await expect.soft(field(page, label), `${label}: ${name}`).toHaveAttribute(name, value);
}

test('fields have autocomplete, input modes and hints', async ({ page, visit, signUp, signIn }) => {
  const email = {
    type: 'email',
    autocomplete: 'username',
    inputmode: 'email',
    autocapitalize: 'none',
  };
  await visit('/login');
  await expectAttributes(page, {
    Email: email,
    Password: { autocomplete: 'current-password', type: 'password' },
  });
  await visit('/signup');
  await expectAttributes(page, {
    'First name': { autocomplete: 'given-name' },
    'Last name': { autocomplete: 'family-name' },
    Email: email,
    Password: { autocomplete: 'new-password' },
    'Confirm password': { autocomplete: 'new-password' },
  });
  await expect(field(page, 'Password')).toHaveAccessibleDescription('At least 8 characters');
  await signIn(await signUp());
  await visit('/account');
  await expectAttributes(page, {
    'Current password': { autocomplete: 'current-password' },
    'New password': { autocomplete: 'new-password' },
    'First name': { autocomplete: 'given-name' },
  });
  await visit('/pipeline/new');
  await expectAttributes(page, {
    'Initial Evaluation Score \\(1-10\\)': {
      inputmode: 'decimal',
      min: '1',
      max: '10',
      step: '0.1',
    },
    'Target closing date': { type: 'date' },
  });
  await expect(field(page, 'Other Visitors')).toHaveAccessibleDescription(
    'Who else came to the meeting',
  );
  await expect(field(page, 'Next meeting')).toHaveAccessibleDescription(
    'ASAP marks the deal as urgent',
  );
  await visit('/dashboard');
  await expect(page.getByRole('searchbox', { name: 'Search companies' })).toHaveAttribute(
    'enterkeyhint',
    'search',
  );
});

test('a text that is pasted too long is kept whole and refused', async ({
  page,
  visit,
  api,
  expectedErrors,
}) => {
  expectedErrors.push(400);
  const [id] = await api.create({ companyName: 'Steadwick' });
  await visit(`/pipeline/${id}/edit`);
  await page.getByLabel('Comments').focus();
  await page.keyboard.insertText('x'.repeat(10_001));
  await page.getByRole('button', { name: 'Update Deal' }).click();
  await expect(page.getByText('Please use at most 10,000 characters').first()).toBeVisible();
  await expect(page.getByLabel('Comments')).toHaveValue('x'.repeat(10_001));
});

test('the save bar is always visible and never covers the focus', async ({ page, visit, api }) => {
  const [id] = await api.create({ companyName: 'Steadwick' });
  for (const size of [
    { width: 1366, height: 768 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    for (const [address, button] of [
      [`/pipeline/${id}/evaluation`, 'Complete Evaluation'],
      ['/pipeline/new', 'Save Deal'],
    ] as const) {
      await visit(address);
      // Scrolls to the form, which a phone shows below the summary.
      for (const top of [600, 1200]) {
        await page.evaluate((y) => window.scrollTo(0, y), top);
        await expect(
          page.getByRole('button', { name: button }),
          `${address} at ${top}, ${size.width} px`,
        ).toBeInViewport({ ratio: 1 });
      }
    }
    const covered = await page
      .getByRole('main')
      .locator('.section :is(input, select, textarea:not([rows="16"]))')
      .evaluateAll(listCoveredFields);
    expect(covered, `${size.width} px`).toEqual([]);
  }
});

/** Returns the focused fields that the save bar covers; runs in the page. */
function listCoveredFields(all: Element[]): string[] {
  const bar = document.querySelector('.save-bar')!;
  return (all as HTMLInputElement[])
    .filter((one) => {
      window.scrollTo(0, 0);
      one.focus();
      const own = one.getBoundingClientRect();
      const top = bar.getBoundingClientRect().top;
      return own.bottom > top && top > own.top;
    })
    .map(({ name }) => name);
}

test(
  'a link in the error summary shows and focuses its field',
  { tag: '@both' },
  async ({ page, visit, user: _, expectedErrors, scripts }) => {
    expectedErrors.push(400);
    await visit('/pipeline/new');
    await field(page, 'Company name').fill('   ');
    await field(page, 'Initial Evaluation Score \\(1-10\\)').fill('11');
    await skipBrowserChecks(page);
    await page.getByRole('button', { name: 'Save Deal' }).click();
    const summary = page.getByRole('main').getByRole('alert');
    await expect(summary.getByRole('link')).toHaveCount(2);
    await expect(
      scripts ? field(page, 'Company name') : summary,
      'the reader is where the errors are',
    ).toBeFocused();
    await summary.getByRole('link', { name: 'Initial Evaluation Score' }).click();
    const score = field(page, 'Initial Evaluation Score \\(1-10\\)');
    await expect(score).toBeInViewport({ ratio: 1 });
    await expect(score).toBeFocused();
    const [bar, top] = await Promise.all([
      page.getByRole('banner').boundingBox(),
      score.boundingBox(),
    ]);
    expect(top!.y, 'not under the top bar').toBeGreaterThan(bar!.y + bar!.height);
  },
);

test('a refused form focuses its invalid field (rule 3.16)', async ({
  page,
  visit,
  api,
  expectedErrors,
}) => {
  expectedErrors.push(400, 400);
  const [id] = await api.create({ companyName: 'Gantrywell' });
  for (const [address, button, label] of [
    [`/pipeline/${id}/members`, 'Add', 'Add a collaborator'],
    ['/views/new?back=/dashboard', 'Save view', 'Name'],
  ] as const) {
    await visit(address);
    await skipBrowserChecks(page);
    await page.getByRole('main').getByRole('button', { name: button, exact: true }).click();
    await expect(field(page, label)).toHaveAttribute('aria-invalid', 'true');
    await expect(field(page, label), address).toBeFocused();
  }
});

test('Enter in a valid field focuses the invalid one (rule 3.16)', async ({
  page,
  visit,
  api,
  expectedErrors,
}) => {
  expectedErrors.push(400);
  const [id] = await api.create({ companyName: 'Gantrywell' });
  await visit(`/pipeline/${id}/stage?stage=Passed`);
  await page.getByText('Conditions', { exact: true }).click();
  const day = field(page, 'By').first();
  await day.fill('2099-01-01');
  await day.press('Enter');
  await expect(field(page, 'Condition 1')).toHaveAttribute('aria-invalid', 'true');
  await expect(field(page, 'Condition 1')).toBeFocused();
});

test.describe('forms submitted twice (rule 3.21)', () => {
  test(
    'a form submitted twice creates one deal',
    { tag: '@both' },
    async ({ page, visit, api, scripts }) => {
      await visit('/pipeline/new');
      await field(page, 'Company name').fill('Steadwick');
      const save = page.getByRole('button', { name: 'Save Deal' });
      if (scripts) {
        const release = await holdRequests(page, /\/pipeline\/new\.data/);
        await save.dblclick();
        await expect(save).toBeDisabled();
        release();
      } else await save.dblclick();
      await expect(page).toHaveURL('/dashboard');
      expect(await api.list()).toMatchObject([{ companyName: 'Steadwick' }]);
    },
  );
});

test(
  'a value of a field that is archived meanwhile comes back',
  { tag: '@both' },
  async ({ page, visit, ready, user, admin, expectedErrors }) => {
    expectedErrors.push(409);
    const data = { name: `Heat of ${user.id}`, kind: 'text' };
    const { key } = (await (await admin.api.request.post('/api/fields', { data })).json()) as {
      key: string;
    };
    await visit('/pipeline/new');
    await ready();
    await field(page, 'Company name').fill('Archivewell');
    await field(page, data.name).fill('Met at a fair');
    await admin.api.request.delete(`/api/fields/${key}`);
    await page.getByRole('button', { name: 'Save Deal' }).click();
    await expect(page.getByText('Not saved yet')).toBeVisible();
    await expect(page.getByLabel(data.name), 'without its field').toHaveCount(1);
    await expect(page.getByLabel(data.name)).toHaveAttribute('readonly');
    await expect(page.getByLabel(data.name)).toHaveValue('Met at a fair');
    await page.getByRole('button', { name: 'Save Deal' }).click();
    await expectMessage(page, 'Success', 'Pipeline created successfully');
  },
);
