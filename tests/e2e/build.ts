import { buildWhenStale } from '../../scripts/build.mjs';
import makeScratchFolder from '../support/scratch';

/** Builds once, before several workers would, and keeps their files together. */
export default function build(): (() => void) | undefined {
  buildWhenStale();
  return makeScratchFolder();
}
