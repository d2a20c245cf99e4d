// npm run check: types, lint, unused code with circular imports, and format, side by side. What one says is printed in one piece, when it ends.
import './runtime.mjs';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const CHECKS = {
  types: ['typescript/bin/tsc', '--noEmit'],
  lint: ['eslint/bin/eslint.js', '--max-warnings=0', '.'],
  format: ['prettier/bin/prettier.cjs', '--check', '--log-level=warn', '.'],
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
