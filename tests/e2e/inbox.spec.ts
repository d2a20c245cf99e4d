import { buildEmail, filePart, textPart } from '../support/emails';
import { expect, test, type User } from './fixtures';
import { expectMessage } from './steps';

const send = async ({ api }: User, ...companies: string[]) => {
  for (const companyName of companies)
    await api.request.post('/api/inbox', {
      data: { companyName, contactName: 'Noor', contactEmail: 'noor@quillmoor.example' },
    });
};

test.describe('the inbox (rules 29.4 to 29.8)', () => {
  test(
    'an item is accepted, and the message undoes that',
    { tag: '@both' },
    async ({ page, visit, admin, signIn, accessible }) => {
      await send(admin, 'Quillmoor');
      await signIn(admin);
      await visit('/inbox');
      const item = page.locator('[data-item]').filter({ hasText: 'Quillmoor' });
      await expect(item.getByText('Noor <noor@quillmoor.example>')).toBeVisible();
      await accessible('the inbox with an item');
      await item.getByRole('button', { name: 'Accept Quillmoor' }).click();
      await expectMessage(page, 'Success', 'Quillmoor accepted');
      await expect(item).toBeHidden();
      await page.getByRole('button', { name: 'Undo' }).click();
      await expectMessage(page, 'Success', 'The inbox item is as it was');
      await expect(item).toBeVisible();
    },
  );

  test(
    'an email is declined with a reason and a text to copy',
    { tag: '@both' },
    async ({ page, visit, admin, signIn, accessible }) => {
      const parts = [textPart('Here is our deck.'), filePart('deck.pdf', '%PDF-1.4')];
      await admin.api.request.post('/api/inbox/email', {
        data: Buffer.from(buildEmail({ parts })),
        headers: { 'Content-Type': 'message/rfc822' },
      });
      await signIn(admin);
      await visit('/inbox');
      await page.getByRole('link', { name: 'Wickham Valves, seed round' }).click();
      await expect(page.getByText('Here is our deck.')).toBeVisible();
      await expect(page.getByRole('link', { name: 'deck.pdf' })).toBeVisible();
      await accessible('an item of the inbox');
      await page.getByLabel('Reason').fill('Too early');
      await page.getByRole('button', { name: 'Decline' }).click();
      await expectMessage(page, 'Success', 'Declined');
      await expect(page.getByText(/Declined by .*: Too early/)).toBeVisible();
      await expect(page.getByText('Dear Noor Haddaway,')).toBeVisible();
      await accessible('a declined item');
      await page.getByRole('button', { name: 'Reopen' }).click();
      await expectMessage(page, 'Success', 'Reopened');
    },
  );

  test('keys accept and decline items', async ({ page, visit, admin, signIn }) => {
    const companies = Array.from({ length: 20 }, (_, n) => `Keyed ${n + 1}`);
    await send(admin, ...companies);
    await signIn(admin);
    await visit('/inbox?search=keyed');
    const items = page.locator('[data-item]');
    await expect(items).toHaveCount(20);
    let presses = 0;
    const press = async (key: string) => {
      await page.keyboard.press(key);
      presses++;
    };
    for (let left = 20; left > 0; left--) {
      if (left % 2) await press('a');
      else {
        await press('d');
        const reason = page.getByLabel(`Reason to decline Keyed ${left}`, { exact: true });
        await expect(reason).toBeFocused();
        await press('T');
        await expect(reason).toHaveValue(/^T/);
        await press('Enter');
      }
      await expect(items).toHaveCount(left - 1);
    }
    expect(presses).toBeLessThanOrEqual(60);
    const declined = await admin.api.request.get('/api/inbox?state=declined&search=keyed');
    const reasons = ((await declined.json()) as { reason: string }[]).map(({ reason }) => reason);
    expect(reasons).toHaveLength(10);
    for (const reason of reasons) expect(reason).toMatch(/^T/);
  });

  test('escape leaves the reason, and the item stays', async ({ page, visit, admin, signIn }) => {
    await send(admin, 'Escaped');
    await signIn(admin);
    await visit('/inbox?search=escaped');
    await page.keyboard.press('d');
    await expect(page.getByLabel('Reason to decline Escaped')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('link', { name: 'Escaped' })).toBeFocused();
    await expect(page.locator('[data-item]')).toHaveCount(1);
  });

  test('keys move between items', async ({ page, visit, admin, signIn }) => {
    await send(admin, 'Moved A', 'Moved B');
    await signIn(admin);
    await visit('/inbox?search=moved');
    await page.keyboard.press('j');
    await expect(page.getByRole('link', { name: 'Moved B' })).toBeFocused();
    await page.keyboard.press('j');
    await expect(page.getByRole('link', { name: 'Moved A' })).toBeFocused();
    await page.keyboard.press('k');
    await expect(page.getByRole('link', { name: 'Moved B' })).toBeFocused();
  });

  test('the header counts pending items', async ({ page, visit, admin, signIn }) => {
    await send(admin, 'Counted');
    await signIn(admin);
    await visit('/dashboard');
    const link = page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: /Inbox/ });
    await expect(link).toHaveText(/Inbox\d+ pending/);
  });

  test('a phone of 320 px shows all buttons', async ({ page, visit, admin, signIn }) => {
    await send(admin, 'An extraordinarily long company name without an end in sight');
    await signIn(admin);
    await page.setViewportSize({ width: 320, height: 640 });
    await visit('/inbox');
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(320);
    await expect(page.getByRole('button', { name: /^Accept/ }).first()).toBeVisible();
  });
});
