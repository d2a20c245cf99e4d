import { fileURLToPath } from 'node:url';

// Loads imports.ts in development, because Node cannot run it directly. Tests use the build, which
// starts sooner.

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

if (process.env.VITEST) await import('../../build/server/imports.js');
else {
  const { runnerImport } = await import('vite');
  await runnerImport(here('./imports.ts'), {
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { '~': here('..'), '#db': here('../../db') } },
  });
}
