import type { Page } from '@playwright/test';
import { expect } from './fixtures';

/** The dashboard's table at many widths, with deals of all lengths. */

/** A deal that fills every cell, as far as its column lets it. */
export const FULL = {
  companyName: 'Überlandwerke Telecommunications Nord',
  ceoName: 'Clementina Daventry-Wolverhampton',
  industries: ['Semiconductors & Materials', 'Mobile Internet', 'AI', 'DX'],
  fundingRound: 'A',
  targetFundingSize: 'USD 5 000 000 – 7,500,000',
  businessIntroduction: 'Sensors for rooms that report when a window was left open. '.repeat(3),
  keyBusinessNumbers: 'ARR $1.9M, 118 customers',
  evaluationScore: 8,
  nextMeetingDate: '360 days',
};
export const SHORT = { companyName: 'Ibex', industries: ['AI', 'DX'], targetFundingSize: '$5M' };

export const box = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { top, right, bottom, left, width, height } = element.getBoundingClientRect();
      return { top, right, bottom, left, width, height };
    });

export async function expectNoOverflow(page: Page, width: number): Promise<void> {
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth),
    `${page.url()} at ${width} px`,
  ).toBeLessThanOrEqual(width);
}

export async function setDensity(page: Page, density: string): Promise<void> {
  const url = new URL(page.url()).origin;
  await page.context().addCookies([{ name: 'density', value: density, url }]);
  await page.reload();
}
