import { fileURLToPath } from 'node:url';
import { vitePlugin as remix } from '@remix-run/dev';
import { defineConfig } from 'vite';
import remixConfig from '../../remix.config.js';

// Uses the product's own options, so that only the page differs.
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [remix({ ...remixConfig, buildDirectory: '../.data/floor' })],
  build: { target: 'es2022', assetsInlineLimit: 0 },
  ssr: { external: ['better-sqlite3'] },
});
