import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const SCHEMA = readdirSync('db/schema', { recursive: true, encoding: 'utf8' })
  .map((file) => readFileSync(`db/schema/${file}`, 'utf8'))
  .join('\n');

/** Returns the example files of a document by their path, which their first line names. */
function readExamples(document: string): Map<string, string> {
  const blocks = readFileSync(document, 'utf8').matchAll(/^```tsx?\n\/\/ (\S+)\n(.*?)^```$/gms);
  return new Map([...blocks].map(([, path, code]) => [path!, code!]));
}

function readModule(name: string, examples: Map<string, string>): string {
  if (name === '#db/schema') return SCHEMA;
  const path = name
    .replace(/^~\//, 'app/')
    .replace(/^#db\//, 'db/')
    .replace(/^\.\.\/support/, 'tests/support');
  const file = [`${path}.ts`, `${path}.tsx`].find((one) => examples.has(one) || existsSync(one));
  if (!file) return '';
  return examples.get(file) ?? readFileSync(file, 'utf8');
}

function listMissingImports(code: string, examples: Map<string, string>): string[] {
  const imports = code.matchAll(
    /^import (?:type )?\{ (.+) \} from '((?:~|#db|\.\.\/support)\/[^']+)';$/gm,
  );
  return [...imports].flatMap(([, names, module]) => {
    const source = readModule(module!, examples);
    return names!
      .split(', ')
      .map((name) => name.replace(/^type /, ''))
      .filter((name) => !new RegExp(`^export .*\\b${name}\\b`, 'm').test(source))
      .map((name) => `${name} from ${module}`);
  });
}

describe('example code of documents', () => {
  const examples = readExamples('CONTRIBUTING.md');

  test('the example of a page has its four files', () => {
    expect(examples.size).toBe(4);
  });

  test.each([...examples.keys()])('%s imports only what exists', (path) => {
    const code = examples.get(path)!;
    expect(code).toMatch(/^import .* from '~\//m);
    expect(listMissingImports(code, examples)).toEqual([]);
  });
});
