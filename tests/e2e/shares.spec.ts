import { readFileSync } from 'node:fs';
import { expect, test } from './fixtures';
import { expectMessage } from './steps';

test.describe('shares (rules 26.11 and 26.14)', () => {
  test(
    'a share is created, read without an account and ended',
    { tag: '@both' },
    async ({ page, visit, ready, api, browser }) => {
      const [id] = await api.create({ companyName: 'Gantrywell', ceoName: 'Ines Mora' });
      const deal = `/api/pipelines/${id}`;
      for (const text of ['Met at the fair', 'Our own doubts'])
        await api.request.post(`${deal}/notes`, { data: { text } });
      const file = { name: 'deck.txt', mimeType: 'text/plain', buffer: Buffer.from('A deck') };
      await api.request.post(`${deal}/files`, { multipart: { file } });

      await visit(`/pipeline/${id}`);
      await page.getByText('More', { exact: true }).click();
      await page.getByRole('link', { name: 'Share' }).click();
      await ready();
      await expect(page.getByLabel('Facts')).toBeChecked();
      await page.getByLabel('Met at the fair').check();
      await page.getByLabel('deck.txt').check();
      await page.getByLabel('Score', { exact: true }).check();
      const opening = page.waitForEvent('popup');
      await page.getByRole('button', { name: 'Preview' }).click();
      const preview = await opening;
      await expect(preview.getByText('this page has not been created')).toBeVisible();
      await expect(preview.getByText('Met at the fair')).toBeVisible();
      await expect(preview.getByText('Our own doubts')).toHaveCount(0);
      await preview.close();
      await expect(page.getByLabel('Met at the fair')).toBeChecked();
      await page.getByRole('button', { name: 'Create page' }).click();
      await expect(page.getByRole('status').getByText('Copy the address now')).toBeVisible();
      const address = (await page.getByLabel('Address').textContent())!.trim();
      await page.getByRole('link', { name: 'Done' }).click();
      await expect(page.getByLabel('Address')).toHaveCount(0);
      await ready();

      const outsider = await browser.newContext();
      const shared = await outsider.newPage();
      const said: string[] = [];
      shared.on('console', (message) => said.push(message.text()));
      await shared.goto(address);
      await expect(shared.getByRole('heading', { level: 1 })).toHaveText('Gantrywell');
      await expect(shared.getByText('Ines Mora')).toBeVisible();
      await expect(shared.getByText('Met at the fair')).toBeVisible();
      await expect(shared.getByText('Our own doubts')).toHaveCount(0);
      const background = await shared.evaluate(
        () => getComputedStyle(document.documentElement).backgroundColor,
      );
      expect(background, 'its style sheet is allowed').toBe('rgb(247, 246, 243)');
      const downloading = shared.waitForEvent('download');
      await shared.getByRole('link', { name: 'deck.txt' }).click();
      expect(readFileSync(await (await downloading).path(), 'utf8')).toBe('A deck');
      expect(await outsider.cookies()).toEqual([]);
      expect(said).toEqual([]);

      await visit(`/pipeline/${id}/share`);
      const line = page.getByRole('list', { name: 'Shared pages' }).getByRole('listitem');
      await expect(line).toContainText('facts, score, 1 file, 1 note');
      await expect(line).toContainText('Opened once');
      await line.getByRole('button', { name: 'End' }).click();
      await expectMessage(page, 'Success', 'Page ended');
      await expect(line).toHaveCount(0);
      await shared.reload();
      await expect(shared.getByText('This page is no longer shared')).toBeVisible();
      await outsider.close();
    },
  );

  test(
    'a shared page carries the name of the fund',
    { tag: '@both' },
    async ({ page, visit, user, api, admin, signIn, browser }) => {
      await signIn(admin);
      await visit('/admin/intake');
      await page.getByLabel('Fund name').fill('Larkmead Capital');
      await page.getByRole('button', { name: 'Save' }).click();
      await expectMessage(page, 'Success', 'The settings were saved');
      await signIn(user);
      const [id] = await api.create({ companyName: 'Gantrywell' });
      const data = { facts: true };
      const answer = await api.request.post(`/api/pipelines/${id}/shares`, { data });
      expect(answer.status()).toBe(201);
      const { url } = (await answer.json()) as { url: string };
      const outsider = await browser.newContext();
      const shared = await outsider.newPage();
      await shared.goto(url);
      await expect(shared.getByRole('heading', { level: 1 })).toHaveText('Gantrywell');
      await expect(shared.getByText('Larkmead Capital', { exact: true })).toBeVisible();
      await outsider.close();
    },
  );
});
