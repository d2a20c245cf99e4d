import { existsSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listContentReferences } from '#db/contents';
import { createFolder, writeNewFile } from '#db/create-files';
import { lockDatabase } from '#db/lock';
import { checkpointExclusively } from '#db/restore';
import { chooseGeneration, findLostWrite, listGenerations } from './choose-generation.server';
import {
  flushAll,
  installRecoveredFiles,
  prepareInstallation,
  prepareSecret,
} from './install-recovered.server';
import {
  type CopySource,
  type Generation,
  openLitestream,
  stopLitestream,
} from './litestream.server';
import { readStandbyOwner } from './owner.server';
import { getStandbyPaths, type StandbyPaths } from './paths.server';
import { ContentRecovery, createThreadPool } from './recover-contents.server';
import type { RecoverOptions } from './recover-options.server';
import { describeRecovered, type MissingFile, restoreDatabase } from './recovered-database.server';

export interface Recovery {
  recoveredUntil: Date;
  changedAt?: Date;
  deals: number;
  files: number;
  bytes: number;
  missing: MissingFile[];
  lostUntil?: Date;
  hasSecret: boolean;
  previousPaths: string[];
  laterGenerations: Generation[];
}

/**
 * Recovers database, contents and session secret. Throws and changes nothing if a database exists
 * without `replace`, or no sound copy does.
 */
export async function recover(options: RecoverOptions, now = new Date()): Promise<Recovery> {
  const { database } = options;
  const { copySource, paths } = locateSource(options);
  assertReplaceAllowed(options);
  const unlock = lockDatabase(database, 'exclusive');
  const workspace = getWorkspacePath(database);
  const threads = createThreadPool();
  try {
    assertReplaceAllowed(options);
    if (existsSync(database)) checkpointExclusively(database);
    rmSync(workspace, { recursive: true, force: true });
    createFolder(workspace);
    const litestream = await openLitestream(copySource, workspace, writeNewFile);
    const owner = paths && (await readStandbyOwner(paths));
    const generations = await listGenerations(litestream, options);
    const generation = chooseGeneration(generations, owner, options);
    const contents = new ContentRecovery(threads, database, workspace);
    if (paths) contents.assertDiskSpace(paths.files);
    await Promise.all([
      restoreDatabase(litestream, generation, join(workspace, 'recovered.db'), options.at),
      paths && contents.recoverAll(paths.files),
    ]);
    const references = listContentReferences(join(workspace, 'recovered.db'));
    if (paths) await contents.recoverRemoved(paths.removed, references.keys());
    const described = describeRecovered(join(workspace, 'recovered.db'), contents, references);
    const hasSecret = prepareSecret(paths, workspace);
    prepareInstallation(database, workspace, owner);
    await flushAll(workspace);
    const previousPaths = installRecoveredFiles(database, workspace, now);
    contents.retainPreviousContents(references, now);
    return {
      ...described,
      recoveredUntil: options.at && options.at < generation.end ? options.at : generation.end,
      lostUntil: options.at ? undefined : findLostWrite(generation, owner),
      hasSecret,
      previousPaths,
      laterGenerations: generations.filter(
        ({ name, end }) => name !== generation.name && end > generation.end,
      ),
    };
  } finally {
    stopLitestream();
    await threads.destroy();
    rmSync(workspace, { recursive: true, force: true });
    unlock();
  }
}

function locateSource({ source, files }: RecoverOptions): {
  copySource: CopySource;
  paths?: StandbyPaths;
} {
  const isAddress = /^[a-z\d]+:\/\//i.test(source) && !source.startsWith('file://');
  if (isAddress)
    return { copySource: { url: source }, paths: files ? getExistingPaths(files) : undefined };
  if (files) throw new Error('--files is for the address of a copy: a folder has the files in it');
  const paths = getExistingPaths(source.startsWith('file://') ? fileURLToPath(source) : source);
  if (!existsSync(join(paths.database, 'generations')))
    throw new Error(`${paths.folder} has no copy of a database (${paths.database})`);
  return { copySource: { path: paths.database }, paths };
}

function getExistingPaths(folder: string): StandbyPaths {
  const paths = getStandbyPaths(resolve(folder));
  if (existsSync(paths.folder)) return paths;
  throw new Error(`${paths.folder} does not exist`);
}

function assertReplaceAllowed({ database, replace }: RecoverOptions): void {
  if (existsSync(database) && !replace)
    throw new Error(
      `${database} is there already. With --replace it is kept beside the recovered one; nothing was changed`,
    );
}

function getWorkspacePath(database: string): string {
  return `${database}.recovering`;
}

export function cleanUpRecovery(database: string): void {
  stopLitestream();
  rmSync(getWorkspacePath(database), { recursive: true, force: true, maxRetries: 3 });
}
