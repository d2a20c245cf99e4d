import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { StandbyCopier } from '~/domain/standby/copier.server';
import { getStandbyPaths } from '~/domain/standby/paths.server';
import { hashBytes } from '../../support/standby';

const SECRET = 'a-secret-of-the-tests-longer-than-32';
const DAY = 86_400_000;
let box: string;
let database: string;
let folder: string;
let problems: string[];
let referenced: Set<string>;
const copiers: StandbyCopier[] = [];
beforeEach(() => {
  box = mkdtempSync(join(tmpdir(), 'pipeline-copier-'));
  database = join(box, 'data', 'pipeline.db');
  folder = join(box, 'standby');
  mkdirSync(`${database}.files`, { recursive: true });
  writeFileSync(database, '');
  pretendCopied(database);
  problems = [];
  referenced = new Set();
});
afterEach(async () => {
  await Promise.all(copiers.splice(0).map((copier) => copier.stop()));
  rmSync(box, { recursive: true });
});

/** Creates what Litestream leaves beside a database that it copies to another place. */
function pretendCopied(of: string): void {
  const own = join(dirname(of), `.${basename(of)}-litestream`);
  mkdirSync(own);
  writeFileSync(join(own, 'generation'), '0123456789abcdef');
}

function start(of = database): StandbyCopier {
  const copier = new StandbyCopier({
    folder,
    database: of,
    secret: SECRET,
    listReferenced: () => Promise.resolve(referenced),
    onProblem: ({ message }) => problems.push(message),
  });
  copiers.push(copier);
  return copier;
}

function accept(bytes: string): string {
  const name = hashBytes(bytes);
  writeFileSync(`${database}.files/1.part`, bytes, { mode: 0o600 });
  renameSync(`${database}.files/1.part`, `${database}.files/${name}`);
  return name;
}
const copies = () => {
  const { files } = getStandbyPaths(folder);
  return existsSync(files) ? readdirSync(files).sort() : [];
};
const shown = (names: string[]) => expect.poll(copies, { timeout: 20_000 }).toEqual(names.sort());
const isInStep = (copier: StandbyCopier) =>
  expect.poll(() => copier.state.syncedAt, { timeout: 20_000 }).toBeDefined();

describe('copies in the standby folder (rule 22.7)', () => {
  test('the standby gets each content and the secret, owner-readable', async () => {
    const first = accept('first');
    const copier = start();
    await shown([first]);
    const second = accept('second');
    await shown([first, second]);
    const { files, secret } = getStandbyPaths(folder);
    expect(readFileSync(join(files, second), 'utf8')).toBe('second');
    expect(readFileSync(secret, 'utf8')).toBe(SECRET);
    for (const path of [join(files, first), secret])
      expect(statSync(path).mode & 0o777).toBe(0o600);
    for (const path of [folder, files]) expect(statSync(path).mode & 0o777).toBe(0o700);
    // A copy has its name before it is counted.
    await expect.poll(() => copier.state.waiting).toBe(0);
    expect([copier.state.problem, problems]).toEqual([undefined, []]);
  });

  test('a restart completes missing and truncated standby copies', async () => {
    const names = ['first', 'second', 'third'].map(accept);
    await isInStep(start());
    await copiers.pop()!.stop();
    const { files } = getStandbyPaths(folder);
    rmSync(join(files, names[0]!));
    writeFileSync(join(files, names[1]!), 'cut');
    writeFileSync(join(files, `${names[2]!}.99.part`), 'left by a crash');
    await isInStep(start());
    expect(copies()).toEqual(names.sort());
    expect(readFileSync(join(files, hashBytes('second')), 'utf8')).toBe('second');
  });

  test('standby copies wait while the folder is away and catch up', async () => {
    const copier = start();
    await isInStep(copier);
    renameSync(folder, `${folder}-away`);
    const name = accept('meanwhile');
    await expect.poll(() => copier.state.problem, { timeout: 20_000 }).toContain('does not exist');
    await expect.poll(() => copier.state.waiting).toBe(1);
    expect(existsSync(folder)).toBe(false);
    renameSync(`${folder}-away`, folder);
    await shown([name]);
    await expect.poll(() => copier.state.problem, { timeout: 20_000 }).toBeUndefined();
    expect(problems).toHaveLength(1);
  });

  test('standby copies stay for a week after their last reference', async () => {
    const [gone, needed] = ['gone', 'needed'].map(accept) as [string, string];
    referenced.add(needed);
    await isInStep(start());
    await copiers.pop()!.stop();
    for (const name of [gone, needed]) rmSync(`${database}.files/${name}`);
    await isInStep(start());
    await copiers.pop()!.stop();
    const { removed } = getStandbyPaths(folder);
    expect([copies(), readdirSync(removed)]).toEqual([[needed], [gone]]);
    const at = new Date(Date.now() - 6 * DAY);
    utimesSync(join(removed, gone), at, at);
    await isInStep(start());
    await copiers.pop()!.stop();
    expect(readdirSync(removed)).toEqual([gone]);
    const before = new Date(Date.now() - 8 * DAY);
    utimesSync(join(removed, gone), before, before);
    await isInStep(start());
    expect([copies(), readdirSync(removed)]).toEqual([[needed], []]);
  });
});

describe('standby folder (rule 22.8)', () => {
  test('a standby folder accepts the contents of one server only', async () => {
    const name = accept('mine');
    await isInStep(start());
    const other = join(box, 'other', 'pipeline.db');
    mkdirSync(`${other}.files`, { recursive: true });
    writeFileSync(other, '');
    writeFileSync(`${other}.files/${hashBytes('theirs')}`, 'theirs');
    const second = start(other);
    await expect.poll(() => second.state.problem, { timeout: 20_000 }).toContain('belongs to');
    expect(second.state.problem).toContain(database);
    expect(copies()).toEqual([name]);
  });

  test('a standby folder refuses a server and its clone together', async () => {
    const original = start();
    await isInStep(original);
    const copied = join(box, 'copied', 'pipeline.db');
    mkdirSync(`${copied}.files`, { recursive: true });
    writeFileSync(copied, '');
    writeFileSync(`${copied}.standby`, readFileSync(`${database}.standby`));
    await isInStep(start(copied));
    await expect
      .poll(() => original.state.problem, { timeout: 20_000 })
      .toContain('Another copy of this server');
  });
});
