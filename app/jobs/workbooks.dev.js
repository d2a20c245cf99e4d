import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

// Loads workbooks.ts in tests and development, because Node cannot run TypeScript in a worker.

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

const { module } = await runnerImport(here('./workbooks.ts'), {
  configFile: false,
  logLevel: 'error',
  resolve: { alias: { '~': here('..'), '#db': here('../../db') } },
});

export const { exportDeals, exportHistory, exportImportTemplate, exportImportErrors } = module;
