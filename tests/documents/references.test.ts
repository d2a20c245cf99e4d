import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { getOpenApiDocument } from '~/routes/api.openapi[.]json/document.server';

const FILES = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n');
const FOLDERS = new Set(FILES.flatMap(listFolders));
const DOCUMENTS = FILES.filter((file) => file.endsWith('.md'));
/** Paths that a document abbreviates. */
const ROOTS = ['', 'app', 'app/domain'];

function listFolders(file: string): string[] {
  const parts = file.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** Expands 'db/{client,lock}.ts' to both files. */
function expandBraces(path: string): string[] {
  const [braces, names] = /\{([^{}]*,[^{}]*)\}/.exec(path) ?? [];
  if (!braces) return [path];
  return names!.split(',').flatMap((name) => expandBraces(path.replace(braces, name.trim())));
}

/** Returns the source files that a document names in backquotes, below the folders that we track. */
function listNamedFiles(document: string): string[] {
  const text = readFileSync(document, 'utf8');
  return [
    ...text.matchAll(/`((?:app|bench|db|deploy|docs|examples|public|scripts|tests)\/[^`\s]+)`/g),
  ]
    .flatMap(([, path]) => expandBraces(path!))
    .filter((path) => !/[*…<]|\$\{|build\//.test(path));
}

describe('documents and the files they name', () => {
  test.each(DOCUMENTS)('%s names only files that exist', (document) => {
    const missing = listNamedFiles(document).filter((path) => {
      const paths = ROOTS.map((root) => join(root, path).replace(/\/$/, ''));
      return ![...paths, join(dirname(document), path)].some(
        (candidate) => FILES.includes(candidate) || FOLDERS.has(candidate),
      );
    });
    expect(missing).toEqual([]);
  });
});

/** Returns the addresses of the tables in docs/api.md, where '…/x' extends the one before or its parent. */
function listDocumentedAddresses(): Set<string> {
  const addresses = new Set<string>();
  let previous = '';
  for (const [, cell] of readFileSync('docs/api.md', 'utf8').matchAll(/^\| (`[^|]+) \|/gm))
    for (const [, address] of cell!.matchAll(/`([^`]+)`/g)) {
      const extension = address!.replace(/^…/, '');
      const bases = extension === address ? [''] : [previous, dirname(previous)];
      for (const base of bases) addresses.add(base + extension);
      if (bases.length === 1) previous = address!;
    }
  return addresses;
}

test('docs/api.md names every address of the API', () => {
  const documented = listDocumentedAddresses();
  const addresses = Object.keys(getOpenApiDocument().paths as object);
  expect(addresses.filter((address) => !documented.has(address))).toEqual([]);
});
