import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ICONS } from '~/components/frame/icon';

test('each icon has its square in icons.svg, in the place that its class names', () => {
  const svg = readFileSync('app/icons.svg', 'utf8');
  const css = readFileSync('app/styles/icons.css', 'utf8');
  const icons = Object.entries(ICONS);
  const drawn = svg.matchAll(/<g id="([^"]+)" transform="translate\(0 (\d+)\)">/g);
  expect([...drawn].map(([, name, y]) => [name, Number(y)])).toEqual(
    icons.map(([name], i) => [name, i * 24]),
  );
  expect(icons.map(([, place]) => place)).toEqual(icons.map((_, i) => `[--i:${i}]`));
  expect(svg).toContain(`viewBox="0 0 24 ${24 * icons.length}"`);
  expect(css).toContain(`100% / ${icons.length - 1})`);
});
