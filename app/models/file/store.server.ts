import { createHash, randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { and, gte, sql } from 'drizzle-orm';
import { blobFolder, listBlobs, MENTIONS, syncFolder } from '#db/blobs';
import { databasePath, db, type Db } from '#db/client';
import { getFreeDiskBytes, MIN_FREE_FOR_FILES_BYTES } from '#db/disk';
import { createFolder, giveToOwner } from '#db/owner';
import { changes } from '#db/schema';
import { transactionInReserve } from '#db/transaction';
import { env } from '~/env.server';
import { Refusal } from '~/refusal';
import { START } from './schema';

/**
 * The bytes of files, beside the database. They are received into a temporary file, and named by
 * their hash in the transaction that names them in the database: a crash leaves a file that nothing
 * mentions, never a mention without its bytes.
 */

const DAY = 86_400_000;
const HOUR = 3_600_000;
/** Days for which bytes are kept after their last mention, also by the days on which the server has run. */
const KEPT_DAYS = 30;
const TEMPORARY = /^(\d+)-[\da-f-]{36}\.part$/;

const folder = () => blobFolder(databasePath(env.DATABASE_URL));

/** Where the bytes of a file are, as a folder and a name in it. Undefined if they are missing. */
export function bytesOf(sha256: string): { root: string; name: string } | undefined {
  const root = folder();
  return existsSync(join(root, sha256)) ? { root, name: sha256 } : undefined;
}

/** Its first bytes, each as a character. */
export function startOf(sha256: string): string {
  const file = openSync(join(folder(), sha256), 'r');
  const start = Buffer.alloc(START);
  const size = readSync(file, start, 0, START, 0);
  closeSync(file);
  return start.toString('latin1', 0, size);
}

/** Bytes that were received into a temporary file. */
export interface Received {
  path: string;
  size: number;
  sha256: string;
}

/** Throws 507 if the disk would have less than 1 GB left after a file of this size. */
export async function checkDisk(bytes: number): Promise<void> {
  createFolder(folder());
  if ((await getFreeDiskBytes(folder())) - bytes < MIN_FREE_FOR_FILES_BYTES) throw noRoom();
}

function noRoom(): Refusal {
  const message =
    'There is not enough disk space left for files. Nothing was saved. Please tell your administrator.';
  return new Refusal('diskFull', { message }, 60);
}

/** Temporary files in use. */
const receiving = new Set<string>();

/** Writes bytes to the disk as they come. Whatever fails, nothing of them is left. */
export async function receive(pieces: AsyncIterable<Uint8Array>): Promise<Received> {
  const path = join(folder(), `${process.pid}-${randomUUID()}.part`);
  receiving.add(path);
  const file = await open(path, 'wx', 0o600);
  giveToOwner(file.fd);
  const hash = createHash('sha256');
  let size = 0;
  try {
    for await (const piece of pieces) {
      hash.update(piece);
      await file.writeFile(piece);
      size += piece.byteLength;
    }
    await file.sync();
    return { path, size, sha256: hash.digest('hex') };
  } catch (error) {
    forget([{ path }]);
    throw (error as NodeJS.ErrnoException).code === 'ENOSPC' ? noRoom() : error;
  } finally {
    await file.close();
  }
}

/** Gives received bytes their place, within the transaction that mentions them. */
export function keep({ path, sha256 }: Received): void {
  if (bytesOf(sha256)) return;
  renameSync(path, join(folder(), sha256));
  syncFolder(folder());
}

/** Removes what was received, unless it was kept. */
export function forget(received: Pick<Received, 'path'>[]): void {
  for (const { path } of received) {
    rmSync(path, { force: true });
    receiving.delete(path);
  }
}

/**
 * Removes what uploads have left that a crash broke off, and bytes 30 days after their last mention
 * in a deal, the trash or the history (rule 26.9), at `now`: `deletionTime`. Returns how many contents
 * were removed.
 */
export async function sweepFiles(now: Date): Promise<number> {
  if (!existsSync(folder())) return 0;
  sweepTemporary(now);
  // No upload names bytes meanwhile: there is one transaction at a time.
  return transactionInReserve(async (tx) => {
    const mentioned = await mentionedLately(tx, now);
    const isLeft = (name: string) => !mentioned.has(name) && isOlder(name, DAY, now);
    const left = listBlobs(folder()).filter(isLeft);
    for (const name of left) rmSync(join(folder(), name));
    return left.length;
  });
}

function sweepTemporary(now: Date): void {
  for (const name of readdirSync(folder())) {
    const [, writer] = TEMPORARY.exec(name) ?? [];
    if (!writer || receiving.has(join(folder(), name))) continue;
    // Another process may be about to end.
    const isOver = Number(writer) === process.pid || isOlder(name, HOUR, now);
    if (isOver || !isRunning(Number(writer))) rmSync(join(folder(), name), { force: true });
  }
}

function isOlder(name: string, age: number, now: Date): boolean {
  const stats = statSync(join(folder(), name), { throwIfNoEntry: false });
  return !stats || now.getTime() - stats.mtimeMs >= age;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Returns the SHA-256 of each content that is still needed somewhere. */
export function listMentionedContents(now = new Date()): Promise<Set<string>> {
  return mentionedLately(db, now);
}

/** Contents that a deal or the trash mentions, or the history has in the last 30 days. */
async function mentionedLately(tx: Db, now: Date): Promise<Set<string>> {
  const [added, deleted] = [1, 0].map((side) => sql`${changes.fields} ->> ${`$.sha256[${side}]`}`);
  const named = tx.all<{ sha256: string }>(sql.raw(MENTIONS));
  const since = new Date(now.getTime() - KEPT_DAYS * DAY);
  const recorded = await tx
    .select({ sha256: sql<string>`coalesce(${added}, ${deleted})` })
    .from(changes)
    .where(and(sql`${changes.subject} = 'file'`, gte(changes.at, since)));
  return new Set([...named, ...recorded].map(({ sha256 }) => sha256));
}
