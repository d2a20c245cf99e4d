import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { getDatabasePath } from '#db/client';
import { adoptOwner } from '#db/create-files';
import type { DomainError } from '~/errors';
import { parseSettings, type Settings } from '~/settings.server';

/**
 * Runs the commands of package.json's scripts: `--help`, exit code 2 for a wrong call, 1 with one
 * line for an error, and files that belong to the data folder's owner. scripts/command.mjs answers
 * `--version`.
 */

const COMMON_OPTIONS = {
  help: { type: 'boolean', short: 'h' },
} as const satisfies ParseArgsOptionsConfig;

type OptionTypes = Record<string, { type: 'boolean' | 'string' }>;

interface CommandInput<T extends OptionTypes> {
  arguments: string[];
  options: { [name in keyof T]?: T[name]['type'] extends 'boolean' ? boolean : string };
  env: Settings;
}

/**
 * `run` returns the exit code, nothing for 0. A command's module imports nothing that reads the
 * settings, so that `--help` works with wrong ones.
 */
export interface Command<T extends OptionTypes> {
  name: string;
  help: string;
  options?: T;
  maxArguments?: number;
  /** Replaces wrong settings by their defaults in `env`, instead of ending the command. */
  acceptsWrongSettings?: boolean;
  run(input: CommandInput<T>): Promise<number | void> | number | void;
}

export class UsageError extends Error {
  override name = 'UsageError';
}

export async function runCommand<T extends OptionTypes>(command: Command<T>): Promise<void> {
  try {
    process.exitCode = await executeCommand(command, process.argv.slice(3));
  } catch (error) {
    const isWrongCall = error instanceof UsageError;
    const help = isWrongCall ? ` (help: npm run ${command.name} -- --help)` : '';
    console.error(describeError(error) + help);
    process.exitCode = isWrongCall ? 2 : 1;
  }
}

async function executeCommand<T extends OptionTypes>(
  command: Command<T>,
  args: string[],
): Promise<number> {
  const { options = {} as T, maxArguments = 0 } = command;
  const { values, positionals } = parseArguments({ ...options, ...COMMON_OPTIONS }, args);
  if (values.help) {
    console.log(command.help);
    return 0;
  }
  // First, because what npm keeps may leave its value behind as a surplus argument.
  assertOptionsPassedOn(command.name, options);
  const surplus = positionals[maxArguments];
  if (surplus !== undefined) throw new UsageError(`Unknown argument: ${surplus}`);
  const env = await readSettings(command);
  adoptOwner(getDatabasePath(env.DATABASE_URL));
  const input = { arguments: positionals, options: values as CommandInput<T>['options'], env };
  return (await command.run(input)) ?? 0;
}

async function readSettings({
  acceptsWrongSettings,
}: Pick<Command<OptionTypes>, 'acceptsWrongSettings'>): Promise<Settings> {
  if (acceptsWrongSettings) return parseSettings(process.env).settings;
  return (await import('~/env.server')).env;
}

function parseArguments(options: ParseArgsOptionsConfig, args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    // Drops the explanation of how to pass an argument that looks like an option.
    throw new UsageError((error as Error).message.split('. ')[0], { cause: error });
  }
}

/** npm keeps options without `--` to itself: `restore FILE --check` would restore. */
function assertOptionsPassedOn(command: string, options: OptionTypes): void {
  const name = Object.keys(options).find(isKeptByNpm);
  if (name === undefined) return;
  throw new UsageError(
    `npm did not pass on --${name}. Write -- before the options: npm run ${command} -- …; nothing was changed`,
  );
}

/** npm's own setting, of which it takes `--replace` for an abbreviation, and its values in `.npmrc`. */
const REPLACE_SETTING = 'npm_config_replace_registry_host';
const REPLACED_HOST = /^(npmjs|never|always|\w[\w-]*(\.[\w-]+)+)$/;

function isKeptByNpm(option: string): boolean {
  if (process.env[`npm_config_${option.replaceAll('-', '_')}`] !== undefined) return true;
  const replaced = process.env[REPLACE_SETTING];
  return option === 'replace' && replaced !== undefined && !REPLACED_HOST.test(replaced);
}

const SYSTEM_ERRORS: Record<string, string> = {
  EACCES: 'cannot be read or written by this user',
  EPERM: 'cannot be changed by this user',
  EROFS: 'is on a disk that cannot be written',
  ENOSPC: 'cannot be written: the disk is full',
  ENOENT: 'does not exist',
  ENOTDIR: 'is not a folder, or lies in none',
  EISDIR: 'is a folder',
  EIO: 'cannot be read or written: the disk reports an error',
};

/** Errors of the file that is written: of a copy it is `dest`, while `path` is what was read. */
const WRITE_ERRORS = ['ENOSPC', 'EROFS'];

export function describeError(error: unknown): string {
  const {
    message,
    errors,
    code = '',
    path,
    dest,
  } = error as NodeJS.ErrnoException & {
    dest?: string;
  } & Pick<DomainError, 'errors'>;
  const reason = SYSTEM_ERRORS[code];
  const file = (WRITE_ERRORS.includes(code) ? dest : undefined) ?? path ?? 'A file';
  const text =
    errors?.map((field) => field.message).join(', ') ??
    (reason ? `${file} ${reason}` : (message ?? String(error)));
  return text.trim().replace(/\s*\n\s*/g, ' ');
}
