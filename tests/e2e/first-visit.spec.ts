import type { Page } from '@playwright/test';
import { expect, test, VIEWER } from './fixtures';

/** Matches the sheet of every page; the evaluation links another one on any visit. */
const SHEET = '/assets/tailwind-';

/**
 * Returns the position and style of every element except toasts, which appear at any time; runs in
 * the page.
 */
function painted(): string[] {
  const shown = '*:not(script, link, section[aria-label^=Notifications])';
  const properties = ['display', 'visibility', 'color', 'background-color', 'font', 'fill']
    .concat(['border-top-color', 'border-top-width', 'border-radius', 'box-shadow'])
    .concat(['text-decoration-line', 'overflow-x', 'position']);
  return [...document.body.querySelectorAll(shown)].map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    const values = properties.map((property) => style.getPropertyValue(property));
    const place = [x, y, width, height].map(Math.round);
    return [element.tagName, element.getAttribute('class'), ...place, ...values].join(' ');
  });
}

async function recordPaintAtBothWidths(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 390, height: 900 });
  const narrow = await page.evaluate(painted);
  await page.setViewportSize(VIEWER.viewport);
  return [...narrow, ...(await page.evaluate(painted))];
}

test('a first visit with an inlined style looks like later ones', async ({
  page,
  context,
  admin,
  signIn,
  visit,
  expectedErrors,
}) => {
  expectedErrors.push(404, 'ERR_FAILED');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const [id] = await admin.api.create({
    companyName: 'First Light',
    industries: ['AI', 'DX', 'Fintech'],
    nextMeetingDate: 'ASAP',
    evaluationScore: 7.5,
    businessIntroduction: 'Lamps. '.repeat(80),
  });
  const seen = async (path: string, media: string | null) => {
    await visit(path);
    const link = page.locator(`head link[rel=stylesheet][href*="${SHEET}"]`);
    await expect(link).toHaveCount(1);
    expect(await link.getAttribute('media')).toBe(media);
    return recordPaintAtBothWidths(page);
  };
  // Visits pages that use most of the shared sheet.
  for (const path of ['/login', `/dashboard?details=${id}`, `/pipeline/${id}/evaluation`]) {
    const enter = async () => {
      await context.clearCookies();
      if (path !== '/login') await signIn(admin);
    };
    await enter();
    // Sets the cookie of later visits.
    await visit('/login');
    const whole = await seen(path, null);
    expect(whole.length).toBeGreaterThan(10);
    await page.route(`**${SHEET}*.css`, (route) => route.abort());
    await enter();
    expect(await seen(path, 'not all'), path).toEqual(whole);
    await page.unroute(`**${SHEET}*.css`);
  }
  await page.emulateMedia({ reducedMotion: null });
});
