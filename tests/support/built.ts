import { buildWhenStale } from '../../scripts/build.mjs';

/** Builds once before all tests, so that files that start the server do not each build. */
export default function build(): void {
  buildWhenStale();
}
