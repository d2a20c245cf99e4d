import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { createFolder, writeNewFile } from '#db/owner';
import { isLongSecret, parseSettings, secretPath, shortSecretMessage } from './settings.server';

/** The validated configuration. Wrong values end the process. */
export const env = readEnvironment();

export const appUrl = env.APP_URL ?? `http://localhost:${env.PORT}`;
export const isHttps = appUrl.startsWith('https:');

function readEnvironment() {
  const { settings, problems } = parseSettings(process.env);
  if (problems.length) refuseStart(problems.map(({ name, message }) => `${name} ${message}`));
  return settings;
}

function refuseStart(problems: string[]): never {
  console.error(problems.map((problem) => `Configuration: ${problem}`).join('\n'));
  process.exit(1);
}

/**
 * Newest first. Without SESSION_SECRET, one is generated and stored beside the database. A stored
 * one of less than 32 characters ends the process.
 */
export function sessionSecrets(): string[] {
  if (env.SESSION_SECRET) return env.SESSION_SECRET;
  const file = secretPath(env);
  if (!existsSync(file)) makeSecret(file);
  const secret = readFileSync(file, 'utf8').trim();
  if (!isLongSecret(secret)) refuseStart([shortSecretMessage(file)]);
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
