import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const MAX_LINES = 2_770;
const MAX_IMPORTANT = 23;
const BREAKPOINTS_PX = [640, 768, 1024, 1280];
/** Sheets that still tune widths between the breakpoints, mostly of the filters above lists. */
const WITH_OWN_WIDTHS = ['lists.css', 'forms.css', 'company-texts.css'];

describe('style sheets follow the house (STYLE.md, "Structure")', () => {
  const sheets = globSync('app/**/*.css').map((file) => ({
    file,
    css: readFileSync(file, 'utf8'),
  }));

  test('style sheets stay within their number of lines', () => {
    const lines = sheets.reduce((sum, { css }) => sum + css.split('\n').length - 1, 0);
    expect(sheets.length).toBeGreaterThan(20);
    expect(lines).toBeLessThanOrEqual(MAX_LINES);
  });

  test('no sheet adds a breakpoint', () => {
    const others = sheets
      .filter(({ file }) => !WITH_OWN_WIDTHS.some((name) => file.endsWith(`/${name}`)))
      .flatMap(({ file, css }) =>
        [...css.matchAll(/@media[^{]*width[^{]*/g)].flatMap(([query]) =>
          [...query.matchAll(/(\d+)px/g)]
            .filter(([, width]) => !BREAKPOINTS_PX.includes(Number(width)))
            .map(([width]) => `${file}: ${width}`),
        ),
      );
    expect(others).toEqual([]);
  });

  test('no sheet adds a declaration marked as important', () => {
    const marks = sheets.flatMap(({ css }) => css.match(/!important/g) ?? []);
    expect(marks.length).toBeLessThanOrEqual(MAX_IMPORTANT);
  });
});
