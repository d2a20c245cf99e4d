import '~/zod';
import type { ViteDevServer } from 'vite';
import { closeDatabase, getDatabasePath, openDatabase } from '#db/client';
import { adoptOwner } from '#db/create-files';
import { SEED_USERS } from '#db/seed/users';
import { createDemoData } from '~/demo.server';
import { recoverImports } from '~/domain/import/upload/recover.server';
import { flushShareOpenings } from '~/domain/share/openings.server';
import { createFirstAdmin, hasUsers } from '~/domain/user/create.server';
import { appUrl, env } from '~/env.server';
import { serve } from '~/http/server/serve.server';
import { scheduleBackups } from '~/jobs/backups.server';
import { startFetchingEmails, stopFetchingEmails } from '~/jobs/inbox-emails.server';
import { scheduleMails, scheduleMaintenance } from '~/jobs/maintenance.server';
import { startStandby, stopStandby } from '~/jobs/standby.server';
import { stopChildren } from '~/jobs/threads/child.server';
import { closePools } from '~/jobs/threads/pool.server';
import { logError } from '~/log.server';

export async function start({
  vite,
  demo = false,
}: { vite?: ViteDevServer; demo?: boolean } = {}): Promise<void> {
  // A closed log must not stop the server.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  adoptOwner(getDatabasePath(env.DATABASE_URL));
  const backup = openDatabase(env.DATABASE_URL, env.BACKUP_DIR);
  let loginHints: string[] = [];
  const stop = await serve(async () => {
    await recoverImports().catch((error: unknown) =>
      logError(error, 'Interrupted imports were not ended'),
    );
    loginHints = await createFirstUsers(demo);
  }, vite);
  // Terminal and npm may both send a signal; the second one must not interrupt the stop.
  let stopping: Promise<void> | undefined;
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      stopping ??= stop().then(shutDown);
    });
  scheduleMaintenance();
  scheduleMails();
  if (env.BACKUP_DIR && !vite) scheduleBackups(env.BACKUP_DIR);
  if (env.STANDBY_DIR && !vite) startStandby(env.STANDBY_DIR);
  if (env.IMAP_URL && !vite) startFetchingEmails(env.IMAP_URL);
  printGreeting(backup, loginHints);
}

async function shutDown(): Promise<void> {
  stopChildren();
  await stopFetchingEmails();
  await flushShareOpenings();
  await stopStandby();
  await closePools();
  closeDatabase();
  process.exit(0);
}

function printGreeting(backup: string | undefined, loginHints: string[]): void {
  const displayedHost = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(env.HOST)
    ? 'localhost'
    : env.HOST;
  const listening = `http://${displayedHost}:${env.PORT}`;
  console.log(
    [
      `Deal Pipeline is at ${env.APP_URL ? appUrl : listening}`,
      ...(env.APP_URL && appUrl !== listening ? [`Listening on ${listening}`] : []),
      `Database: ${getDatabasePath(env.DATABASE_URL)}`,
      ...(backup ? [`Before its upgrade it was backed up: ${backup}`] : []),
      ...loginHints,
    ].join('\n'),
  );
}

async function createFirstUsers(demo: boolean): Promise<string[]> {
  if (await hasUsers()) return demo ? listDemoLogins() : [];
  if (demo) {
    await createDemoData();
    return listDemoLogins();
  }
  const admin = await createFirstAdmin({ email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD });
  if (!admin) return [];
  const { email, password } = admin;
  if (!password) return [`Administrator: ${email}, with the password from ADMIN_PASSWORD`];
  return [
    '',
    'The first administrator was created. Its password is shown this once:',
    `  Email:    ${email}`,
    `  Password: ${password}`,
    '',
  ];
}

function listDemoLogins(): string[] {
  return [
    '',
    'Demo data. Sign in as',
    ...SEED_USERS.filter((user) => user.shown).map(
      ({ email, password, shown }) => `  ${email.padEnd(26)} ${password.padEnd(16)} ${shown}`,
    ),
    '',
  ];
}
