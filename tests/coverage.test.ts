import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

/** A promise, with the tests that show it. */
interface Shown {
  text: string;
  tests: { file: string; title: string }[];
}

const chapters = readFileSync('docs/product-rules.md', 'utf8').split(/^## /m).slice(1);
const listNumbers = (chapter: string) =>
  [...chapter.matchAll(/^- \*\*(\d+\.\d+)\*\* \S/gm)].map(([, number]) => number!);
const rules = chapters.flatMap(listNumbers);
/** Rules without a test say why not. */
const untested = [
  ...chapters.join('').matchAll(/^- \*\*(\d+\.\d+)\*\*(?:(?!^- )[^])*?^ {2}- no test: \w/gm),
].map(([, number]) => number!);

/** A text, then an indented list of the tests. */
function readShown(item: string): Shown {
  const [text = ''] = /^[^]+?(?=\n {2}- |$)/.exec(item) ?? [];
  const lines = item.match(/^ {2}- `tests\/.*/gm) ?? [];
  const tests = lines.map((line) => {
    const [, file = line, title = ''] = /`(\S+): "(.+)"`$/.exec(line) ?? [];
    return { file, title };
  });
  return { text, tests };
}

function expectShown({ text, tests }: Shown): void {
  expect(text).toMatch(/\w/);
  expect(tests.length).toBeGreaterThan(0);
  for (const { file, title } of tests) {
    expect(existsSync(file), `${file} exists`).toBe(true);
    const titles = listTitles(file);
    const matches = titles.includes(title) ? [title] : titles.filter((one) => one.includes(title));
    expect(matches, `"${title}" names one test of ${file}`).toHaveLength(1);
  }
}

/** The titles of a file's tests and groups, as they are written there. */
function listTitles(file: string): string[] {
  const calls = readFileSync(file, 'utf8').matchAll(
    /(?:\b(?:test|it|describe)|\))\(\s*(['"`])((?:\\.|(?!\1)[^\\\n])+)\1,/g,
  );
  return [...calls].map(([, , title]) => title!.replace(/\\(['"`])/g, '$1'));
}

/** The files below a folder that may cite a rule. */
function sourcesIn(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => /\.(tsx?|mjs|css|md)$/.test(file))
    .map((file) => join(folder, file));
}

/** The rules a text cites: 'rule 4.7', 'rules 4.7, 4.8 and 5.1', also over the end of a comment's line. */
function citedIn(text: string): string[] {
  const citations = text.match(/\brules?[\s*]+\d+\.\d+(?:(?:,| and)[\s*]+\d+\.\d+)*/gi) ?? [];
  return citations.flatMap((citation) => citation.match(/\d+\.\d+/g)!);
}

describe('docs/product-rules.md', () => {
  test('product rules are numbered in ascending order', () => {
    expect(rules.length).toBeGreaterThan(200);
    chapters.forEach((chapter, index) => {
      expect(chapter).toMatch(new RegExp(`^${index + 1}\\. \\w`));
      const numbers = listNumbers(chapter).map((number) => number.split('.').map(Number));
      expect(numbers).toHaveLength(chapter.match(/^- /gm)!.length);
      const places = numbers.map(([, place]) => place!);
      expect(new Set(numbers.map(([first]) => first)), `chapter ${index + 1}`).toEqual(
        new Set([index + 1]),
      );
      expect(places, `chapter ${index + 1}`).toEqual([...new Set(places)].sort((a, b) => a - b));
    });
  });

  test('product rules are named by a test title or say why not', () => {
    const files = sourcesIn('tests').filter((file) => /\.(test|spec)\.tsx?$/.test(file));
    const named = new Set(files.flatMap(listTitles).flatMap(citedIn));
    expect(rules.filter((number) => !named.has(number) && !untested.includes(number))).toEqual([]);
  });
});

describe('docs/security.md', () => {
  const text = readFileSync('docs/security.md', 'utf8');
  const [, promised = ''] = /^## What is promised$([^]*?)(?=^## )/m.exec(text) ?? [];
  const promises = promised
    .split(/^- /m)
    .slice(1)
    .map((item) => readShown(item));

  test('security document has promises, limits and reporting', () => {
    expect(promises.length).toBeGreaterThan(25);
    expect(text).toMatch(/^## What is not promised$/m);
    expect(text).toMatch(/^## Reporting$/m);
  });

  test.each(promises)('$text is shown by a test', expectShown);

  test('security document names existing files', () => {
    const named = text.match(/`(?:app|db|tests|scripts|deploy|docs)\/[\w./$-]+`/g) ?? [];
    const missing = named.map((name) => name.slice(1, -1)).filter((name) => !existsSync(name));
    expect(missing).toEqual([]);
  });
});

test('every rule that is cited exists', () => {
  const known = new Set(rules);
  const files = [
    'server.ts',
    ...['app', 'db', 'tests', 'bench', 'scripts', 'docs'].flatMap(sourcesIn),
  ];
  const cited = files
    .filter((file) => file !== 'tests/coverage.test.ts')
    .flatMap((file) => citedIn(readFileSync(file, 'utf8')).map((number) => ({ file, number })));
  expect(cited.length).toBeGreaterThan(0);
  expect(cited.filter(({ number }) => !known.has(number))).toEqual([]);
});
