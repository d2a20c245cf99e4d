import { Worker } from 'node:worker_threads';
import { env } from '~/env.server';

const MAX_BYTES = 72;
/** More waiting jobs than this (some 4 s of work) are refused, so that a login flood cannot pile up. */
const MAX_WAITING = 64;

let worker: Worker | undefined;
let lastId = 0;
const waiting = new Map<
  number,
  { resolve: (result: string | boolean) => void; reject: (error: Error) => void }
>();

function run(
  job: { password: string; cost: number } | { password: string; known: string },
): Promise<string | boolean> {
  if (waiting.size >= MAX_WAITING) {
    throw Response.json(
      { message: 'Too many people are signing in right now. Please try again in a moment.' },
      { status: 503, headers: { 'Retry-After': '5' } },
    );
  }
  worker ??= startWorker();
  worker.ref();
  return new Promise((resolve, reject) => {
    waiting.set(++lastId, { resolve, reject });
    worker!.postMessage({ ...job, id: lastId });
  });
}

function startWorker(): Worker {
  const started = new Worker(new URL('./password.worker.js', import.meta.url));
  const fail = (error: Error) => {
    worker = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  started.on('error', fail);
  started.on('exit', () => fail(new Error('The password worker ended.')));
  started.on('message', ({ id, result }: { id: number; result: string | boolean }) => {
    waiting.get(id)?.resolve(result);
    waiting.delete(id);
    if (!waiting.size) started.unref();
  });
  return started;
}

/** A bcrypt hash. The password's length has been checked by the schema. */
export async function hashPassword(password: string): Promise<string> {
  return (await run({ password, cost: env.BCRYPT_COST })) as string;
}

/** True for a hash that was made when the configured cost was lower: `$2b$10$…` names it. */
export function isHashedTooCheaply(hash: string): boolean {
  return Number(hash.split('$')[2]) < env.BCRYPT_COST;
}

/** A hash of nothing anyone knows, compared with when there is no account: an unknown email takes as long as a wrong password. */
let nobodysHash: Promise<string> | undefined;

/** Made once; a refusal by the full queue is not kept, or no unknown email would ever be told 401 again. */
function hashOfNobody(): Promise<string> {
  nobodysHash ??= hashPassword(crypto.randomUUID());
  nobodysHash.catch(() => (nobodysHash = undefined));
  return nobodysHash;
}

/** True when the password belongs to the hash. More than 72 bytes never do: bcrypt would compare the first 72 alone. */
export async function passwordMatches(
  password: string,
  hash: string | undefined,
): Promise<boolean> {
  const known = hash ?? (await hashOfNobody());
  const fits = Buffer.byteLength(password) <= MAX_BYTES;
  const equal = (await run({ password: fits ? password : '', known })) as boolean;
  return equal && fits && hash !== undefined;
}
