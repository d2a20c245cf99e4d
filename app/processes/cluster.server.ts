import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { type BirpcReturn, createBirpc } from 'birpc';
import { RateLimiterClusterMaster } from 'rate-limiter-flexible';
import { announceStatistics } from '#db/statistics';
import { takeTurnsIn } from '#db/transaction';
import { Turns } from '#db/turns';
import { logError } from '~/log.server';
import { recoverImports } from '~/models/import/stage.server';
import { storeOwnerNames } from '~/models/pipeline/owner-name.server';
import { type Figures, ownFigures } from './figures.server';
import { holds, PATIENCE, type Primary, type Serving } from './shared.server';

/** The primary of several processes: it serves nothing, starts the others and keeps what they share. */

/** A life as short as this, in ms, and how many in succession end the server. */
const SHORT_LIFE = 5_000;
const MOST_SHORT_LIVES = 4;
/** In ms: for the figures of a process, and for its end. */
const FIGURES_TIMEOUT = 1_000;
const STOP_TIMEOUT = 10_000;

interface ServerProcess {
  worker: Worker;
  ask: BirpcReturn<Serving, Primary>;
  listensSince?: number;
}
/** The living, by the worker's id. */
const living = new Map<number, ServerProcess>();
const turns = new Turns();
let isStopping = false;

/**
 * Starts the first of `count` processes, which loads the program meanwhile. Call what it returns when
 * the database is ready: it starts the others when that process listens, and returns what stops them.
 */
export function startProcesses(count: number): () => Promise<() => Promise<void>> {
  // The system hands connections to whoever is free: those that the primary has just handed to a
  // process that dies would hang.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ serialization: 'advanced' });
  new RateLimiterClusterMaster();
  takeTurnsIn(turns);
  announceStatistics(reloadAllStatistics);
  let isReady = () => {};
  const ready = new Promise<void>((resolve) => (isReady = resolve));
  const first = fork(ready);
  // It has said why it cannot start.
  const fail = (code: number | null) => process.exit(code || 1);
  first.worker.once('exit', fail);
  return async () => {
    isReady();
    if (!first.listensSince) await once(first.worker, 'listening');
    first.worker.off('exit', fail);
    replaceWhenDead(first);
    for (let n = 1; n < count; n++) replaceWhenDead(fork());
    return stopProcesses;
  };
}

function fork(ready = Promise.resolve()): ServerProcess {
  const worker = cluster.fork();
  const started: ServerProcess = { worker, ask: askOf(worker, ready) };
  living.set(worker.id, started);
  worker.once('listening', () => (started.listensSince = Date.now()));
  // A message that came too late for it: its end follows.
  worker.on('error', () => undefined);
  worker.once('exit', () => {
    living.delete(worker.id);
    turns.drop(worker.id);
    void recover(worker.id).catch((error: unknown) => logError(error, 'Work was not recovered'));
  });
  return started;
}

function askOf(worker: Worker, ready: Promise<void>): BirpcReturn<Serving, Primary> {
  const primary: Primary = {
    ready: () => ready,
    takeTurn: () => turns.take(worker.id),
    takeTurnIfIdle: () => turns.takeIfIdle(worker.id),
    endTurn: () => turns.end(),
    takeHold: (kind, key) => holds.take(kind, key, worker.id),
    letGo: (kind, key) => holds.letGo(kind, key, worker.id),
    figures: allFigures,
    statisticsChanged: reloadAllStatistics,
  };
  return createBirpc<Serving, Primary>(primary, {
    ...PATIENCE,
    post: (message) => void worker.process.send(message, () => undefined),
    // What a dead one has asked for it would keep for ever.
    on: (receive) => worker.on('message', (message) => living.has(worker.id) && receive(message)),
  });
}

/** What a process was at when it died. */
async function recover(id: number): Promise<void> {
  const dropped = holds.drop(id);
  if (isStopping) return;
  await recoverImports({ readers: dropped.import, compared: dropped.comparison.map(Number) });
  await storeOwnerNames();
}

/** Ends the server after some that died soon after their start: another one would, too. */
function replaceWhenDead(started: ServerProcess, shortLives = 0): void {
  const { worker } = started;
  worker.once('exit', (code, signal) => {
    if (isStopping) return;
    const { listensSince = Infinity } = started;
    const isShort = !(Date.now() - listensSince >= SHORT_LIFE);
    const { pid } = worker.process;
    logError(new Error(`Server process ${pid} ended (${signal ?? code}) and is replaced`));
    if (isShort && shortLives + 1 >= MOST_SHORT_LIVES) void giveUp();
    else replaceWhenDead(fork(), isShort ? shortLives + 1 : 0);
  });
}

async function giveUp(): Promise<void> {
  await stopProcesses();
  logError(new Error('Server processes ended again and again, soon after their start'));
  process.exit(1);
}

/** Resolves when all have finished their running requests and ended, or are killed. */
async function stopProcesses(): Promise<void> {
  isStopping = true;
  const ends = [...living.values()].map(async ({ worker, ask, listensSince }) => {
    const end = once(worker, 'exit');
    const kill = () => worker.process.kill('SIGKILL');
    if (listensSince) ask.stop.asEvent();
    else kill();
    const late = setTimeout(kill, STOP_TIMEOUT);
    await end;
    clearTimeout(late);
  });
  await Promise.all(ends);
}

const listening = () => [...living.values()].filter(({ listensSince }) => listensSince);

async function allFigures(): Promise<Figures[]> {
  const asked = listening().map(({ ask }) =>
    Promise.race([ask.figures(), pause(FIGURES_TIMEOUT, undefined)]),
  );
  return [ownFigures(), ...(await Promise.all(asked)).filter((one) => one !== undefined)];
}

/** After a process has refreshed the statistics of the query planner. */
function reloadAllStatistics(): void {
  for (const { ask } of listening()) void ask.reloadStatistics.asEvent();
}
