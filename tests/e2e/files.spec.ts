import { readFileSync } from 'node:fs';
import { expect, test } from './fixtures';
import { expectMessage } from './steps';

const file = (name: string, text: string) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(text),
});

test('files are added, downloaded and deleted, and the deletion undone (rules 26.6 and 26.7)', async ({
  page,
  visit,
  ready,
  api,
}) => {
  const [id] = await api.create({ companyName: 'Gantrywell' });
  await visit(`/pipeline/${id}`);
  const section = page.getByRole('region', { name: 'Files' });
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
});
