import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';

/** Kinds of screens. Before its style sheet has come, a page is painted by rules of its own. */
const SIGNED_OUT = ['/', '/login', '/signup'];
const SIGNED_IN = [
  '/dashboard',
  '/dashboard?owners=',
  '/dashboard?details=ID',
  '/pipeline/new',
  '/pipeline/ID/edit',
  '/pipeline/ID/evaluation',
  '/pipeline/ID/history',
  '/account',
  '/admin',
  '/admin/approvals',
  '/admin/pipelines',
  '/admin/history',
  '/admin/trash',
  '/nowhere',
];

/** Where every element is and how it is painted; the place for messages comes when it will. */
function painted(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [
      ...document.body.querySelectorAll(
        '*:not(script, link, svg.hidden, svg.hidden *, section[aria-label^=Notifications])',
      ),
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
  for (const width of [390, 1366])
    test(`${who}, ${width} px: a first visit looks the same without the style sheet, with it, and when the browser has it`, async ({
      page,
      context,
      admin,
      signIn,
      visit,
      refusals,
      scripts,
    }) => {
      refusals.push(404, 'ERR_FAILED');
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ reducedMotion: 'reduce' });
      const [id] = await admin.api.create({
        companyName: 'First Light',
        industries: ['AI', 'DX', 'Fintech'],
        nextMeetingDate: 'ASAP',
        evaluationScore: 7.5,
        businessIntroduction: 'Lamps. '.repeat(80),
      });
      for (const path of paths) {
        const seen = async (sheet: 'none' | 'later' | 'cached') => {
          await context.clearCookies();
          if (paths === SIGNED_IN) await signIn(admin);
          // The first page of all brings the cookie.
          if (sheet === 'cached') await visit('/login');
          if (sheet === 'none') await page.route('**/*.css', (route) => route.abort());
          await visit(path.replace('ID', String(id)));
          await page.unrouteAll();
          await expect(page.locator('head link[rel=stylesheet]')).toHaveCount(
            sheet === 'cached' ? 1 : 0,
          );
          await expect(page.locator('head style[data-own]')).toHaveCount(
            sheet === 'cached' ? 0 : 1,
          );
          return painted(page);
        };
        const whole = await seen('cached');
        expect(whole.length).toBeGreaterThan(5);
        expect(await seen('later'), `${path} with its style sheet to come`).toEqual(whole);
        // Scripts put more on the page than it came with.
        if (!scripts) expect(await seen('none'), `${path} without its style sheet`).toEqual(whole);
      }
      await page.emulateMedia({ reducedMotion: null });
    });
