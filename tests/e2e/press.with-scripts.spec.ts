import { expect, hydrated, test } from './fixtures';

test('a press in the very moment when React starts leaves the page working', async ({
  context,
  user: _,
}) => {
  const page = await context.newPage();
  await page.addInitScript(() => {
    const isStarted = () => Object.keys(document).some((key) => key.startsWith('__reactContainer'));
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      if (isStarted()) document.getElementById('main')!.click();
      else port2.postMessage(undefined);
    };
    port2.postMessage(undefined);
  });
  await page.goto('/dashboard');
  await hydrated(page);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.close();
});
