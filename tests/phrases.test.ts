import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** What readers stumbled over, and what says the same in other words than the rest of the product. */
const ODD = [
  /Rows a page/,
  /[>'"]Middle[<'"]/,
  /Free on its disk/,
  /[>'"]End[<'"]|^\s+End$/m,
  /Another program/,
  /lets nobody in|signed out at once/,
  /tell your administrator when it did/,
  /session was over already/,
  /None of your deals fits/,
  /No industries yet/,
  /known already|was removed already|there any more'/,
  /[Pp]lease log in|used to log in/,
];

const sources = ['components', 'routes', 'models', 'web'].flatMap((folder) =>
  readdirSync(`app/${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('openapi'))
    .map((name) => `app/${folder}/${name}`),
);

test('no screen has an odd phrase', () => {
  const found = sources.flatMap((path) => {
    const text = readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
    return ODD.filter((phrase) => phrase.test(text)).map((phrase) => `${path}: ${phrase}`);
  });
  expect(found).toEqual([]);
});
