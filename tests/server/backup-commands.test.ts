import {
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import SQLite from 'better-sqlite3';
import { extract, pack } from 'tar-stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '../support/command';
import { copyFund, createFund, FUND, type Fund, listTree, readFund } from '../support/fund';

let folder: string;
let original: Awaited<ReturnType<typeof createFund>>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pipeline-backups-'));
  original = await createFund();
});
afterAll(async () => {
  await original.remove();
  rmSync(folder, { recursive: true });
});

const newFund = () => copyFund(original, folder);
const newFolder = () => mkdtempSync(join(folder, 'new-'));
const run = (fund: Pick<Fund, 'database'>, name: string, ...args: string[]) =>
  runCommand(name, args, {
    DATABASE_URL: `file:${fund.database}`,
    BACKUP_DIR: '',
    SESSION_SECRET: '',
  });
const backups = (fund: Fund) => join(fund.folder, 'backups');
const storedFile = (fund: Fund, name: keyof Fund['files']) =>
  join(backups(fund), 'test-files', fund.files[name]);

async function backUp(fund: Fund): Promise<string> {
  const { code, out, err } = await run(fund, 'backup');
  expect([code, err]).toEqual([0, '']);
  return out.replace('Backup: ', '');
}

describe('an archive (rule 27.12)', () => {
  test('an archive moves database, files and secret', async () => {
    const file = join(newFolder(), 'fund.tar');
    const made = await run(newFund(), 'backup', '--archive', file);
    expect(made).toEqual({ code: 0, out: `Archive: ${file}`, err: '' });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(dirname(file))).toEqual(['fund.tar']);
    const database = join(newFolder(), 'data', 'pipeline.db');
    expect(await run({ database }, 'restore', file)).toMatchObject({ code: 0, err: '' });
    expect(readFund(database)).toEqual(FUND);
    expect(readdirSync(dirname(database)).sort()).toEqual(
      ['', '.files', '.lock', '.secret'].map((part) => `pipeline.db${part}`),
    );
  });

  test('an archive never replaces a file', async () => {
    const file = join(newFolder(), 'fund.tar');
    writeFileSync(file, 'precious');
    expect(await run(newFund(), 'backup', '--archive', file)).toEqual({
      code: 1,
      out: '',
      err: `No archive was made: ${file} exists already; choose another name`,
    });
    expect(readFileSync(file, 'utf8')).toBe('precious');
  });

  test('an archive takes damaged files from the backups', async () => {
    const fund = newFund();
    await backUp(fund);
    writeFileSync(join(`${fund.database}.files`, fund.files['one.txt']), 'damaged');
    const file = join(newFolder(), 'fund.tar');
    const { code, err } = await run(fund, 'backup', '--archive', file);
    expect([code, err]).toEqual([0, expect.stringMatching(/damaged in the data folder.*one\.txt/)]);
    expect((await run(fund, 'restore', file)).code).toBe(0);
    expect(readFund(fund.database)).toEqual(FUND);
  });

  test('a restore names missing files and needs consent', async () => {
    const fund = newFund();
    rmSync(join(`${fund.database}.files`, fund.files['two.txt']));
    const file = join(newFolder(), 'fund.tar');
    expect(await run(fund, 'backup', '--archive', file)).toMatchObject({
      code: 1,
      err: 'The archive does not contain these files: two.txt',
    });
    const database = join(newFolder(), 'pipeline.db');
    expect(await run({ database }, 'restore', file)).toMatchObject({
      code: 1,
      err: expect.stringContaining(
        'contents of these files are missing or damaged: two.txt',
      ) as string,
    });
    expect(existsSync(database)).toBe(false);
    expect((await run({ database }, 'restore', file, '--without-files')).code).toBe(0);
    expect(readFund(database).files).toEqual(['Bytes of one.txt']);
  });

  test('a damaged or hostile archive is refused without a trace', async () => {
    const file = join(newFolder(), 'fund.tar');
    await run(newFund(), 'backup', '--archive', file);
    const entries = await readTar(file);
    const [manifest, database, ...others] = entries as [TarEntry, TarEntry, ...TarEntry[]];
    const evil = { name: 'x', content: Buffer.from('x') };
    const listing = (change: (entries: { path: string }[]) => unknown) => {
      const read = JSON.parse(manifest.content.toString()) as { entries: { path: string }[] };
      change(read.entries);
      return { ...manifest, content: Buffer.from(JSON.stringify(read)) };
    };
    const whole = readFileSync(file);
    const cases: Record<string, Buffer> = {
      'cut off': whole.subarray(0, whole.length - 4_000),
      'cut off between entries': await writeTar(entries.slice(0, -1)),
      'no manifest': await writeTar([database, ...others]),
      'a manifest that is no JSON': await writeTar([{ ...manifest, content: Buffer.from('{') }]),
      'a manifest with another path': await writeTar([
        listing((list) => list.push({ ...list[0]!, path: '../evil' })),
        database,
      ]),
      'an absolute path': await writeTar([...entries, { ...evil, name: '/tmp/evil' }]),
      'a path upwards': await writeTar([...entries, { ...evil, name: '../evil' }]),
      'an entry twice': await writeTar([...entries, database]),
      'a link': await writeTar([
        manifest,
        { name: 'pipeline.db', content: Buffer.alloc(0), linkname: '/etc/passwd' },
      ]),
      'other bytes': await writeTar(
        entries.map((one) =>
          one.name.startsWith('pipeline-files/')
            ? { ...one, content: Buffer.alloc(one.content.length, 7) }
            : one,
        ),
      ),
      'a huge size': hugeEntry(whole),
      noise: Buffer.alloc(10_000, 9),
    };
    for (const [name, bytes] of Object.entries(cases)) {
      const hostile = join(newFolder(), 'hostile.tar');
      writeFileSync(hostile, bytes);
      const place = newFolder();
      const target = { database: join(place, 'data', 'pipeline.db') };
      for (const args of [[hostile], [hostile, '--check']]) {
        const { code, out, err } = await run(target, 'restore', ...args);
        expect([name, code, out]).toEqual([name, 1, '']);
        expect(err, name).toMatch(/^(Not|Cannot be) restored: .*(is damaged or no|neither)[^\n]*$/);
      }
      expect(readdirSync(place), name).toEqual([]);
      expect(readdirSync(dirname(hostile)), name).toEqual(['hostile.tar']);
    }
    expect(readdirSync(folder)).not.toContain('evil');
  }, 240_000);

  test('a damaged file is named with a next step', async () => {
    const fund = newFund();
    const archive = join(newFolder(), 'fund.tar');
    await run(fund, 'backup', '--archive', archive);
    const whole = readFileSync(archive);
    const database = readFileSync(fund.database);
    const flipped = Buffer.from(whole);
    flipped[10]! ^= 1;
    const cases: [string, Buffer, string][] = [
      ['cut.tar', whole.subarray(0, 512), 'it is cut off'],
      ['flipped.tar', flipped, 'a header is wrong'],
      ['cut.db', database.subarray(0, database.length / 2), 'is damaged'],
    ];
    for (const [name, bytes, reason] of cases) {
      const file = join(newFolder(), name);
      writeFileSync(file, bytes);
      const { code, err } = await run(fund, 'restore', file, '--check');
      expect([name, code]).toEqual([name, 1]);
      expect(err).toContain(reason);
      expect(err).toMatch(/Take an earlier backup, or copy this file again\.$/);
    }
  });
});

