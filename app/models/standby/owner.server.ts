import { randomUUID } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { z } from 'zod';
import {
  createOnce,
  ensureFolder,
  readIfExists,
  replaceFile,
  type StandbyPaths,
} from './folder.server';

/**
 * One server at a time writes into a standby's folder. Its `owner.json` names the installation by a
 * random id that is kept beside the database, and is rewritten while the server runs. A server that
 * finds another id there copies nothing.
 */

/** In ms: how often a server says that it runs, and after which silence a recovered one follows it. */
const SIGN_EVERY_MS = 10_000;
const SILENCE_MS = 120_000;

const Owner = z.object({
  id: z.string(),
  host: z.string(),
  database: z.string(),
  /** Changes with every start of the machine: a copied machine has the same id. */
  boot: z.string(),
  /** When the server last said that it runs, and the database's last write before that, in ms since 1970. */
  at: z.number(),
  writtenAt: z.number().optional(),
  /** Litestream's name for its current series of copies. */
  generation: z.string().optional(),
});
export type Owner = z.infer<typeof Owner>;

const Installation = z.object({
  id: z.string(),
  /** The owner of the standby from which this installation was recovered. */
  recoveredFrom: z.string().optional(),
  /** The folder that it has written to, and whether that was on another disk than the database. */
  folder: z.string().optional(),
  isOtherDisk: z.boolean().optional(),
});
type Installation = z.infer<typeof Installation>;

export function installationPath(database: string): string {
  return `${database}.standby`;
}

/** Why nothing is copied, in words for whoever operates the server. */
class StandbyProblem extends Error {
  override name = 'StandbyProblem';
}

/** Returns the owner of a standby's folder; undefined if it has none. */
export async function readOwner(paths: StandbyPaths): Promise<Owner | undefined> {
  const text = await readIfExists(paths.owner);
  if (text === undefined) return undefined;
  const owner = Owner.safeParse(parseJson(text));
  if (owner.success) return owner.data;
  throw new StandbyProblem(
    `${paths.owner} cannot be read. Delete it if no other server writes into this folder.`,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns what is known of the installation whose database this is; creates its id if it has none. */
async function readInstallation(database: string): Promise<Installation> {
  const path = installationPath(database);
  const stored = Installation.safeParse(parseJson((await readIfExists(path)) ?? ''));
  if (stored.success) return stored.data;
  const created = { id: randomUUID() };
  if (await createOnce(path, JSON.stringify(created))) return created;
  throw new StandbyProblem(`${path} cannot be read. Delete it to get a new one.`);
}

type Sign = Pick<Owner, 'writtenAt' | 'generation'>;

export class FolderOwnership {
  readonly #paths: StandbyPaths;
  readonly #database: string;
  #signed?: Owner;
  /** The last sign of a server whose place this one may take, and when it was first seen. */
  #former?: { at: number; seen: number };

  constructor(paths: StandbyPaths, database: string) {
    this.#paths = paths;
    this.#database = database;
  }

  /**
   * Makes sure that this server may write into the folder, and says there that it runs. Throws
   * StandbyProblem if the folder is not there, or belongs to another server.
   */
  async confirm(sign: Sign): Promise<void> {
    const installation = await readInstallation(this.#database);
    const isOtherDisk = await this.#prepareFolder(installation);
    const owner = await readOwner(this.#paths);
    const own = await this.#describe(installation, sign);
    if (!owner) {
      if (!(await createOnce(this.#paths.owner, JSON.stringify(own)))) return this.confirm(sign);
      this.#signed = own;
    } else {
      this.#refuseOthers(owner, own, installation);
      if (this.#isSignDue(owner, own)) await replaceFile(this.#paths.owner, JSON.stringify(own));
      this.#signed = own;
    }
    const { folder } = this.#paths;
    if (installation.folder === folder && installation.isOtherDisk === isOtherDisk) return;
    const stored: Installation = { id: installation.id, folder, isOtherDisk };
    await replaceFile(installationPath(this.#database), JSON.stringify(stored));
  }

  /** Returns whether the folder is on another disk than the database. */
  async #prepareFolder(installation: Installation): Promise<boolean> {
    const { folder } = this.#paths;
    const wasUsed = installation.folder === folder;
    // None above it: a disk that is not mounted has no folders either.
    if (!wasUsed) await ensureFolder(folder).catch(refuse(folder));
    const data = await stat(dirname(this.#database));
    const isOtherDisk = (await statFolder(folder)).dev !== data.dev;
    if (wasUsed && installation.isOtherDisk && !isOtherDisk)
      throw new StandbyProblem(`The disk of ${folder} is not mounted.`);
    return isOtherDisk;
  }

  async #describe({ id }: Installation, sign: Sign): Promise<Owner> {
    const boot = await readBootId();
    return { id, host: hostname(), database: this.#database, boot, at: Date.now(), ...sign };
  }

  #refuseOthers(owner: Owner, own: Owner, { recoveredFrom }: Installation): void {
    const { folder } = this.#paths;
    const which = `the server on ${owner.host} (${owner.database})`;
    if (owner.id === own.id) {
      const isSameServer = owner.boot === own.boot && owner.database === own.database;
      // At the start it is the same server after a reboot, or in its new folder.
      if (isSameServer || !this.#signed) return;
      throw new StandbyProblem(
        `Another copy of this server, ${which}, writes into ${folder}. Stop one of the two, and start this one again.`,
      );
    }
    if (recoveredFrom !== owner.id || this.#signed)
      throw new StandbyProblem(
        `${folder} belongs to ${which}. Set STANDBY_DIR to another folder; or, if that server no longer runs, delete ${this.#paths.owner}.`,
      );
    const now = performance.now();
    if (this.#former?.at !== owner.at) this.#former = { at: owner.at, seen: now };
    if (now - this.#former.seen >= SILENCE_MS) return;
    throw new StandbyProblem(
      `${folder} was in use by ${which}, from which this one was recovered. It is taken over after 2 minutes without a sign of that server.`,
    );
  }

  #isSignDue(owner: Owner, own: Owner): boolean {
    return (
      owner.id !== own.id ||
      owner.boot !== own.boot ||
      owner.database !== own.database ||
      owner.generation !== own.generation ||
      Math.abs(own.at - owner.at) >= SIGN_EVERY_MS
    );
  }
}

function refuse(folder: string) {
  return (error: unknown) => {
    throw describeProblem(error, folder);
  };
}

async function statFolder(folder: string) {
  const stats = await stat(folder).catch(refuse(folder));
  if (stats.isDirectory()) return stats;
  throw new StandbyProblem(`${folder} is not a folder.`);
}

const REASONS: Record<string, string> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist',
  EACCES: 'may not be written by the user of the server',
  EPERM: 'may not be written by the user of the server',
  EROFS: 'may only be read',
  ENOSPC: 'is on a disk that is full',
  EDQUOT: 'is on a disk that is full',
};

/** Names the folder and the reason; other errors keep their own message. */
export function describeProblem(error: unknown, folder: string): Error {
  if (error instanceof StandbyProblem) return error;
  const { code = '', message } = error as NodeJS.ErrnoException;
  const reason = REASONS[code] ?? `cannot be used: ${message}`;
  return new StandbyProblem(`${folder} ${reason}.`, { cause: error });
}

let bootId: string | undefined;
async function readBootId(): Promise<string> {
  const path = '/proc/sys/kernel/random/boot_id';
  bootId ??= await readFile(path, 'utf8').then(
    (id) => id.trim(),
    () => 'unknown',
  );
  return bootId;
}
