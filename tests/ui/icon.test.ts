import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('each icon name is the id of a symbol in icons.svg', () => {
  const ids = [...readFileSync('app/icons.svg', 'utf8').matchAll(/<symbol id="([^"]+)"/g)];
  const names = [...readFileSync('app/ui/icon.tsx', 'utf8').matchAll(/^ {2}\| '([^']+)'/gm)];
  expect(names.map(([, name]) => name)).toEqual(ids.map(([, id]) => id).sort());
});
