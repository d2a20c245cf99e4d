import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { DomainError, tooBusy } from '~/errors';

/**
 * Runs each file's task in a child process: exceeding the memory limit ends the child and not the
 * server, which a thread's limits cannot ensure.
 */

/** Two at a time, so that a file that takes the whole deadline delays nobody else's. */
const MAX_CHILDREN = 2;
const MAX_WAITING_TASKS = 16;
/** Limits V8's heap; the child checks the rest of its memory itself. */
const DEFAULT_HEAP_MB = 96;
/** Counts the child's own work, without the time in which the server stores rows. */
const DEFAULT_DEADLINE_MS = 60_000;

const path = import.meta.env.PROD ? './file-tasks.js' : '../file-tasks.dev.js';
const ENTRY = fileURLToPath(new URL(path, import.meta.url));

type ChildWork = (job: never, send: never) => Promise<unknown>;

export interface ChildTask {
  name: string;
  job: unknown;
}
export type ChildMessage =
  | { chunk: unknown }
  | { result: unknown }
  | { error: string; code?: string }
  | { domainError: Pick<DomainError, 'kind' | 'body' | 'retryAfter'> };

export class ChildLimitError extends Error {
  limit: 'memory' | 'time';
  constructor(resource: 'memory' | 'time') {
    super(`The task takes too much ${resource}.`);
    this.limit = resource;
  }
}

export class ChildStoppedError extends Error {}

export interface ChildLimits {
  deadlineMs?: number;
  heapMb?: number;
}

interface ChildOptions extends ChildLimits {
  account: string;
  signal?: AbortSignal;
  /** Piped to the child, because a message would copy 10 MB twice. */
  input?: Uint8Array | string;
}

/**
 * Runs a task in a child process, passes its chunks to `handleChunk`, and returns its result. Throws
 * ChildLimitError, ChildStoppedError, 503 if too many wait, and errors of `handleChunk` and of the
 * task.
 */
export async function runChild<W extends ChildWork>(
  name: string,
  job: Parameters<W>[0],
  handleChunk: Parameters<W>[1],
  options: ChildOptions,
): Promise<Awaited<ReturnType<W>>> {
  await acquireSlot(options.account, options.signal);
  let child: ChildProcess | undefined;
  try {
    child = startChild(options.heapMb);
    // The pipe breaks when a child ends before it has read everything.
    child.stdin!.on('error', () => undefined).end(options.input);
    const result = await converse(child, {
      task: { name, job },
      handleChunk: handleChunk as Conversation['handleChunk'],
      ...options,
    });
    return result as Awaited<ReturnType<W>>;
  } finally {
    if (child) await endChild(child);
    releaseSlot(options.account);
  }
}

let isStopping = false;
const runningAccounts = new Set<string>();
const waitingTasks: { account: string; begin: () => void }[] = [];

async function acquireSlot(account: string, signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted) throw new ChildStoppedError();
  if (runningAccounts.size < MAX_CHILDREN && !runningAccounts.has(account)) {
    runningAccounts.add(account);
    return;
  }
  if (waitingTasks.length >= MAX_WAITING_TASKS)
    throw tooBusy('Too many files are being read right now.');
  await new Promise<void>((resolve, reject) => {
    const begin = () => {
      signal?.removeEventListener('abort', leave);
      resolve();
    };
    const task = { account, begin };
    const leave = () => {
      waitingTasks.splice(waitingTasks.indexOf(task), 1);
      reject(new ChildStoppedError());
    };
    waitingTasks.push(task);
    signal?.addEventListener('abort', leave, { once: true });
  });
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
    // One arena: glibc keeps freed memory per thread, 20 MB more in the fuzz test.
    env: { ...process.env, MALLOC_ARENA_MAX: '2' },
    execArgv: [`--max-old-space-size=${heap}`, '--max-semi-space-size=4'],
    serialization: 'advanced',
    // V8 prints a page about its memory before it aborts.
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  });
  children.add(child);
  return child;
}

async function endChild(child: ChildProcess): Promise<void> {
  children.delete(child);
  // A child without a process id has never started.
  if (child.pid === undefined || child.exitCode !== null || child.signalCode) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

export function stopChildren(): void {
  isStopping = true;
  for (const child of children) child.kill('SIGKILL');
}

interface Conversation extends Pick<ChildOptions, 'signal' | 'deadlineMs'> {
  task: ChildTask;
  handleChunk: (chunk: unknown) => Promise<void>;
}

function converse(
  child: ChildProcess,
  { task, handleChunk, signal, deadlineMs = DEFAULT_DEADLINE_MS }: Conversation,
) {
  let timer: NodeJS.Timeout | undefined;
  let remainingMs = deadlineMs;
  let sentAt = 0;
  return new Promise<unknown>((resolve, reject) => {
    const sendMessage = (message: ChildTask | 'more') => {
      sentAt = performance.now();
      timer = setTimeout(() => reject(new ChildLimitError('time')), remainingMs);
      // The exit event reports a child that has just ended.
      child.send(message, () => undefined);
    };
    child.on('message', (message: ChildMessage) => {
      clearTimeout(timer);
      remainingMs -= performance.now() - sentAt;
      if ('chunk' in message) handleChunk(message.chunk).then(() => sendMessage('more'), reject);
      else if ('result' in message) resolve(message.result);
      else reject(toTaskError(message));
    });
    child.once('error', reject);
    child.once('exit', (code, signal) => reject(toExitError(code, signal)));
    signal?.addEventListener('abort', () => reject(new ChildStoppedError()), { once: true });
    if (signal?.aborted) reject(new ChildStoppedError());
    sendMessage(task);
  }).finally(() => clearTimeout(timer));
}

/** Restores what the task threw: errors of a full disk and of the system say so to their caller. */
function toTaskError(
  message: Extract<ChildMessage, { error: string } | { domainError: object }>,
): Error {
  if ('domainError' in message) {
    const { kind, body, ...details } = message.domainError;
    return new DomainError(kind, body, details);
  }
  const { error: stack, code } = message;
  return Object.assign(new Error('A task of a child process failed.'), { stack, code });
}

/** Out of memory, V8 aborts and the system kills the process. */
function toExitError(code: number | null, signal: NodeJS.Signals | null): Error {
  if (isStopping) return new ChildStoppedError();
  if (signal || code! > 127) return new ChildLimitError('memory');
  return new Error(`The process that read a file ended with ${code}.`);
}
