import type { Page } from '@playwright/test';
import { expect, test, VIEWER } from './fixtures';

/** The sheet is the same on every screen: these use most of it. */
const SIGNED_OUT = ['/login'];
const SIGNED_IN = ['/dashboard?details=ID', '/pipeline/ID/evaluation', '/admin/pipelines?size=25'];

/** The sheet of every page. The evaluation links one of its own, on any visit. */
const SHEET = '/assets/tailwind-';

/** The position and style of every element, except toasts, which appear at any time. */
async function paintedAt(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: 900 });
  return page.evaluate(() =>
    [
      ...document.body.querySelectorAll('*:not(script, link, section[aria-label^=Notifications])'),
    ].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const {
        display,
        visibility,
        color,
        backgroundColor,
        borderTopColor,
        borderTopWidth,
        borderRadius,
        font,
        fill,
        boxShadow,
        textDecorationLine,
        overflowX,
        position,
      } = getComputedStyle(element);
      return `${element.tagName}.${element.getAttribute('class')} ${[x, y, width, height].map(Math.round)} ${[display, visibility, color, backgroundColor, borderTopColor, borderTopWidth, borderRadius, font, fill, boxShadow, textDecorationLine, overflowX, position]}`;
    }),
  );
}

for (const [who, paths] of [
  ['signed out', SIGNED_OUT],
  ['signed in', SIGNED_IN],
] as const)
  test(`${who}: a first visit looks like the ones after it`, async ({
    page,
    context,
    admin,
    signIn,
    visit,
    refusals,
  }) => {
    refusals.push(404, 'ERR_FAILED');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const [id] = await admin.api.create({
      companyName: 'First Light',
      industries: ['AI', 'DX', 'Fintech'],
      nextMeetingDate: 'ASAP',
      evaluationScore: 7.5,
      businessIntroduction: 'Lamps. '.repeat(80),
    });
    const seen = async (path: string, kind: 'first' | 'later') => {
      await visit(path.replace('ID', String(id)));
      const link = page.locator(`head link[rel=stylesheet][href*="${SHEET}"]`);
      await expect(link).toHaveCount(1);
      expect(await link.getAttribute('media')).toBe(kind === 'first' ? 'not all' : null);
      const narrow = await paintedAt(page, 390);
      return [...narrow, ...(await paintedAt(page, VIEWER.viewport.width))];
    };
    const enter = async () => {
      await context.clearCookies();
      if (paths === SIGNED_IN) await signIn(admin);
    };
    await enter();
    // The first page of all brings the cookie.
    await visit('/login');
    const whole: string[][] = [];
    for (const path of paths) whole.push(await seen(path, 'later'));
    await page.route(`**${SHEET}*.css`, (route) => route.abort());
    for (const [n, path] of paths.entries()) {
      await enter();
      expect(whole[n]!.length).toBeGreaterThan(10);
      expect(await seen(path, 'first'), path).toEqual(whole[n]);
    }
    await page.emulateMedia({ reducedMotion: null });
    await page.setViewportSize(VIEWER.viewport);
  });
