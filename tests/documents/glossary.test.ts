import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/**
 * Words of docs/glossary.md under "do not write" that are wrong wherever they stand. Others, such as
 * "file" or "kept", are wrong in one sense only.
 */
const FORBIDDEN: [word: string, pattern: RegExp][] = [
  ['begun login', /\bbegun logins?\b/],
  ['blob', /\bblobs?\b/],
  ['hand over', /\bhand(s|ed|ing)? (?:\w+ ){0,3}over\b/],
  ['in charge', /\bin charge\b/],
  ['late form', /\blate forms?\b/],
  ['mate', /\bmates?\b/],
  ['own field', /\bown fields?\b/],
  ['refusal', /\brefusals?\b/],
  ['resend', /\bresend(s|ing)?\b/],
  ['typed text', /\btyped texts?\b/],
];

const PLACES = ['app', 'db', 'tests', 'bench', 'scripts', 'docs'];
const ENDS = '{ts,tsx,js,mjs,css,md}';
/** The glossary and this test name the words; the rest is SQL, JSON, the platform or another's program. */
const ALLOWED: [file: string, text: RegExp][] = [
  ['docs/glossary.md', /.*/],
  ['tests/documents/glossary.test.ts', /.*/],
  ['app/routes/api.openapi[.]json/document.server.ts', /each with a Refusal/],
  ['app/routes/api.openapi[.]json/schemas.server.ts', /Refusal: ErrorAnswer/],
  ['tests/support/api-document.ts', /'Refusal'/],
  ['app/ui/deal-list/export-link.tsx', /response\.blob\(\)/],
  ['app/routes/dashboard/received-transfers.tsx', /"\/handed-over"/],
  ['tests/routes/transfer.test.tsx', /\/handed-over'/],
  ['db/schema/deals.ts', /\bblob\b/],
  ['db/schema/imports.ts', /\bblob\b/],
  ['tests/http/request/request.test.ts', /'blob:x'/],
];

/** Splits identifiers: `listBlobs` becomes `list blobs`. SQL names such as `own_fields` stay whole. */
const toWords = (line: string) => line.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();

const isAllowed = (file: string, line: string) =>
  ALLOWED.some(([where, text]) => where === file && text.test(line));

test('every forbidden word stands in the glossary', () => {
  const glossary = readFileSync('docs/glossary.md', 'utf8');
  const column = [...glossary.matchAll(/\| ([^|]*) \|$/gm)].map(([, words]) => words!).join(', ');
  expect(FORBIDDEN.filter(([word]) => !column.includes(word))).toEqual([]);
});

test('no name, comment or text uses a forbidden word', () => {
  const files = globSync([`{${PLACES}}/**/*.${ENDS}`, '*.md', 'server.ts']);
  expect(files.length).toBeGreaterThan(1_000);
  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) => {
        const words = FORBIDDEN.filter(([, pattern]) => pattern.test(toWords(line)));
        const isFound = words.length > 0 && !isAllowed(file, line);
        return isFound ? `${file}:${index + 1} ${words.map(([word]) => word).join(', ')}` : [];
      }),
  );
  expect(found).toEqual([]);
});
