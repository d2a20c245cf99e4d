import { expect, type Page } from '@playwright/test';
import axe, { type AxeResults, type RunOptions } from 'axe-core';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * What axe finds on the page, a line for each rule with its elements. It collects nothing about rules that are kept, which takes
 * twice as long as looking.
 */
export async function violationsOn(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const options: RunOptions = { runOnly: TAGS, resultTypes: ['violations'] };
  const { violations } = await page.evaluate(
    (given) => (window as unknown as Axe).axe.run(given),
    options,
  );
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n')}`,
  );
}

/** The page has none in either theme. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const theme of ['light', 'dark']) {
    await page.evaluate((name) => void (document.documentElement.dataset.theme = name), theme);
    expect(await violationsOn(page), theme).toEqual([]);
  }
  await page.emulateMedia({ reducedMotion: null });
}

interface Axe {
  axe: { run: (options: RunOptions) => Promise<AxeResults> };
}
