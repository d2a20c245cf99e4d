import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { tooBusy } from '~/errors';

/**
 * A child process for each file that is read or compared: the memory that it may take ends the child
 * and not the server, which no thread's limits do.
 */

/** Two at a time, so that a file that takes the whole deadline holds up nobody else's. */
const MAX_CHILDREN = 2;
const MAX_WAITING_TASKS = 16;
/** MB of V8's heap; the child itself looks at the rest of its memory. */
const DEFAULT_HEAP_MB = 96;
/** In ms, of the child's own work: the time in which the server stores its rows does not count. */
const DEFAULT_DEADLINE_MS = 60_000;

const path = import.meta.env.PROD ? './imports.js' : '../imports.dev.js';
const ENTRY = fileURLToPath(new URL(path, import.meta.url));

/** What the child does with its job; it hands on what it makes, one part at a time. */
type ChildWork = (job: never, send: never) => Promise<unknown>;

/** What the child is told first. */
export interface ChildTask {
  name: string;
  job: unknown;
}
/** What the child says, one at a time; after a chunk it waits for any answer. */
export type ChildMessage = { chunk: unknown } | { result: unknown } | { error: string };

/** The file took more than a child may. */
export class ChildLimitError extends Error {
  limit: 'memory' | 'time';
  constructor(what: 'memory' | 'time') {
    super(`The task takes too much ${what}.`);
    this.limit = what;
  }
}

/** The import is gone, or the server stops. */
export class ChildStoppedError extends Error {}

export interface ChildLimits {
  /** In ms. */
  deadlineMs?: number;
  /** In MB. */
  heapMb?: number;
}

interface ChildOptions extends ChildLimits {
  /** Whose file it is: each has one task at a time, so that nobody waits for several of another's. */
  account: string;
  /** Aborts when nobody wants the result any more. */
  leaving?: AbortSignal;
  /** What the child reads from its standard input: a message would copy 10 MB twice. */
  input?: Uint8Array | string;
}

/**
 * Runs a task in a child process and hands on what it makes, one part at a time. Returns the task's
 * result. Throws TooMuch, Stopped, 503 if too many wait, what `take` throws, and the task's own error.
 */
export async function runChild<W extends ChildWork>(
  name: string,
  job: Parameters<W>[0],
  take: Parameters<W>[1],
  bounds: ChildOptions,
): Promise<Awaited<ReturnType<W>>> {
  await acquireSlot(bounds.account);
  let child: ChildProcess | undefined;
  try {
    child = startChild(bounds.heapMb);
    // A child that ends early has not read it all.
    child.stdin!.on('error', () => undefined).end(bounds.input);
    const talk = { task: { name, job }, take: take as Conversation['take'], ...bounds };
    return (await converse(child, talk)) as Awaited<ReturnType<W>>;
  } finally {
    if (child) await endChild(child);
    releaseSlot(bounds.account);
  }
}

let isStopping = false;
/** The accounts whose tasks run, and those that wait. */
const runningAccounts = new Set<string>();
const waitingTasks: { account: string; begin: () => void }[] = [];

async function acquireSlot(account: string): Promise<void> {
  if (runningAccounts.size < MAX_CHILDREN && !runningAccounts.has(account))
    return void runningAccounts.add(account);
  if (waitingTasks.length >= MAX_WAITING_TASKS)
    throw tooBusy('Too many imports are running right now.');
  await new Promise<void>((begin) => waitingTasks.push({ account, begin }));
}

function releaseSlot(account: string): void {
  runningAccounts.delete(account);
  const next = waitingTasks.findIndex((task) => !runningAccounts.has(task.account));
  if (next < 0) return;
  const [task] = waitingTasks.splice(next, 1);
  runningAccounts.add(task!.account);
  task!.begin();
}

const children = new Set<ChildProcess>();

function startChild(heap = DEFAULT_HEAP_MB): ChildProcess {
  if (isStopping) throw new ChildStoppedError();
  const child = fork(ENTRY, {
    // glibc keeps what is freed for each thread: without it, the files of a fuzz took 20 MB more.
    env: { ...process.env, MALLOC_ARENA_MAX: '2' },
    execArgv: [`--max-old-space-size=${heap}`, '--max-semi-space-size=4'],
    serialization: 'advanced',
    // V8 writes a page about its memory before it gives up.
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  });
  children.add(child);
  return child;
}

async function endChild(child: ChildProcess): Promise<void> {
  children.delete(child);
  // Without a process id it has never started.
  if (child.pid === undefined || child.exitCode !== null || child.signalCode) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** When the server stops: its children end, and what they were at is given up at the next start. */
export function stopChildren(): void {
  isStopping = true;
  for (const child of children) child.kill('SIGKILL');
}

interface Conversation extends Pick<ChildOptions, 'leaving' | 'deadlineMs'> {
  task: ChildTask;
  take: (chunk: unknown) => Promise<void>;
}

/** Resolves with the result of the task. */
function converse(
  child: ChildProcess,
  { task, take, leaving, deadlineMs = DEFAULT_DEADLINE_MS }: Conversation,
) {
  let timer: NodeJS.Timeout | undefined;
  let left = deadlineMs;
  let since = 0;
  return new Promise<unknown>((resolve, reject) => {
    const sendMessage = (message: ChildTask | 'more') => {
      since = performance.now();
      timer = setTimeout(() => reject(new ChildLimitError('time')), left);
      // A child that has just ended is told by its exit.
      child.send(message, () => undefined);
    };
    child.on('message', (message: ChildMessage) => {
      clearTimeout(timer);
      left -= performance.now() - since;
      if ('chunk' in message) take(message.chunk).then(() => sendMessage('more'), reject);
      else if ('result' in message) resolve(message.result);
      else
        reject(
          Object.assign(new Error('A task of a child process failed.'), { stack: message.error }),
        );
    });
    child.once('error', reject);
    child.once('exit', (code, signal) => reject(toExitError(code, signal)));
    leaving?.addEventListener('abort', () => reject(new ChildStoppedError()));
    if (leaving?.aborted) reject(new ChildStoppedError());
    sendMessage(task);
  }).finally(() => clearTimeout(timer));
}

/** V8 without memory aborts, and so does the system's own guard of the memory. */
function toExitError(code: number | null, signal: NodeJS.Signals | null): Error {
  if (isStopping) return new ChildStoppedError();
  if (signal || code! > 127) return new ChildLimitError('memory');
  return new Error(`The process of an import ended with ${code}.`);
}
