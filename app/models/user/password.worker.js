import { parentPort } from 'node:worker_threads';
import { compare, hash } from 'bcryptjs';

/**
 * Hashes and compares away from the thread that answers requests: bcryptjs would hold it for seconds under load.
 * Plain JavaScript, so that Node runs this very file from the sources as well as from the build.
 */
parentPort?.on('message', async ({ id, password, cost, known }) => {
  const result = cost ? await hash(password, cost) : await compare(password, known);
  parentPort?.postMessage({ id, result });
});
