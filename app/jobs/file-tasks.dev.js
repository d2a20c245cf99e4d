import { fileURLToPath } from 'node:url';

// Loads file-tasks.ts in development, because Node cannot run it directly. Tests use the build,
// which starts sooner.

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

if (process.env.VITEST) await import('../../build/server/file-tasks.js');
else {
  const { createServer } = await import('vite');
  // Stays open, because each task imports its modules when it begins.
  const server = await createServer({
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    resolve: { alias: { '~': here('..'), '#db': here('../../db') } },
  });
  await server.ssrLoadModule(here('./file-tasks.ts'));
}
