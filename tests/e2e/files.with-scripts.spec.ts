import { expect, test } from './fixtures';

test('files are dropped and pasted, and a refused one says why (rule 26.6)', async ({
  page,
  visit,
  api,
  refusals,
}) => {
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

  refusals.push(413);
  await send('drop', [['large.bin', 50 * 1024 * 1024 + 1]]);
  await expect(section.getByText('large.bin is larger than 50 MB.')).toBeVisible();
  await expect(section.getByRole('link')).toHaveCount(3);
});
