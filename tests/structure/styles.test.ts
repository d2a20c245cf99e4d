import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

/** Lowered with each sheet that becomes shorter. */
const MAX_LINES = 2_300;
const BREAKPOINTS_PX = [640, 768, 1024, 1280];
/** Properties whose sizes are tokens or steps of the spacing scale. Lines and shadows are in pixels. */
const SIZES =
  /(?:^|[;{\s])(font(?:-size)?|line-height|letter-spacing|border-[a-z-]*radius|(?:scroll-)?(?:margin|padding)(?:-\w+)*|(?:row-|column-)?gap|inset|top|right|bottom|left|(?:min-|max-)?(?:width|height)|flex-basis|vertical-align):\s*([^;]*\b\d*\.?\d+px[^;]*);/g;
/** Computed from a variable or the window, or part of a token's definition. */
const COMPUTED = /(?:calc|clamp|min|max)\(|system-ui/;

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

  test('sheets know four breakpoints', () => {
    const others = sheets.flatMap(({ file, css }) =>
      [...css.matchAll(/@media[^{]*width[^{]*/g)].flatMap(([query]) =>
        [...query.matchAll(/(\d+)px/g)]
          .filter(([, width]) => !BREAKPOINTS_PX.includes(Number(width)))
          .map(([width]) => `${file}: ${width}`),
      ),
    );
    expect(others).toEqual([]);
  });

  test('no declaration is marked as important', () => {
    const marks = sheets.filter(({ css }) => /!important|@apply[^;]*!(?:;| )/.test(css));
    expect(marks.map(({ file }) => file)).toEqual([]);
  });

  test('sizes are tokens or steps of the spacing scale', () => {
    const literals = sheets.flatMap(({ file, css }) =>
      [...css.matchAll(SIZES)]
        .filter(([, , value]) => !COMPUTED.test(value!))
        .map(([, property, value]) => `${file}: ${property}: ${value}`),
    );
    expect(literals).toEqual([]);
  });
});
