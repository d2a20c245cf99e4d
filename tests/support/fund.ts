import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { signIn } from './actors';
import { buildEmail, filePart, textPart } from './emails';
import { startServer } from './running-server';

/** A data folder with a deal, two files, an item of the inbox with one, and the session secret. No server runs on it. */
export interface Fund {
  folder: string;
  database: string;
  files: Record<'one.txt' | 'two.txt', string>;
}

const ITEM_FILE = 'Bytes of an item';
const SECRET = 'a-session-secret-of-more-than-32-characters';

/** Creates a fund with a running server; `copyFund` is faster. */
export async function createFund(): Promise<Fund & { remove(): Promise<unknown> }> {
  const server = await startServer();
  const cookie = await signIn(server);
  const deal = await server.ask('POST', '/api/pipelines', {
    cookie,
    json: { companyName: 'Gantrywell' },
  });
  const { id } = JSON.parse(deal.text) as { id: number };
  const add = async (name: string) => {
    const body = `--x\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\nBytes of ${name}\r\n--x--\r\n`;
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };
    const answer = await server.ask('POST', `/api/pipelines/${id}/files`, {
      cookie,
      body,
      headers,
    });
    return (JSON.parse(answer.text) as { sha256: string }).sha256;
  };
  const files = { 'one.txt': await add('one.txt'), 'two.txt': await add('two.txt') };
  const parts = [textPart('See the file.'), filePart('item.pdf', ITEM_FILE)];
  await server.ask('POST', '/api/inbox/email', {
    cookie,
    body: buildEmail({ parts }),
    headers: { 'Content-Type': 'message/rfc822' },
  });
  await server.kill();
  const connection = new SQLite(server.database);
  connection.pragma('wal_checkpoint(truncate)');
  connection.close();
  writeFileSync(`${server.database}.secret`, SECRET, { mode: 0o600 });
  return { folder: server.dir, database: server.database, files, remove: () => server.stop() };
}

export function copyFund(fund: Fund, parent: string): Fund {
  const folder = join(mkdtempSync(join(parent, 'fund-')), 'data');
  mkdirSync(folder, { mode: 0o700 });
  cpSync(fund.folder, folder, { recursive: true });
  return { ...fund, folder, database: join(folder, 'test.db') };
}

export interface FundContent {
  companies: string[];
  files: string[];
  itemFiles: string[];
  secret: string | undefined;
}

export function readFund(database: string): FundContent {
  const connection = new SQLite(database, { readonly: true });
  const companies = connection.prepare('select company_name from pipelines').pluck().all();
  const listHashes = (table: string) =>
    connection.prepare(`select sha256 from ${table} order by name`).pluck().all() as string[];
  const hashes = listHashes('files');
  const itemHashes = listHashes('inbox_files');
  connection.close();
  const read = (path: string) =>
    statSync(path, { throwIfNoEntry: false }) && readFileSync(path, 'utf8');
  const readContents = (sha256s: string[]) =>
    sha256s
      .map((sha256) => read(join(`${database}.files`, sha256)))
      .filter((text) => text !== undefined);
  return {
    companies: companies as string[],
    files: readContents(hashes),
    itemFiles: readContents(itemHashes),
    secret: read(`${database}.secret`),
  };
}

export const FUND: FundContent = {
  companies: ['Gantrywell'],
  files: ['Bytes of one.txt', 'Bytes of two.txt'],
  itemFiles: [ITEM_FILE],
  secret: SECRET,
};

/** Lists a folder's paths with owner, size and time, to find changes. */
export function listTree(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const { uid, gid, mode, size, mtimeMs } = statSync(join(folder, name));
      return [name, uid, gid, mode.toString(8), size, mtimeMs].join(' ');
    });
}
