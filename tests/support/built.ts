import { buildWhenStale } from '../../scripts/build.mjs';

/** Vitest's global setup: builds once where the build is stale, so that test files that start the server do not all build. */
export default function build(): void {
  buildWhenStale();
}
