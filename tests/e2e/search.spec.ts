import { expect, test } from './fixtures';
import { holdRequests, openMenu } from './steps';

test.describe('search in the header (rules 19.5 and 19.7)', () => {
  test('the header finds deals and notes from every page', async ({ page, visit, ready, api }) => {
    const ids = await api.create(
      { companyName: 'Quillmoor', ceoName: 'Bryony Kett' },
      { companyName: 'Marlrook' },
      { companyName: 'Quillside' },
    );
    const [quill, noted] = ids;
    await api.request.post(`/api/pipelines/${noted}/notes`, { data: { text: 'Ask Quillmoor.' } });
    await visit('/account');
    const box = page.getByRole('banner').getByLabel('Search all deals and notes');
    await box.fill('quill');
    const main = page.getByRole('main');
    const list = page.getByRole('listbox', { name: 'Suggestions' });
    await expect(list.getByRole('option')).toHaveText([
      /^Quillmoor/,
      /^Quillside/,
      /^MarlrookAsk Quillmoor\./,
      /^All results for/,
    ]);
    await expect(page.getByRole('status').filter({ hasText: 'deal' })).toHaveText(
      '2 deals, 1 note',
    );
    await expect(
      page.getByRole('combobox', { name: 'Search all deals and notes' }),
    ).toHaveAttribute('aria-expanded', 'true');
    await box.press('ArrowDown');
    await box.press('ArrowDown');
    await expect(list.getByRole('option', { selected: true })).toHaveText(/^Quillside/);
    await box.press('Escape');
    await expect(list).toBeHidden();
    await expect(box).toHaveValue('quill');

    const release = await holdRequests(page, /suggest\?q=quills/);
    const asked = page.waitForRequest(/suggest\?q=quills/);
    await box.pressSequentially('s');
    await asked;
    const overtaken = page.waitForEvent('requestfailed', (one) => /q=quills/.test(one.url()));
    await box.press('Backspace');
    await overtaken;
    release();
    await expect(list.getByRole('option'), 'a late answer is dropped').toHaveCount(4);
    await box.press('ArrowUp');
    await box.press('ArrowUp');
    await box.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/pipeline/${noted}#note-`));
    await expect(page.getByText('Ask Quillmoor.')).toBeVisible();
    await box.fill('quill');
    await expect(list).toBeVisible();
    await box.press('Enter');
    await expect(page).toHaveURL('/search?q=quill');
    await expect(box).toHaveValue('quill');
    await expect(main.getByRole('listitem')).toHaveCount(3);
    await main.getByRole('link', { name: 'Quillmoor', exact: true }).click();
    await page.getByRole('link', { name: 'Back to the list' }).click();
    await expect(page).toHaveURL(`/search?q=quill#deal-${quill}`);
    await ready();
    await box.fill('quillmoor');
    await box.press('Enter');
    await expect(page, 'the only deal of this name').toHaveURL(`/pipeline/${quill}`);

    await page.setViewportSize({ width: 390, height: 844 });
    await openMenu(page, 'Ana Lindqvist');
    await page.getByRole('banner').getByRole('link', { name: 'Search' }).click();
    await ready();
    const field = main.getByLabel('Search all deals and notes');
    await field.fill('kett');
    const suggestions = page.getByRole('listbox', { name: 'Suggestions' });
    await expect(suggestions).toBeVisible();
    await field.press('Enter');
    await expect(main.getByText('Bryony Kett, CEO')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await expect(suggestions).toBeHidden();
    const releaseLater = await holdRequests(page, /suggest\?q=quill/);
    const askedLater = page.waitForRequest(/suggest\?q=quill/);
    await field.fill('quill');
    await askedLater;
    const dropped = page.waitForEvent('requestfailed', (request) => /suggest/.test(request.url()));
    await field.press('Enter');
    await dropped;
    releaseLater();
    await expect(main.getByRole('listitem')).toHaveCount(3);
    await expect(suggestions, 'no suggestions over the results').toBeHidden();
  });
});
