import { readFileSync } from 'node:fs';
import { expect, test } from './fixtures';
import { expectMessage } from './steps';

const file = (name: string, text: string) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(text),
});

test.describe('attachments (rules 26.6 and 26.7)', () => {
  test(
    'attachments are added, downloaded, deleted and restored',
    { tag: '@both' },
    async ({ page, visit, ready, api }) => {
      const [id] = await api.create({ companyName: 'Gantrywell' });
      await visit(`/pipeline/${id}`);
      const section = page.getByRole('region', { name: 'Files' });
      await section.getByText('+ Add files').click();
      await section
        .getByLabel('Choose files')
        .setInputFiles([file('terms.txt', 'The terms'), file('deck “2026”.pdf', 'A deck')]);
      await section.getByRole('button', { name: 'Add files' }).click();
      await expect(section.getByRole('link')).toHaveText(['deck “2026”.pdf', 'terms.txt']);
      await ready();

      const downloading = page.waitForEvent('download');
      await section.getByRole('link', { name: 'deck' }).click();
      const download = await downloading;
      expect(download.suggestedFilename()).toBe('deck “2026”.pdf');
      expect(readFileSync(await download.path(), 'utf8')).toBe('A deck');

      await section.getByRole('button', { name: 'Delete' }).last().click();
      await expectMessage(page, 'Success', 'File deleted');
      await expect(section.getByRole('link')).toHaveText(['deck “2026”.pdf']);
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(section.getByRole('link')).toHaveText(['deck “2026”.pdf', 'terms.txt']);
    },
  );

  test('a file sent after the session ended says to sign in', async ({
    page,
    visit,
    api,
    expectedErrors,
  }) => {
    expectedErrors.push(401);
    const [id] = await api.create({ companyName: 'Gantrywell' });
    await visit(`/pipeline/${id}/files`);
    await page.getByLabel('Choose files').setInputFiles([file('terms.txt', 'The terms')]);
    await page.context().clearCookies({ name: 'session' });
    await page.getByRole('button', { name: 'Add files' }).click();
    await expect(page.getByText('You were signed out. Sign in and add it again.')).toBeVisible();
  });

  test('dropped and pasted files are added, refused ones say why', async ({
    page,
    visit,
    api,
    expectedErrors,
  }) => {
    expectedErrors.push(413);
    const [id] = await api.create({ companyName: 'Gantrywell' });
    await visit(`/pipeline/${id}`);
    const section = page.getByRole('region', { name: 'Files' });
    const send = (kind: 'drop' | 'paste', sent: [name: string, size: number][]) =>
      section.evaluate(
        (area, { kind, sent }) => {
          const data = new DataTransfer();
          for (const [name, size] of sent) data.items.add(new File(['x'.repeat(size)], name));
          const event =
            kind === 'drop'
              ? new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })
              : new ClipboardEvent('paste', { clipboardData: data, bubbles: true });
          area.dispatchEvent(event);
        },
        { kind, sent },
      );
    await send('drop', [
      ['one.txt', 10],
      ['two.txt', 20],
    ]);
    await expect(section.getByRole('link')).toHaveText(['two.txt', 'one.txt']);
    await send('paste', [['image.png', 5]]);
    await expect(section.getByRole('link')).toHaveText(['image.png', 'two.txt', 'one.txt']);
    await expect(section.getByRole('progressbar')).toHaveCount(0);
    await send('drop', [['large.bin', 50 * 1024 * 1024 + 1]]);
    await expect(section.getByText('large.bin is larger than 50 MB.')).toBeVisible();
    await expect(section.getByRole('link')).toHaveCount(3);
  });
});
