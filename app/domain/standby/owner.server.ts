import { readFile, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { z } from 'zod';
import { rethrowAsStandbyError, StandbyError } from './error.server';
import { createFileOnce, ensureFolder, readFileIfExists, replaceFile } from './file-system.server';
import {
  findInstallation,
  getInstallationPath,
  Installation,
  parseJson,
  readInstallation,
} from './installation.server';
import type { StandbyPaths } from './paths.server';

/**
 * One server at a time writes into a standby. It renews `owner.json` with its random id; a server
 * that finds another id copies nothing.
 */

const HEARTBEAT_INTERVAL_MS = 10_000;

const TAKEOVER_DELAY_MS = 120_000;

const StandbyOwner = z.object({
  id: z.string(),
  host: z.string(),
  database: z.string(),
  /** Changes with every boot: a cloned machine has the same id. */
  boot: z.string(),
  /** Last heartbeat and last write of the database, in ms since 1970. */
  at: z.number(),
  writtenAt: z.number().optional(),
  generation: z.string().optional(),
  isOutdated: z.boolean().optional(),
});

export type StandbyOwner = z.infer<typeof StandbyOwner>;

export async function readStandbyOwner(paths: StandbyPaths): Promise<StandbyOwner | undefined> {
  const text = await readFileIfExists(paths.owner);
  if (text === undefined) return undefined;
  const owner = StandbyOwner.safeParse(parseJson(text));
  if (owner.success) return owner.data;
  throw new StandbyError(
    `${paths.owner} cannot be read. Delete it if no other server writes into this folder.`,
  );
}

type Heartbeat = Pick<StandbyOwner, 'writtenAt' | 'generation' | 'isOutdated'>;

export class FolderOwnership {
  readonly #paths: StandbyPaths;
  readonly #database: string;
  lastHeartbeat?: StandbyOwner;
  /** Heartbeat of the owner that this server may replace, and when it was first seen. */
  previous?: { at: number; seen: number };

  constructor(paths: StandbyPaths, database: string) {
    this.#paths = paths;
    this.#database = database;
  }

  /**
   * Claims the folder or renews the claim. Throws StandbyError if the folder is missing or belongs
   * to another server.
   */
  async confirm(heartbeat: Heartbeat): Promise<void> {
    const installation = await readInstallation(this.#database);
    const isOtherDisk = await this.#prepareFolder(installation);
    const owner = await readStandbyOwner(this.#paths);
    const self = await this.#describe(installation, heartbeat);
    if (!owner) {
      if (!(await createFileOnce(this.#paths.owner, JSON.stringify(self))))
        return this.confirm(heartbeat);
      this.lastHeartbeat = self;
    } else {
      this.assertOwnership(owner, self, installation);
      if (this.isHeartbeatDue(owner, self))
        await replaceFile(this.#paths.owner, JSON.stringify(self));
      this.lastHeartbeat = self;
    }
    const { folder } = this.#paths;
    if (installation.folder === folder && installation.isOtherDisk === isOtherDisk) return;
    const stored: Installation = { id: installation.id, folder, isOtherDisk };
    await replaceFile(getInstallationPath(this.#database), JSON.stringify(stored));
  }

  async #prepareFolder(installation: Installation): Promise<boolean> {
    const { folder } = this.#paths;
    const wasUsed = installation.folder === folder;
    // Creates no parents, which an unmounted disk lacks.
    if (!wasUsed) await ensureFolder(folder).catch(rethrowAsStandbyError(folder));
    return assertMounted(folder, this.#database, installation);
  }

  async #describe({ id }: Installation, heartbeat: Heartbeat): Promise<StandbyOwner> {
    const boot = await readBootId();
    return { id, host: hostname(), database: this.#database, boot, at: Date.now(), ...heartbeat };
  }

  assertOwnership(owner: StandbyOwner, self: StandbyOwner, { recoveredFrom }: Installation): void {
    const { folder } = this.#paths;
    const which = `the server on ${owner.host} (${owner.database})`;
    if (owner.id === self.id) {
      const isSameServer = owner.boot === self.boot && owner.database === self.database;
      // At startup, this is the same server after a reboot or in a new folder.
      if (isSameServer || !this.lastHeartbeat) return;
      throw new StandbyError(
        `Another copy of this server, ${which}, writes into ${folder}. Stop one of the two, and start this one again.`,
      );
    }
    if (recoveredFrom !== owner.id || this.lastHeartbeat)
      throw new StandbyError(
        `${folder} belongs to ${which}. Set STANDBY_DIR to another folder; or, if that server no longer runs, delete ${this.#paths.owner}.`,
      );
    const now = performance.now();
    if (this.previous?.at !== owner.at) this.previous = { at: owner.at, seen: now };
    if (now - this.previous.seen >= TAKEOVER_DELAY_MS) return;
    throw new StandbyError(
      `${folder} was in use by ${which}, from which this one was recovered. It is taken over after 2 minutes without a sign of that server.`,
    );
  }

  isHeartbeatDue(owner: StandbyOwner, self: StandbyOwner): boolean {
    return (
      owner.id !== self.id ||
      owner.boot !== self.boot ||
      owner.database !== self.database ||
      owner.generation !== self.generation ||
      owner.isOutdated !== self.isOutdated ||
      Math.abs(self.at - owner.at) >= HEARTBEAT_INTERVAL_MS
    );
  }
}

export async function assertInUse(paths: StandbyPaths, database: string): Promise<void> {
  const installation = await findInstallation(database);
  await assertMounted(paths.folder, database, installation);
  const owner = await readStandbyOwner(paths);
  if (!installation || !owner)
    throw new StandbyError(
      `The server has not copied into ${paths.folder} yet: start it, and see its log.`,
    );
  const self = { ...owner, id: installation.id };
  new FolderOwnership(paths, database).assertOwnership(owner, self, installation);
}

async function assertMounted(
  folder: string,
  database: string,
  installation: Installation | undefined,
): Promise<boolean> {
  const data = await stat(dirname(database));
  const isOtherDisk = (await statFolder(folder)).dev !== data.dev;
  if (installation?.folder === folder && installation.isOtherDisk && !isOtherDisk)
    throw new StandbyError(`The disk of ${folder} is not mounted.`);
  return isOtherDisk;
}

async function statFolder(folder: string) {
  const stats = await stat(folder).catch(rethrowAsStandbyError(folder));
  if (stats.isDirectory()) return stats;
  throw new StandbyError(`${folder} is not a folder.`);
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
