import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Entry {
  integrity?: string;
  resolved?: string;
  link?: boolean;
  /** Shipped within the package that is its parent, whose hash covers it. */
  inBundle?: boolean;
}

const text = readFileSync('package-lock.json', 'utf8');
const { packages } = JSON.parse(text) as { packages: Record<string, Entry> };
const { '': _root, ...installed } = packages;

test('every package of the lockfile has its integrity hash', () => {
  const fetched = Object.entries(installed).filter(([, { link, inBundle }]) => !link && !inBundle);
  expect(fetched.length).toBeGreaterThan(1_000);
  const unproven = fetched.filter(
    ([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''),
  );
  expect(unproven.map(([path]) => path)).toEqual([]);
});

test('a bundled package lies within one that has a hash', () => {
  for (const [path] of Object.entries(installed).filter(([, { inBundle }]) => inBundle)) {
    const parent = path.slice(0, path.lastIndexOf('/node_modules/'));
    expect(packages[parent]?.integrity, path).toMatch(/^sha512-/);
  }
});

test('the lockfile names no registry, and npm is told to keep it so', () => {
  const named = Object.values(installed).filter(({ resolved, link }) => resolved && !link);
  expect(named).toEqual([]);
  expect(text).not.toMatch(/registry\.|\.tgz/);
  expect(readFileSync('.npmrc', 'utf8')).toContain('omit-lockfile-registry-resolved=true');
});
