import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { databasePath } from '#db/client';
import { createFolder, writeNewFile } from '#db/owner';

function number(pattern: RegExp, message: string, otherwise: string) {
  return z.string().regex(pattern, message).default(otherwise).transform(Number);
}

function megabytes(otherwise: string) {
  return number(/^[1-9]\d{0,5}$/, 'must be a number of megabytes', otherwise);
}

function flag(otherwise: 'true' | 'false') {
  return z
    .enum(['true', 'false'], 'must be true or false')
    .default(otherwise)
    .transform((value) => value === 'true');
}

const Environment = z.object({
  PORT: number(/^\d{1,5}$/, 'must be a port number', '3000'),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATABASE_URL: z
    .string()
    .regex(/^file:./, 'must be a file: URL, such as file:./data/pipeline.db')
    .default('file:./data/pipeline.db'),
  APP_URL: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
  SESSION_SECRET: z.string().transform(secretsIn).optional(),
  ADMIN_EMAIL: z.email('must be an email address').optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(8, 'must have at least 8 characters')
    .refine((value) => Buffer.byteLength(value) <= 72, 'must have at most 72 bytes')
    .optional(),
  REQUIRE_APPROVAL: flag('true'),
  REQUIRE_TWO_FACTOR: z.enum(['staff', 'all'], 'must be staff or all').optional(),
  REFUSE_COMMON_PASSWORDS: flag('false'),
  NAME_COLLEAGUES_DEALS: flag('false'),
  /** bcrypt's work factor: 2 to the power of this many rounds, about 60 ms at 10. */
  BCRYPT_COST: number(/^([4-9]|1[0-5])$/, 'must be 4 to 15', '10'),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp or smtps address' }).optional(),
  MAIL_FROM: z.string().min(3, 'must be an address').optional(),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_EVERY: z
    .string()
    .regex(/^[1-9]\d{0,3}[mhd]$/, 'must be a time such as 30m, 6h or 1d')
    .default('1d')
    .transform(milliseconds),
  BACKUP_KEEP: number(/^[1-9]\d{0,3}$/, 'must be the number of backups to keep', '10'),
  TRUST_PROXY: number(/^\d$/, 'must be the number of proxies in front', '0'),
  MAX_FILE_MB: megabytes('50'),
  MAX_DEAL_FILES_MB: megabytes('500'),
  WRITE_LIMIT: number(
    /^[1-9]\d{0,6}$/,
    'must be the number of writes a minute that one account may make',
    '3000',
  ),
});

const SECRET_LENGTH = 32;

function secretsIn(list: string, { addIssue }: Pick<z.RefinementCtx, 'addIssue'>): string[] {
  const secrets = list
    .split(',')
    .map((secret) => secret.trim())
    .filter(Boolean);
  if (!secrets.length) addIssue('must hold a secret');
  if (secrets.some(({ length }) => length < SECRET_LENGTH))
    addIssue(`must have at least ${SECRET_LENGTH} characters, as must each secret in a list`);
  return secrets;
}

function milliseconds(time: string): number {
  const units: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 };
  return Number(time.slice(0, -1)) * units[time.at(-1)!]!;
}

/** The validated configuration. An invalid value ends the process. */
export const env = readEnvironment();

export const appUrl = (env.APP_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, '');
export const isHttps = appUrl.startsWith('https:');

function readEnvironment() {
  const settings = Object.fromEntries(
    Object.entries(process.env).filter(([, value]) => value !== ''),
  );
  const parsed = Environment.safeParse(settings);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  return refuseStart(`${issue?.path.join('.')} ${issue?.message}`);
}

function refuseStart(why: string): never {
  console.error(`Configuration: ${why}`);
  process.exit(1);
}

/**
 * Newest first. Without SESSION_SECRET, one is generated and stored beside the database. A stored
 * one of less than 32 characters ends the process.
 */
export function sessionSecrets(): string[] {
  if (env.SESSION_SECRET) return env.SESSION_SECRET;
  const file = `${databasePath(env.DATABASE_URL)}.secret`;
  if (!existsSync(file)) makeSecret(file);
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length < SECRET_LENGTH)
    refuseStart(
      `${file} must hold at least ${SECRET_LENGTH} characters. Delete it to get a new one`,
    );
  return [secret];
}

/** Of two servers that start for the first time, both read the secret that the first one made. */
function makeSecret(file: string): void {
  const made = `${file}.${randomUUID()}`;
  createFolder(dirname(file));
  writeNewFile(made, randomBytes(32).toString('hex'));
  try {
    linkSync(made, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(made);
  }
}
