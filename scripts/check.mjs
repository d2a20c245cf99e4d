// npm run check: types, lint, format and unused code, in parallel. Each prints its output when it
// ends.
import './runtime.mjs';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { TOOLS } from './tools.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
// Repeated checks only read changed files.
const CACHE = 'node_modules/.cache';
const CHECKS = {
  types: [
    TOOLS.tsc,
    '--noEmit',
    '--incremental',
    `--tsBuildInfoFile`,
    `${CACHE}/types.tsbuildinfo`,
  ],
  lint: [
    TOOLS.eslint,
    '--max-warnings=0',
    '--cache',
    `--cache-location=${CACHE}/eslint/`,
    '--cache-strategy=content',
    '.',
  ],
  format: [
    TOOLS.prettier,
    '--check',
    '--log-level=warn',
    '--cache',
    '--cache-strategy=content',
    '.',
  ],
  unused: [TOOLS.knip],
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
  execFile(process.execPath, [file, ...options], all, report);
}
