// Requests a second and how long answers take, with ten connections that never pause.
import autocannon from 'autocannon';
import { ask } from './servers.mjs';

const CONNECTIONS = 10;
/** Where so few answers come in a round's time that it would say nothing, the round ends with this many instead. */
const FEWEST = 20;
/** What the limit sends too; browsers ask for more, which the page sizes show. */
const HEADERS = { 'Accept-Encoding': 'gzip' };

/**
 * Measures each of `cases` ({ name, base, path, cookie, … }) in `rounds` rounds of `seconds`, one case after the other in
 * each round, so that what else the machine does meets them all. `say` hears of each round. Returns one result for each case.
 */
export async function load(cases, { rounds, seconds, say = () => undefined }) {
  const results = cases.map((one) => ({ ...one, rounds: [] }));
  for (const result of results) {
    const { rate } = await warm(result);
    result.span = rate * seconds < FEWEST ? { amount: FEWEST } : { duration: seconds };
  }
  for (let round = 1; round <= rounds; round++) {
    say(`requests, round ${round}`);
    for (const result of results) result.rounds.push(await measure(result, result.span));
  }
  return results.map((result) => ({
    ...result,
    ...Object.fromEntries(
      ['rate', 'p50', 'p95', 'p99'].map((key) => [
        key,
        median(result.rounds.map((round) => round[key])),
      ]),
    ),
  }));
}

/** How many times as fast the one was as the other, round by round, in the middle. */
export function ratio(one, other) {
  return (
    one && other && median(one.rounds.map(({ rate }, round) => rate / other.rounds[round].rate))
  );
}

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Sees that the answer is the one that is meant, and lets the server compile what it needs for it. */
async function warm(one) {
  const [first] = requestsOf(one);
  const answer = await ask(one.base, first.path, {
    ...first,
    headers: { ...first.headers, 'Accept-Encoding': 'identity' },
  });
  if (answer.status !== 200 || !answer.body.includes(one.expect ?? ''))
    throw new Error(`${one.name}: ${answer.status} ${answer.body.subarray(0, 300)}`);
  return measure(one, { duration: 1 });
}

async function measure(one, span) {
  const stop = one.during?.(one);
  const answered = [];
  let last;
  const started = performance.now();
  const running = autocannon({
    url: one.base,
    connections: CONNECTIONS,
    ...span,
    sampleInt: 100,
    requests: requestsOf(one),
    timeout: 60,
  });
  running.on('response', (_client, _status, _bytes, ms) => {
    answered.push(ms);
    last = performance.now();
  });
  const result = await running;
  await stop?.();
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed) throw new Error(`${one.name}: ${failed} of ${answered.length} requests failed.`);
  return {
    rate: answered.length ? (answered.length * 1000) / (last - started) : 0,
    p50: result.latency.p50,
    p95: answered.toSorted((a, b) => a - b)[Math.floor(answered.length * 0.95)],
    p99: result.latency.p99,
  };
}

function requestsOf({ path, method = 'GET', cookie, bodies }) {
  const headers = {
    ...HEADERS,
    ...(cookie && { Cookie: cookie }),
    ...(bodies && { 'Content-Type': 'application/json' }),
  };
  if (!bodies) return [{ method, path, headers }];
  return bodies.map((body, i) => ({
    method,
    path: typeof path === 'function' ? path(i) : path,
    headers,
    body: JSON.stringify(body),
  }));
}