interface TarEntry {
  name: string;
  content: Buffer;
  linkname?: string;
}

async function readTar(file: string): Promise<TarEntry[]> {
  const entries: TarEntry[] = [];
  const extractor = extract();
  extractor.end(readFileSync(file));
  for await (const entry of extractor)
    entries.push({
      name: entry.header.name,
      content: await buffer(entry as AsyncIterable<Buffer>),
    });
  return entries;
}

async function writeTar(entries: TarEntry[]): Promise<Buffer> {
  const archive = pack();
  for (const { name, content, linkname } of entries)
    archive.entry(linkname ? { name, type: 'symlink', linkname } : { name }, content);
  archive.finalize();
  return buffer(archive as AsyncIterable<Buffer>);
}

/** Changes the size of the second entry to 8 GB minus one byte, with a valid checksum. */
function hugeEntry(archive: Buffer): Buffer {
  const bytes = Buffer.from(archive);
  const size = parseInt(bytes.toString('latin1', 124, 135), 8);
  const header = bytes.subarray(512 + Math.ceil(size / 512) * 512).subarray(0, 512);
  header.write('77777777777', 124, 'latin1');
  header.fill(' ', 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return bytes;
}

describe('a restore from a backup (rule 27.13)', () => {
  test('a restore without its files lists them, changes nothing', async () => {
    const backup = await backUp(newFund());
    const moved = join(newFolder(), 'moved.db');
    copyFileSync(backup, moved);
    const fund = newFund();
    for (const name of readdirSync(`${fund.database}.files`))
      rmSync(join(`${fund.database}.files`, name));
    const before = listTree(fund.folder);
    for (const args of [[moved], [moved, '--check']]) {
      const { code, out, err } = await run(fund, 'restore', ...args);
      expect([code, out]).toEqual([1, '']);
      expect(err).toMatch(
        /contents of these files are missing or damaged: (one.txt, two|two.txt, one).txt/,
      );
    }
    expect(withoutLock(listTree(fund.folder))).toEqual(withoutLock(before));
    expect(await run(fund, 'restore', moved, '--without-files')).toMatchObject({
      code: 0,
      out: expect.stringContaining('contents of these files are missing') as string,
    });
  });

  test('a restore finds files under the names that copying gives', async () => {
    const backup = await backUp(newFund());
    const stored = join(dirname(backup), 'test-files');
    for (const [name, contents] of [
      ['moved.db', 'moved-files'],
      ['moved.db', 'pipeline-files'],
      [basename(backup), 'test-files'],
    ] as const) {
      const place = newFolder();
      copyFileSync(backup, join(place, name));
      cpSync(stored, join(place, contents), { recursive: true });
      const database = join(newFolder(), 'pipeline.db');
      expect((await run({ database }, 'restore', join(place, name), '--check')).code).toBe(0);
      expect((await run({ database }, 'restore', join(place, name))).code).toBe(0);
      expect(readFund(database).files).toEqual(FUND.files);
    }
  });

  test('a restore names damaged contents as damaged', async () => {
    const fund = newFund();
    const backup = await backUp(fund);
    writeFileSync(join(`${fund.database}.files`, fund.files['one.txt']), 'damaged');
    expect((await run(fund, 'restore', backup)).code).toBe(0);
    expect(readFund(fund.database).files).toEqual(FUND.files);
    writeFileSync(join(`${fund.database}.files`, fund.files['one.txt']), 'damaged');
    writeFileSync(storedFile(fund, 'one.txt'), 'damaged too');
    expect(await run(fund, 'restore', backup)).toMatchObject({
      code: 1,
      err: expect.stringContaining('one.txt (damaged)') as string,
    });
  });

  test('checking a restore leaves no trace', async () => {
    const fund = newFund();
    const backup = await backUp(fund);
    const inWal = join(dirname(backup), 'in-wal.db');
    copyFileSync(backup, inWal);
    cpSync(join(dirname(backup), 'test-files'), join(dirname(backup), 'in-wal-files'), {
      recursive: true,
    });
    const connection = new SQLite(inWal);
    connection.pragma('journal_mode = WAL');
    connection.close();
    const archive = join(backups(fund), 'fund.tar');
    await run(fund, 'backup', '--archive', archive);
    const place = newFolder();
    const before = listTree(fund.folder);
    for (const file of [backup, inWal, archive])
      expect(
        await run({ database: join(place, 'data', 'pipeline.db') }, 'restore', file, '--check'),
      ).toEqual({ code: 0, out: `${file} can be restored. Nothing was changed.`, err: '' });
    expect(listTree(fund.folder)).toEqual(before);
    expect(readdirSync(place)).toEqual([]);
  });
});

const withoutLock = (tree: string[]) => tree.filter((line) => !line.startsWith('test.db.lock '));

describe('a backup (rule 27.11)', () => {
  test('a backup names a damaged one and leaves it alone', async () => {
    const fund = newFund();
    const older = await backUp(fund);
    const connection = new SQLite(fund.database);
    connection.exec("delete from files where name = 'one.txt'");
    connection.close();
    rmSync(join(`${fund.database}.files`, fund.files['one.txt']));
    const bytes = readFileSync(older);
    writeFileSync(older, 'damaged');
    const { code, out, err } = await run(fund, 'backup');
    expect([code, out]).toEqual([0, expect.stringMatching(/^Backup: /)]);
    expect(err).toContain(`Warning: the backup ${older} cannot be used and was left alone`);
    // The unreadable backup may need these contents.
    expect(existsSync(storedFile(fund, 'one.txt'))).toBe(true);
    writeFileSync(older, bytes);
    expect((await run(fund, 'restore', older)).code).toBe(0);
    expect(readFund(fund.database).files).toEqual(FUND.files);
  });

  test('--verify replaces and names damaged copies of files', async () => {
    const fund = newFund();
    await backUp(fund);
    writeFileSync(storedFile(fund, 'one.txt'), 'damaged');
    expect(await run(fund, 'backup')).toMatchObject({ code: 0, err: '' });
    expect(await run(fund, 'backup', '--verify')).toMatchObject({
      code: 0,
      err: 'Damaged copies of these files were replaced: one.txt',
    });
    expect(readFileSync(storedFile(fund, 'one.txt'), 'utf8')).toBe('Bytes of one.txt');
  });

  test('a backup checks all copies after a week', async () => {
    const fund = newFund();
    await backUp(fund);
    writeFileSync(storedFile(fund, 'one.txt'), 'damaged');
    const weekAgo = new Date(Date.now() - 7 * 86_400_000);
    utimesSync(join(backups(fund), 'test-verified'), weekAgo, weekAgo);
    expect((await run(fund, 'backup')).err).toContain('were replaced: one.txt');
  });

  test('a backup fails while a file is damaged in both folders', async () => {
    const fund = newFund();
    await backUp(fund);
    for (const path of [
      storedFile(fund, 'one.txt'),
      join(`${fund.database}.files`, fund.files['one.txt']),
    ])
      writeFileSync(path, 'damaged');
    for (const args of [['--verify'], []])
      expect(await run(fund, 'backup', ...args)).toMatchObject({
        code: 1,
        out: expect.stringMatching(/^Backup: /) as string,
        err: 'The backup does not contain these files: one.txt',
      });
  });

  test('a backup is refused if less than 1 GB would stay free', async () => {
    const fund = newFund();
    const full = join(newFolder(), 'full');
    writeFileSync(full, '');
    for (const args of [[], ['--archive', join(folder, 'full.tar')]]) {
      const { code, err } = await runCommand('backup', args, {
        DATABASE_URL: `file:${fund.database}`,
        BACKUP_DIR: backups(fund),
        NODE_OPTIONS: '--import=./tests/support/full-disk.mjs',
        FULL_DISK: full,
      });
      expect([code, err]).toEqual([1, expect.stringMatching(/^No .* not enough disk space/)]);
    }
    expect(existsSync(backups(fund))).toBe(false);
    expect(existsSync(join(folder, 'full.tar'))).toBe(false);
  });
});

describe.skipIf(process.getuid?.() !== 0)('commands run as root (rule 27.14)', () => {
  const OWNER = 4242;

  test("commands run as root leave files with the folder's owner", async () => {
    const fund = newFund();
    for (const name of ['.', ...readdirSync(fund.folder, { recursive: true, encoding: 'utf8' })])
      chownSync(join(fund.folder, name), OWNER, OWNER);
    const outside = newFolder();
    const archive = join(outside, 'fund.tar');
    const env = {
      DATABASE_URL: `file:${fund.database}`,
      BACKUP_DIR: join(outside, 'a', 'backups'),
    };
    const commands: [string, ...string[]][] = [
      ['account', 'create', 'new@fund.example'],
      ['backup'],
      ['backup', '--archive', archive],
      ['restore', archive],
      ['account', 'list'],
    ];
    rmSync(`${fund.database}.lock`, { force: true });
    for (const [name, ...args] of commands)
      expect((await runCommand(name, args, env)).code, name).toBe(0);
    expect(ownersIn(fund.folder)).toEqual([OWNER]);
    expect(ownersIn(outside)).toEqual([OWNER]);
    const fresh = join(newFolder(), 'data', 'pipeline.db');
    mkdirSync(dirname(fresh));
    chownSync(dirname(fresh), OWNER, OWNER);
    expect((await run({ database: fresh }, 'account', 'create', 'new@fund.example')).code).toBe(0);
    expect(ownersIn(dirname(fresh))).toEqual([OWNER]);
  });
});

function ownersIn(place: string): number[] {
  const paths = readdirSync(place, { recursive: true, encoding: 'utf8' });
  const owners = paths.flatMap((name) => {
    const { uid, gid } = statSync(join(place, name));
    return [uid, gid];
  });
  return [...new Set(owners)];
}
