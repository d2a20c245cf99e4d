// npm run check: types, lint, unused code with circular imports, and format, side by side. What one says is printed in one piece, when it ends.
import './runtime.mjs';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
// Repeated checks read only what has changed.
const CACHE = 'node_modules/.cache';
const CHECKS = {
  types: [
    'typescript/bin/tsc',
    '--noEmit',
    '--incremental',
    `--tsBuildInfoFile`,
    `${CACHE}/types.tsbuildinfo`,
  ],
  lint: [
    'eslint/bin/eslint.js',
    '--max-warnings=0',
    '--cache',
    `--cache-location=${CACHE}/eslint/`,
    '--cache-strategy=content',
    '.',
  ],
  format: [
    'prettier/bin/prettier.cjs',
    '--check',
    '--log-level=warn',
    '--cache',
    `--cache-location=${CACHE}/prettier`,
    '--cache-strategy=content',
    '.',
  ],
  unused: ['knip/bin/knip.js'],
};

for (const [name, [file, ...options]] of Object.entries(CHECKS)) {
  const started = Date.now();
  const report = (error, output, errors) => {
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    console.log(
      `${name}: ${error ? 'failed' : 'ok'} after ${seconds} s\n${output}${errors}`.trim(),
    );
    if (error) process.exitCode = 1;
  };
  const all = { maxBuffer: Infinity };
  execFile(process.execPath, [`node_modules/${file}`, ...options], all, report);
}
