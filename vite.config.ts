import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import postcss, { type ChildNode } from 'postcss';
import type { Plugin, Rollup } from 'vite';
import { defineConfig } from 'vitest/config';
import type { StyleRule } from './app/web/styles.server';
import remixConfig from './remix.config.js';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What runs on the server besides Remix's own build: the server, the tasks of its threads, the commands. */
const serverEntries = {
  server: here('./server.ts'),
  passwords: here('./app/workers/passwords.js'),
  workbooks: here('./app/workers/workbooks.ts'),
  ...Object.fromEntries(
    ['account', 'backup', 'damaged-texts', 'restore'].map((name) => [
      name,
      here(`./app/commands/${name}.ts`),
    ]),
  ),
};

/**
 * Remix builds one server file; this builds ours beside it, so that production needs no TypeScript. For the browser, what
 * every page and the dashboard need of ours is one file: over a slow link each request costs more than these small ones hold.
 */
function buildFiles(): Plugin {
  return {
    name: 'files',
    config: {
      order: 'post',
      handler: (_config, { isSsrBuild }) => ({
        build: {
          rollupOptions: isSsrBuild
            ? {
                input: serverEntries,
                output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
              }
            : { output: { manualChunks: everyday() } },
        },
      }),
    },
  };
}

/** Puts our modules that root.tsx and dashboard.tsx import, directly or not, into one chunk. */
function everyday(): Rollup.GetManualChunk {
  const used = new Set<string>();
  return (id, { getModuleIds, getModuleInfo }) => {
    const add = (from: string) => {
      for (const imported of getModuleInfo(from)!.importedIds) {
        if (used.has(imported) || !imported.startsWith(APP)) continue;
        used.add(imported);
        add(imported);
      }
    };
    if (!used.size)
      [...getModuleIds()]
        .filter((known) => ENTRIES.some((entry) => known.startsWith(entry)))
        .forEach(add);
    return used.has(id) && !id.includes('?') ? 'everyday' : undefined;
  };
}

const APP = here('./app/');
const ENTRIES = [`${APP}root.tsx`, `${APP}routes/dashboard.tsx`];

const CLIENT = here('./build/client');

/** A step after both builds: Remix makes the browser's first and the server's, with some of the browser's files, second. */
function afterBuilds(name: string, work: (serverFolder: string) => void): Plugin {
  return {
    name,
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      handler: ({ dir = '' }) => void (dir.endsWith('server') && work(dir)),
    },
  };
}

/** Compresses what browsers fetch once and for all, as far as it goes; the server has no time for that. */
function compressAssets(): void {
  for (const name of readdirSync(CLIENT, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(js|css|svg)$/.test(name)) continue;
    const content = readFileSync(join(CLIENT, name));
    writeFileSync(join(CLIENT, `${name}.br`), brotliCompressSync(content));
    writeFileSync(join(CLIENT, `${name}.gz`), gzipSync(content, { level: 9 }));
  }
}

/** Lists the style sheet's rules with the classes they are for, so that the server can pick a page's (app/web/styles.server.ts). */
function listStyleRules(serverFolder: string): void {
  const sheet = readdirSync(join(CLIENT, 'assets')).find((name) => name.endsWith('.css'))!;
  const { nodes } = postcss.parse(readFileSync(join(CLIENT, 'assets', sheet), 'utf8'));
  writeFileSync(join(serverFolder, 'style-rules.json'), JSON.stringify(nodes.flatMap(styleRule)));
}

function styleRule(node: ChildNode): StyleRule[] {
  if (node.type === 'comment') return [];
  if (node.type === 'rule') return [{ any: node.selectors.map(classesOf), css: node.toString() }];
  if (node.type !== 'atrule' || !node.nodes || !['layer', 'media', 'supports'].includes(node.name))
    return [node.toString() + (node.type === 'atrule' && node.nodes ? '' : ';')];
  return [{ open: `@${node.name} ${node.params}`, rules: node.nodes.flatMap(styleRule) }];
}

/** The classes that an element or those around it must have. What is in brackets, as in `:not(.open)`, may be otherwise. */
function classesOf(selector: string): string[] {
  let plain = selector;
  for (let before = ''; plain !== before;)
    [before, plain] = [plain, plain.replace(/(?<!\\)\((?:\\.|[^()\\])*\)/g, '')];
  return [...plain.matchAll(/\.((?:[\w-]|\\.)+)/g)].map(([, name]) =>
    name!.replace(/\\(.)/g, '$1'),
  );
}

export default defineConfig(({ mode, isSsrBuild }) => ({
  plugins: [
    tailwindcss(),
    ...(mode === 'test'
      ? []
      : [
          remix(remixConfig),
          buildFiles(),
          afterBuilds('compress-assets', compressAssets),
          afterBuilds('list-style-rules', listStyleRules),
        ]),
  ],
  resolve: { alias: { '~': here('./app'), '#db': here('./db') } },
  // A twentieth less for the browser to fetch than by esbuild.
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    minify: isSsrBuild ? false : 'terser',
    terserOptions: { ecma: 2020, compress: { passes: 3 } },
  },
  // In the build, of many small modules only what is used: the start is a fifth shorter and needs 8 MB less. `lucide` is no
  // dependency of production at all.
  ssr: {
    noExternal: [
      'lucide',
      'zod',
      'drizzle-orm',
      /^@conform-to\//,
      'remix-auth',
      'remix-auth-form',
      'sonner',
      'rate-limiter-flexible',
      'bcryptjs',
    ],
  },
  server: { hmr: { port: 24679 } },
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    globalSetup: ['tests/support/built.ts'],
    setupFiles: ['tests/support/setup.ts'],
    environment: 'node',
    // Some tests start the built server, on machines that may be busy with other test files.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
}));
