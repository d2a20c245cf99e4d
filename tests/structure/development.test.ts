import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Packages that Remix names to Vite. */
const NAMED_BY_REMIX = ['@remix-run/react', 'react', 'react-dom/client'];
/** Package of pages that only the server renders. */
const SERVER_PACKAGE = 'react-dom/server';

test('Vite bundles each package that components import', () => {
  const files = globSync('app/{ui/**/*,format/*,address/*,entry.client}.{ts,tsx}').filter(
    (file) => !file.includes('.server.'),
  );
  expect(files.length).toBeGreaterThan(100);
  const imported = files.flatMap((file) => {
    const imports = readFileSync(file, 'utf8').matchAll(
      /^import (?!type)[^;']*from '([^.~#'][^']*)';/gm,
    );
    return [...imports].map(([, name]) => name!);
  });
  const [, list] = /include: \[(.*)\]/.exec(readFileSync('vite.config.ts', 'utf8'))!;
  const bundled = [...list!.matchAll(/'([^']+)'/g)].map(([, name]) => name!);
  const expected = [...NAMED_BY_REMIX, SERVER_PACKAGE, ...bundled].sort();
  expect([...new Set(imported)].sort()).toEqual(expected);
});
