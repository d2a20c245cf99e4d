import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { backUp, listBackups } from '#db/backup';
import { getDatabasePath } from '#db/client';
import { getContentsFolder } from '#db/contents';
import { backUpContents, deleteUnusedContentsBackups, readBackups } from '#db/contents-backup';
import { restoreBackup } from '#db/restore';
import { trash, users } from '#db/schema';
import { transaction } from '#db/transaction';
import { addAttachments } from '~/domain/attachment/add.server';
import { assertDiskSpace, receiveFile } from '~/domain/attachment/content.server';
import { ATTACHMENT_RULES } from '~/domain/attachment/list.server';
import { removeDealRecord } from '~/domain/deal/edit-record.server';
import { deleteDeal } from '~/domain/operations/trash/delete.server';
import { type Cast, createCast } from '../support/cast';
import { addDeal } from '../support/deals';

const database = getDatabasePath(process.env.DATABASE_URL!);
let people: Cast;
let deal: number;
let folder: string;
beforeEach(async () => {
  await transaction(async (tx) => {
    await tx.delete(users);
    await tx.delete(trash);
  });
  rmSync(getContentsFolder(database), { recursive: true, force: true });
  people = await createCast();
  deal = await addDeal(people.ana, { companyName: 'Gantrywell' });
  folder = mkdtempSync(join(tmpdir(), 'pipeline-contents-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function add(name: string, bytes = name) {
  await assertDiskSpace(0);
  const pieces = (async function* () {
    yield Buffer.from(bytes);
  })();
  const file = { ...(await receiveFile(pieces)), name, type: 'text/plain' };
  const [id] = await addAttachments(people.ana, deal, [file]);
  return { id: id!, sha256: file.sha256 };
}
const copies = () => readdirSync(join(folder, 'test-files')).sort();
const backUpAll = (at: number) => {
  const backup = backUp(database, folder, new Date(at));
  return { backup, missing: backUpContents(database, backup).missing };
};

test('contents are backed up once, verified, and named if missing', async () => {
  const file = await add('one.txt');
  const { missing } = backUpAll(1);
  expect([missing, copies()]).toEqual([[], [file.sha256]]);
  const copied = join(folder, 'test-files', file.sha256);
  const { mtimeMs, mode } = statSync(copied);
  expect(mode & 0o777).toBe(0o600);
  const two = await add('two.txt');
  const three = await add('three.txt');
  writeFileSync(join(getContentsFolder(database), two.sha256), 'damaged');
  rmSync(join(getContentsFolder(database), three.sha256));
  expect(backUpAll(2).missing.sort()).toEqual(['three.txt', 'two.txt']);
  expect(copies()).toEqual([file.sha256]);
  expect(statSync(copied).mtimeMs).toBe(mtimeMs);
});

test('contents are restored with the database and its trash', async () => {
  const files = [await add('one.txt'), await add('two.txt')];
  await deleteDeal(people.ana, deal);
  const { backup } = backUpAll(1);
  const fresh = join(folder, 'fresh', 'new.db');
  rmSync(join(folder, 'test-files', files[1]!.sha256));
  const { missing } = await restoreBackup(backup, fresh, { withoutFiles: true });
  expect(missing).toEqual(['two.txt']);
  expect(readFileSync(join(`${fresh}.files`, files[0]!.sha256), 'utf8')).toBe('one.txt');
});

test('contents unknown to a restored database stay for 30 days', async () => {
  const { backup } = backUpAll(1);
  const other = join(folder, 'other', 'test.db');
  await restoreBackup(backup, other);
  mkdirSync(getContentsFolder(other));
  const kept = join(getContentsFolder(other), 'a'.repeat(64));
  writeFileSync(kept, '');
  const now = new Date();
  await restoreBackup(backup, other, { now });
  expect(Math.round((statSync(kept).mtimeMs - now.getTime()) / 86_400_000)).toBe(30);
});

test('contents leave the backups with their last reference', async () => {
  const { id, sha256 } = await add('one.txt');
  const { backup } = backUpAll(1);
  await removeDealRecord(ATTACHMENT_RULES, people.ana, deal, id);
  rmSync(join(getContentsFolder(database), sha256));
  backUpAll(2);
  const thinOut = () =>
    deleteUnusedContentsBackups(
      database,
      join(folder, 'test-files'),
      readBackups(listBackups(database, folder)).readable.flatMap(({ contents }) => [
        ...contents.keys(),
      ]),
    );
  thinOut();
  expect(copies()).toEqual([sha256]);
  rmSync(backup);
  thinOut();
  expect(copies()).toEqual([]);
});
