import { resolve } from 'node:path';
import { databasePath } from '#db/client';
import { env, sessionSecrets } from '~/env.server';
import { logError } from '~/log.server';
import { listMentionedContents } from '~/models/file/store.server';
import { StandbyCopier, type StandbyState } from '~/models/standby/copier.server';

let copier: StandbyCopier | undefined;

/** Keeps files and the session secret in step in a standby's folder, until `stopStandby`. */
export function startStandby(folder: string): void {
  const [secret = ''] = sessionSecrets();
  copier = new StandbyCopier({
    folder: resolve(folder),
    database: databasePath(env.DATABASE_URL),
    secret,
    listMentioned: () => listMentionedContents(),
    onProblem: (error) => logError(error, 'The standby is not in step'),
  });
}

export async function stopStandby(): Promise<void> {
  await copier?.stop();
}

/** Returns the state of the standby; undefined without STANDBY_DIR. Reads no disk. */
export function standbyState(): StandbyState | undefined {
  return copier?.state;
}
