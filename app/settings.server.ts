import { z } from 'zod';
import { parseSecrets } from './setting-secrets.server';
import {
  isFolderPath,
  isHost,
  isSameFolder,
  isSender,
  parseImapUrl,
  parseOrigin,
  parseSmtpUrl,
  splitFolderPath,
} from './setting-urls.server';

/** Defines the settings of the environment and `.env`. docs/configuration.md lists the same names. */

const ON = ['true', 'on', 'yes', '1'];

const OFF = ['false', 'off', 'no', '0'];

const isOff = (value: unknown) => typeof value === 'string' && OFF.includes(value.toLowerCase());

interface NumberRange {
  min: number;
  max: number;
  /** Names both ends of the range. */
  message: string;
}

function numberSetting({ min, max, message }: NumberRange, defaultValue: string) {
  return z
    .string()
    .regex(/^\d+$/, message)
    .default(defaultValue)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message);
}

function megabytesSetting(defaultValue: string) {
  const message = 'must be a whole number of megabytes, 1 to 999999';
  return numberSetting({ min: 1, max: 999_999, message }, defaultValue);
}

function flagSetting(defaultValue: boolean) {
  return z
    .string()
    .default(String(defaultValue))
    .transform((value) => value.toLowerCase())
    .pipe(z.enum([...ON, ...OFF], 'must be true or false'))
    .transform((value) => ON.includes(value));
}

/** Treats each word for off as unset. */
function optionalSetting<T extends z.ZodType>(schema: T) {
  return z.preprocess((value) => (isOff(value) ? undefined : value), schema.optional());
}

/** A folder called `true` is a mistake. */
function folderSetting() {
  return z.string().refine((value) => !ON.includes(value.toLowerCase()), 'must be a folder');
}

const Settings = z.object({
  PORT: numberSetting(
    { min: 1, max: 65_535, message: 'must be a port number from 1 to 65535, such as 3000' },
    '3000',
  ),
  HOST: z
    .string()
    .refine(
      isHost,
      'must be an address or a host name of this machine, such as 127.0.0.1 (0.0.0.0 for all of them)',
    )
    .default('127.0.0.1'),
  DATABASE_URL: z
    .string()
    .regex(/^file:./, 'must be a file: URL, such as file:./data/pipeline.db')
    .refine(
      (value) => !/[/\\]\.{0,2}$/.test(value),
      'must name a file, not a folder, such as file:./data/pipeline.db',
    )
    .default('file:./data/pipeline.db'),
  APP_URL: optionalSetting(z.string().transform(parseOrigin)),
  SESSION_SECRET: z.string().transform(parseSecrets).optional(),
  ADMIN_EMAIL: z.email('must be an email address').optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(8, 'must have at least 8 characters')
    .refine((value) => Buffer.byteLength(value) <= 72, 'must have at most 72 bytes')
    .optional(),
  REQUIRE_APPROVAL: flagSetting(true),
  REQUIRE_TWO_FACTOR: optionalSetting(z.enum(['staff', 'all'], 'must be staff, all or off')),
  REFUSE_COMMON_PASSWORDS: flagSetting(false),
  NAME_COLLEAGUES_DEALS: flagSetting(false),
  FUND_NAME: z.string().trim().max(100, 'must have at most 100 characters').default(''),
  /** bcrypt's work factor: 2 to the power of this many rounds, about 60 ms at 10. */
  BCRYPT_COST: numberSetting({ min: 4, max: 15, message: 'must be 4 to 15' }, '10'),
  SMTP_URL: optionalSetting(z.string().transform(parseSmtpUrl)),
  MAIL_FROM: optionalSetting(
    z
      .string()
      .refine(
        isSender,
        'must be an email address, such as deals@fund.example or "Deals <deals@fund.example>"',
      ),
  ),
  IMAP_URL: optionalSetting(z.string().transform(parseImapUrl)),
  IMAP_EVERY: z
    .string()
    .regex(/^[1-9]\d*[mhd]$/, 'must be a time such as 1m, 5m or 1h')
    .transform(parseDurationMs)
    .refine((time) => time <= MAX_IMAP_EVERY_MS, 'must be at most a day (1d)')
    .default(5 * 60_000),
  IMAP_DONE_FOLDER: z
    .string()
    .transform(splitFolderPath)
    .refine(isFolderPath, 'must be the name of a mail folder, such as Deal Pipeline or Deals/Done')
    .default(['Deal Pipeline']),
  BACKUP_DIR: optionalSetting(folderSetting()),
  BACKUP_EVERY: z
    .string()
    .regex(/^[1-9]\d*[mhd]$/, 'must be a time such as 30m, 6h or 1d')
    .transform(parseDurationMs)
    .refine((time) => time <= MAX_BACKUP_EVERY_MS, 'must be at most 9999d')
    .default(86_400_000),
  BACKUP_KEEP: numberSetting(
    { min: 1, max: 9_999, message: 'must be the number of backups to keep, 1 to 9999' },
    '10',
  ),
  STANDBY_DIR: optionalSetting(folderSetting()),
  METRICS_TOKEN: optionalSetting(
    z
      .string()
      .regex(
        /^[\x21-\x7e]{16,200}$/,
        'must be 16 to 200 printable ASCII characters without spaces (openssl rand -hex 32)',
      ),
  ),
  TRUST_PROXY: z.preprocess(
    (value) => (isOff(value) ? '0' : value),
    numberSetting(
      { min: 0, max: 9, message: 'must be the number of proxies in front, 0 to 9' },
      '0',
    ),
  ),
  MAX_FILE_MB: megabytesSetting('50'),
  MAX_DEAL_FILES_MB: megabytesSetting('500'),
  MAX_EMAIL_MB: megabytesSetting('30'),
  MAX_DAILY_MB: megabytesSetting('250'),
  WRITE_LIMIT: numberSetting(
    {
      min: 1,
      max: 9_999_999,
      message: 'must be the number of writes a minute that one account may make, 1 to 9999999',
    },
    '3000',
  ),
});

