import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Commands of the development tools, relative to the project. */
export const TOOLS = {
  'drizzle-kit': 'node_modules/drizzle-kit/bin.cjs',
  eslint: 'node_modules/eslint/bin/eslint.js',
  knip: 'node_modules/knip/bin/knip.js',
  playwright: 'node_modules/@playwright/test/cli.js',
  prettier: 'node_modules/prettier/bin/prettier.cjs',
  remix: 'node_modules/@remix-run/dev/dist/cli.js',
  tsc: 'node_modules/typescript/bin/tsc',
  vitest: 'node_modules/vitest/vitest.mjs',
};

/** Runs a script in this process, as `node PATH …args` would. */
export async function runScript(path, args) {
  const file = resolve(path);
  process.argv = [process.execPath, file, ...args];
  await import(pathToFileURL(file).href);
}
