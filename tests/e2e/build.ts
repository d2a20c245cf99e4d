import { buildWhenStale } from '../../scripts/build.mjs';

/** Builds once, before several workers would. */
export default function build(): void {
  buildWhenStale();
}