export type Environment = Record<string, string | undefined>;

export type Settings = z.infer<typeof Settings>;

export const SETTING_NAMES = Object.keys(Settings.shape) as (keyof Settings)[];

export interface SettingProblem {
  name: string;
  /** Continues a sentence that starts with the name, and says what to do. */
  message: string;
}

/**
 * Parses the settings and lists all problems; a wrong setting gets its default. An empty variable
 * counts as not set.
 */
export function parseSettings(environment: Environment): {
  settings: Settings;
  problems: SettingProblem[];
} {
  const problems: SettingProblem[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(Settings.shape)) {
    const parsed = schema.safeParse(environment[name] || undefined);
    if (!parsed.success) problems.push({ name, message: parsed.error.issues[0]!.message });
    values[name] = parsed.success ? parsed.data : schema.parse(undefined);
  }
  const settings = values as Settings;
  if (settings.MAX_FILE_MB > settings.MAX_DEAL_FILES_MB)
    problems.push({
      name: 'MAX_FILE_MB',
      message: `must be at most MAX_DEAL_FILES_MB (${settings.MAX_DEAL_FILES_MB}): lower it, or raise MAX_DEAL_FILES_MB`,
    });
  if (settings.IMAP_URL && isSameFolder(settings.IMAP_URL.folder, settings.IMAP_DONE_FOLDER))
    problems.push({
      name: 'IMAP_DONE_FOLDER',
      message: 'must be another folder than the one in IMAP_URL',
    });
  return { settings, problems };
}

const MAX_BACKUP_EVERY_MS = 9_999 * 86_400_000;

/** A timer takes at most 24 days. */
const MAX_IMAP_EVERY_MS = 24 * 60 * 60_000;

function parseDurationMs(time: string): number {
  const units: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 };
  return Number(time.slice(0, -1)) * units[time.at(-1)!]!;
}

/** Variables that compose.yaml, Litestream, Node or only tests read. */
export const OTHER_NAMES = [
  'SITE',
  'CLIENT_TIMEOUT_MS',
  'LOCK_TIMEOUT_MS',
  'WRITE_TIMEOUT_MS',
  'MALLOC_ARENA_MAX',
  'STANDBY_DATABASE',
  'STANDBY_ENDPOINT',
  'STANDBY_KEY',
  'STANDBY_REGION',
  'STANDBY_URL',
  'TZ',
];
