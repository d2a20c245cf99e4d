import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import type { Plugin, Rollup } from 'vite';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import remixConfig from './remix.config.js';
import { COMMIT_FILE, readCommit } from './scripts/version.mjs';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Server entries besides Remix's own: the server and the check before it, the workers, the commands. */
const serverEntries = {
  server: here('./server.ts'),
  'settings-check': here('./app/settings-check.server.ts'),
  passwords: here('./app/jobs/threads/passwords.js'),
  check: here('./app/jobs/threads/check.js'),
  read: here('./app/jobs/threads/read.js'),
  contents: here('./app/jobs/threads/contents.js'),
  workbooks: here('./app/jobs/workbooks.ts'),
  'file-tasks': here('./app/jobs/file-tasks.ts'),
  ...Object.fromEntries(
    ['account', 'backup', 'doctor', 'recover', 'restore'].map((name) => [
      name,
      here(`./app/commands/${name}.ts`),
    ]),
  ),
};

const serverFiles: Rollup.RollupOptions = {
  input: serverEntries,
  output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
};

/**
 * The dashboard's scripts in one file instead of 13: at 400 kbit/s and 400 ms they run after 3.7 s instead of 4.2. Names
 * with a hash of seven characters, the fewest that the bundler allows, take 250 bytes off the scripts that list all files.
 */
const browserFiles: Rollup.RollupOptions = {
  output: {
    manualChunks: { dashboard: ['app/root.tsx', 'app/routes/dashboard/route.tsx'] },
    entryFileNames: 'assets/[name]-[hash:7].js',
    chunkFileNames: 'assets/[name]-[hash:7].js',
  },
};

/** Remix builds one server file; this builds ours beside it, so that production needs no TypeScript. */
function buildFiles(): Plugin {
  return {
    name: 'files',
    config: {
      order: 'post',
      handler: (_config, { isSsrBuild }) => ({
        build: { rollupOptions: isSsrBuild ? serverFiles : browserFiles },
      }),
    },
  };
}

const CLIENT = here('./build/client');

/**
 * Shortens the list of routes that browsers fetch with the first page, to 4.1 KB instead of 5.4: takes the API's routes
 * out, as no link leads to them, and sorts the files of each route, as similar lists compress well.
 */
function shortenManifest(): Plugin {
  const shorten = ({ dir = '' }: { dir?: string }) => {
    if (!dir.endsWith('server')) return;
    for (const name of readdirSync(join(CLIENT, 'assets')).filter((n) =>
      /^manifest-.*\.js$/.test(n),
    )) {
      const path = join(CLIENT, 'assets', name);
      const [, start, json, end] = /^([^{]*)(.*\})([^}]*)$/s.exec(readFileSync(path, 'utf8'))!;
      const manifest = JSON.parse(json!) as { routes: Record<string, { imports: string[] }> };
      const pages = Object.entries(manifest.routes)
        .filter(([id]) => !id.startsWith('routes/api.'))
        .map(([id, route]) => [id, { ...route, imports: route.imports.toSorted() }]);
      const shortened = { ...manifest, routes: Object.fromEntries(pages) as unknown };
      writeFileSync(path, `${start}${JSON.stringify(shortened)}${end}`);
    }
  };
  return {
    name: 'shorten-manifest',
    apply: 'build',
    writeBundle: { order: 'post', sequential: true, handler: shorten },
  };
}

/**
 * Compresses what browsers fetch once and for all, as far as it goes; the server has no time for that. Remix makes the
 * browser's build first and the server's, with some of the browser's files, second.
 */
function compressAssets(): Plugin {
  const compress = ({ dir = '' }: { dir?: string }) => {
    if (!dir.endsWith('server')) return;
    for (const name of readdirSync(CLIENT, { recursive: true, encoding: 'utf8' })) {
      if (!/\.(js|css|svg)$/.test(name)) continue;
      const content = readFileSync(join(CLIENT, name));
      writeFileSync(join(CLIENT, `${name}.br`), brotliCompressSync(content));
      writeFileSync(join(CLIENT, `${name}.gz`), gzipSync(content, { level: 9 }));
    }
  };
  return {
    name: 'compress-assets',
    apply: 'build',
    writeBundle: { order: 'post', sequential: true, handler: compress },
  };
}

/** Notes the commit in the build, which is often copied without `.git`. */
function noteCommit(): Plugin {
  const note = ({ dir = '' }: { dir?: string }) => {
    const commit = readCommit(here('.'));
    if (dir.endsWith('server') && commit) writeFileSync(here(COMMIT_FILE), `${commit}\n`);
  };
  return { name: 'note-commit', apply: 'build', writeBundle: { sequential: true, handler: note } };
}

/**
 * Libraries of which the server's build takes only what is used: the start takes 590 ms of processor
 * instead of 1,210, and the server 126 MB instead of 150.
 */
const bundled = [
  'zod',
  'drizzle-orm',
  /^@conform-to\//,
  'remix-auth',
  'remix-auth-form',
  'sonner',
  'rate-limiter-flexible',
  'bcryptjs',
];

/** Tests of what a process has once: the environment, modules that they replace, its children, its memory. */
const alone = [
  'env',
  'domain/import/full-disk',
  'domain/import/stage',
  'domain/mail/mail',
  'domain/review/mail',
  'domain/user/password',
  'http/server/health',
  'http/session/cookies',
  'http/session/limits',
  'http/session/throttle',
  'http/session/tossed-cookies',
  'log',
  'server/backup-now',
  'ui/toast',
].map((name) => `tests/${name}.test.{ts,tsx}`);

const durability = 'tests/durability/**/*.test.ts';

const project = (name: string, test: TestProjectInlineConfiguration['test']) => ({
  extends: true as const,
  test: { name, ...test },
});

export default defineConfig(({ command, mode, isSsrBuild }) => ({
  plugins: [
    tailwindcss(),
    ...(mode === 'test'
      ? []
      : [remix(remixConfig), buildFiles(), shortenManifest(), compressAssets(), noteCommit()]),
  ],
  resolve: { alias: { '~': here('./app'), '#db': here('./db') } },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // 4 % smaller than by esbuild.
    minify: isSsrBuild ? false : 'terser',
    // The licenses stand in node_modules.
    terserOptions: { compress: { passes: 2 }, format: { comments: false } },
  },
  ssr: { noExternal: command === 'build' ? bundled : [] },
  // Packages that browsers load. Vite would find those of the server too, and reload the first pages.
  optimizeDeps: {
    noDiscovery: true,
    include: ['@conform-to/react', 'react-dom', 'sonner'],
  },
  server: { hmr: { port: 24679 } },
  test: {
    projects: [
      // Loading the modules for each file took a sixth of the time.
      project('together', {
        isolate: false,
        include: ['tests/**/*.test.{ts,tsx}'],
        exclude: [...alone, durability],
      }),
      project('alone', { include: alone }),
      project('durability', { include: [durability] }),
    ],
    globalSetup: ['scratch', 'built', 'template'].map((name) => `tests/support/${name}.ts`),
    setupFiles: ['tests/support/setup.ts'],
    environment: 'node',
    // More files at once than there are cores: half of the time is spent waiting.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    // Some tests start the built server, on machines that may be busy with other test files.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
}));
