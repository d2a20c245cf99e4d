import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ICON_NAMES } from '~/ui/icon';

test('each icon has a square in icons.svg and a style rule', () => {
  const svg = readFileSync('app/icons.svg', 'utf8');
  const css = readFileSync('app/styles/icons.css', 'utf8');
  const drawn = svg.matchAll(/<g id="([^"]+)" transform="translate\(0 (\d+)\)">/g);
  expect([...drawn].map(([, name, y]) => [name, Number(y)])).toEqual(
    ICON_NAMES.map((name, i) => [name, i * 24]),
  );
  const sheet = readFileSync('app/tailwind.css', 'utf8');
  expect(sheet).toContain(`@source inline('[--i:{0..${ICON_NAMES.length - 1}}]')`);
  expect(svg).toContain(`viewBox="0 0 24 ${24 * ICON_NAMES.length}"`);
  expect(css).toContain(`100% / ${ICON_NAMES.length - 1})`);
});
