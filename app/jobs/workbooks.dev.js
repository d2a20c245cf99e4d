import { fileURLToPath } from 'node:url';

// Loads workbooks.ts in development, because Node cannot run TypeScript in a worker. Tests use the
// build, which starts sooner.

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

async function loadWorkbooks() {
  if (process.env.VITEST) return import('../../build/server/workbooks.js');
  const { runnerImport } = await import('vite');
  const { module } = await runnerImport(here('./workbooks.ts'), {
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { '~': here('..'), '#db': here('../../db') } },
  });
  return module;
}

export const { exportDeals, exportHistory, exportImportTemplate, exportImportErrors } =
  await loadWorkbooks();
