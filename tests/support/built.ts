import { resolve } from 'node:path';
import { buildWhenStale } from '../../scripts/build.mjs';

/** Builds once before all tests, so that files that start the server do not each build. */
export default function build(): void {
  buildWhenStale();
  // A start of the server takes 0.1 s less of its 0.9 s.
  process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/compiled');
}
