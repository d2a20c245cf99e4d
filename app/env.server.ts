import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { createFolder, writeNewFile } from '#db/create-files';
import { formatShortSecretMessage, getSecretPath, isLongSecret } from './setting-secrets.server';
import { parseSettings } from './settings.server';

export const env = readEnvironment();

export const appUrl = env.APP_URL ?? `http://localhost:${env.PORT}`;
export const isHttps = appUrl.startsWith('https:');

function readEnvironment() {
  const { settings, problems } = parseSettings(process.env);
  if (problems.length) exitWithProblems(problems.map(({ name, message }) => `${name} ${message}`));
  return settings;
}

function exitWithProblems(problems: string[]): never {
  console.error(problems.map((problem) => `Configuration: ${problem}`).join('\n'));
  process.exit(1);
}

/**
 * Returns the secrets, newest first. Without SESSION_SECRET, one is generated and stored beside the
 * database. A stored one of less than 32 characters ends the process.
 */
export function getSessionSecrets(): string[] {
  if (env.SESSION_SECRET) return env.SESSION_SECRET;
  const file = getSecretPath(env);
  if (!existsSync(file)) tryToCreateSecret(file);
  const secret = readFileSync(file, 'utf8').trim();
  if (!isLongSecret(secret)) exitWithProblems([formatShortSecretMessage(file)]);
  return [secret];
}

function tryToCreateSecret(file: string): void {
  try {
    createSecret(file);
  } catch (error) {
    exitWithProblems([
      `SESSION_SECRET is not set, and none can be stored in ${file}: ${(error as Error).message}`,
    ]);
  }
}

/** Links the new file, so that two servers that start at once both read the first one's secret. */
function createSecret(file: string): void {
  const temporary = `${file}.${randomUUID()}`;
  createFolder(dirname(file));
  try {
    writeNewFile(temporary, randomBytes(32).toString('hex'));
    linkSync(temporary, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
}
