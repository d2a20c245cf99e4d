import type { z } from 'zod';
import { getDatabasePath } from '#db/client';

const MIN_SECRET_CHARACTERS = 32;

export function getSecretPath({ DATABASE_URL }: { DATABASE_URL: string }): string {
  return `${getDatabasePath(DATABASE_URL)}.secret`;
}

export const isLongSecret = (secret: string) => secret.length >= MIN_SECRET_CHARACTERS;

export function formatShortSecretMessage(file: string): string {
  return `${file} must hold at least ${MIN_SECRET_CHARACTERS} characters. Delete it to get a new one`;
}

export function parseSecrets(
  list: string,
  { addIssue }: Pick<z.RefinementCtx, 'addIssue'>,
): string[] {
  const secrets = list
    .split(',')
    .map((secret) => secret.trim())
    .filter(Boolean);
  if (!secrets.length) addIssue('must hold a secret');
  if (!secrets.every(isLongSecret))
    addIssue(
      `must have at least ${MIN_SECRET_CHARACTERS} characters, as must each secret in a list`,
    );
  return secrets;
}
