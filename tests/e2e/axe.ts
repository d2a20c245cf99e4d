import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

/** Half as long as the package's `source`, which every page takes 30 ms more to load. */
const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

/** `AXE_ALL=1` checks five widths instead of two. */
export const isWhole = Boolean(process.env.AXE_ALL);
const WIDTHS = isWhole ? [320, 390, 768, 1024, 1440] : [390, 1440];
/** Checks in the second theme only what the theme changes. */
const RULES: Record<'light' | 'dark', string[]> = {
  light: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'],
  dark: ['color-contrast', 'link-in-text-block'],
};

interface Axe {
  axe: { run: (options: RunOptions) => Promise<AxeResults> };
}

async function listViolations(page: Page, runOnly: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const options: RunOptions = {
    runOnly,
    // Halves the time: collecting passed rules takes as long as the check.
    resultTypes: ['violations'],
    // Reading all sheets takes a third of the time, and only rules about sound and video use them.
    preload: false,
  };
  const { violations } = await page.evaluate(
    (given) => (window as unknown as Axe).axe.run(given),
    options,
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
  await expectAccessibleAtEachWidth(page, state);
  await page.setViewportSize(size);
}

/** Expects the same, and leaves the page in the widest window. */
export async function expectAccessibleAtEachWidth(page: Page, state: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  let before: string | undefined;
  for (const width of WIDTHS) {
    const over = await measureOverflow(page, width);
    expect.soft(over, `${state}, ${width} px: too wide`).toBeLessThanOrEqual(0);
    for (const [theme, rules] of Object.entries(RULES)) {
      // Faster than setting the theme's cookie and reloading.
      const former = await page.evaluate(applyAppearance, { theme, position: 'static' });
      before ??= former;
      const where = `${state}, ${theme}, ${width} px`;
      expect.soft(await listViolations(page, rules), where).toEqual([]);
    }
  }
  await page.evaluate(applyAppearance, { theme: before!, position: '' });
  await page.emulateMedia({ reducedMotion: null });
}
