import { resolve } from 'node:path';
import { getDatabasePath } from '#db/client';
import { listReferencedContents } from '~/domain/attachment/cleanup.server';
import { StandbyCopier, type StandbyState } from '~/domain/standby/copier.server';
import { env, getSessionSecrets } from '~/env.server';
import { logError } from '~/log.server';

let copier: StandbyCopier | undefined;

export function startStandby(folder: string): void {
  const [secret = ''] = getSessionSecrets();
  copier = new StandbyCopier({
    folder: resolve(folder),
    database: getDatabasePath(env.DATABASE_URL),
    secret,
    listReferenced: () => listReferencedContents(),
    onProblem: (error) => logError(error, 'The standby is not in step'),
  });
}

export async function stopStandby(): Promise<void> {
  await copier?.stop();
}

export function getStandbyState(): StandbyState | undefined {
  return copier?.state;
}
