import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

// What the build makes of workbooks.ts, for tests and development: a thread knows no TypeScript.

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

const { module } = await runnerImport(here('./workbooks.ts'), {
  configFile: false,
  logLevel: 'error',
  resolve: { alias: { '~': here('..'), '#db': here('../../db') } },
});

export const { exportPipelines, exportHistory } = module;
