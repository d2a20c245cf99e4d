import { randomFillSync } from 'node:crypto';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { getCookies, PASSWORD, type PeopledServer } from './actors';

const DEALS = 300;
const NOTE_CHARACTERS = 10_000;

export function addLongDeals({ sql, ids }: PeopledServer): void {
  const now = Date.now();
  const deal = sql.prepare(
    `insert into pipelines (user_id, company_name, search_text, business_introduction,
      key_business_numbers, comments, created_at, updated_at) values (?, ?, '', ?, ?, ?, ?, ?)`,
  );
  const change = sql.prepare(
    `insert into changes (at, subject, subject_id, subject_name, act, fields)
      values (?, 'pipeline', '1', 'Long', 'changed', ?)`,
  );
  sql.transaction(() => {
    for (let i = 0; i < DEALS; i++) {
      const introduction = createRandomText(NOTE_CHARACTERS);
      const comments = createRandomText(NOTE_CHARACTERS);
      const numbers = createRandomText(1_000);
      deal.run(ids.owner, `Long ${i}`, introduction, numbers, comments, now, now);
      change.run(now, JSON.stringify({ comments: [introduction, comments] }));
    }
  })();
}

function createRandomText(length: number): string {
  return String.fromCharCode(
    ...randomFillSync(new Uint16Array(length)).map((n) => 0x4e00 + (n % 0x51a0)),
  );
}

export async function addAdmins(server: PeopledServer, count: number): Promise<string[]> {
  const { sql, ids } = server;
  const cookies: string[] = [];
  for (let i = 0; i < count; i++) {
    const id = server.addAccount();
    sql
      .prepare(
        `update users set role = 'admin', password = (select password from users where id = ?)
          where id = ?`,
      )
      .run(ids.owner, id);
    const json = { email: `${id}@secret.example`, password: PASSWORD };
    cookies.push(getCookies(await server.ask('POST', '/api/auth/login', { json })));
  }
  return cookies;
}

export function askUnread(
  port: number,
  path: string,
  cookie: string,
  { method = 'GET', encoding = 'identity', connection = 'keep-alive' } = {},
): Socket {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  socket.write(
    `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nCookie: ${cookie}\r\n` +
      `Accept-Encoding: ${encoding}\r\nConnection: ${connection}\r\n\r\n`,
  );
  return socket;
}

/**
 * Counts open sockets and database connections of a process. The log tells the latter, because
 * SQLite keeps the main file open for reuse.
 */
export function countOpenFiles(pid: number): { sockets: number; connections: number } {
  const files = readdirSync(`/proc/${pid}/fd`).flatMap((name) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${name}`);
    } catch {
      return [];
    }
  });
  return {
    sockets: files.filter((file) => file.startsWith('socket:')).length,
    connections: files.filter((file) => file.endsWith('.db-wal')).length,
  };
}

export function readMemoryMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024;
}
