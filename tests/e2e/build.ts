import { buildWhenStale } from '../../scripts/build.mjs';

/** Once, before the workers start their servers: two of them would build at the same time. */
export default function build(): void {
  buildWhenStale();
}
