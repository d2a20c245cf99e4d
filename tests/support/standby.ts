import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import type { RunningServer } from './running-server';

export function hashBytes(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export async function postFile(
  { ask }: Pick<RunningServer, 'ask'>,
  cookie: string,
  deal: number,
  { name, bytes }: { name: string; bytes: Buffer },
): Promise<number> {
  const body = Buffer.concat([
    Buffer.from(
      `--limit\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`,
    ),
    bytes,
    Buffer.from('\r\n--limit--\r\n'),
  ]);
  const headers = { 'Content-Type': 'multipart/form-data; boundary=limit' };
  return (await ask('POST', `/api/pipelines/${deal}/files`, { cookie, body, headers })).status;
}

export async function postDeal(
  { ask }: Pick<RunningServer, 'ask'>,
  cookie: string,
  companyName: string,
): Promise<number> {
  const { text } = await ask('POST', '/api/pipelines', { cookie, json: { companyName } });
  return (JSON.parse(text) as { id: number }).id;
}

interface CommandResult {
  code: number;
  out: string;
  err: string;
}

export function runRecover(
  database: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<CommandResult> {
  return runCommand('recover', database, args, env);
}

export function runCommand(
  name: 'recover' | 'restore',
  database: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<CommandResult> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['scripts/command.mjs', name, ...args],
      {
        env: {
          ...process.env,
          NODE_ENV: 'production',
          DATABASE_URL: `file:${database}`,
          SESSION_SECRET: '',
          ...env,
        },
        maxBuffer: 2 ** 26,
      },
      (error, out, err) =>
        resolve({ code: error ? Number(error.code ?? 137) : 0, out: out.trim(), err: err.trim() }),
    );
  });
}
