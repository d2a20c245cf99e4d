import { expect, type Page } from '@playwright/test';
import axe, { type AxeResults, type RunOptions } from 'axe-core';

/** `AXE_ALL=1` checks five widths in both themes; by default each theme has one width. */
export const isWhole = Boolean(process.env.AXE_ALL);
const WIDTHS = [320, 390, 768, 1024, 1440];
const LOOKS = { light: isWhole ? WIDTHS : [1440], dark: isWhole ? WIDTHS : [390] };
const OPTIONS: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // Halves the time: collecting passed rules takes as long as the check.
  resultTypes: ['violations'],
};

interface Axe {
  axe: { run: (options: RunOptions) => Promise<AxeResults> };
}

async function listViolations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    (options) => (window as unknown as Axe).axe.run(options),
    OPTIONS,
  );
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n')}`,
  );
}

/** Returns by how many px the page is wider than its window. */
export async function measureOverflow(page: Page, width: number): Promise<number> {
  await page.setViewportSize({ width, height: 900 });
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
}

/** Sets the theme and the position of sticky bars; runs in the page. Returns the previous theme. */
function applyAppearance({ theme, position }: { theme: string; position: string }): string {
  // Scrolls to the top: content under the header or the save bar is not a violation.
  window.scrollTo({ top: 0, behavior: 'instant' });
  for (const bar of document.querySelectorAll<HTMLElement>('.save-bar'))
    bar.style.position = position;
  const { dataset } = document.documentElement;
  const before = dataset.theme!;
  dataset.theme = theme;
  return before;
}

/** Expects no violation in either theme, and a page no wider than its window. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  const size = page.viewportSize()!;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  let before: string | undefined;
  for (const [theme, widths] of Object.entries(LOOKS)) {
    // Faster than setting the theme's cookie and reloading.
    const former = await page.evaluate(applyAppearance, { theme, position: 'static' });
    before ??= former;
    for (const width of widths) {
      const where = `${state}, ${theme}, ${width} px`;
      expect.soft(await measureOverflow(page, width), `${where}: too wide`).toBeLessThanOrEqual(0);
      expect.soft(await listViolations(page), where).toEqual([]);
    }
  }
  await page.evaluate(applyAppearance, { theme: before!, position: '' });
  await page.setViewportSize(size);
  await page.emulateMedia({ reducedMotion: null });
}
