import { getDatabasePath } from '#db/client';
import { cleanUpRecovery, recover, type Recovery } from '~/domain/standby/recover.server';
import { formatNumber } from '~/domain/text/text';
import { describeError, runCommand, UsageError } from './command-line';

const HELP = `Usage: npm run recover -- FOLDER_OR_URL [options]

Brings a lost server back from its standby: the database, the files and the session secret.
FOLDER_OR_URL is the standby's folder (STANDBY_DIR of the lost server), or the address of
Litestream's copies (s3://..., sftp://...). Exits with 0 only if everything is back.

  --replace          replaces a database that is there already, and keeps it beside the new one
  --at TIME          goes back to a moment of the last two days, such as 2026-11-21T09:30:00Z
  --files FOLDER     the standby's folder, where the database comes from an address
  --generation NAME  chooses one of several series of copies; asked for where it is needed
  --help             prints this text
  --version          prints version and commit`;

const ZONED_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;

await runCommand({
  name: 'recover',
  help: HELP,
  maxArguments: 1,
  options: {
    replace: { type: 'boolean' },
    at: { type: 'string' },
    files: { type: 'string' },
    generation: { type: 'string' },
  },
  async run({ arguments: [source], options, env }) {
    if (!source) throw new UsageError('The folder or address of a standby is missing');
    const at = options.at === undefined ? undefined : parseTime(options.at);
    const database = getDatabasePath(env.DATABASE_URL);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.once(signal, () => {
        cleanUpRecovery(database);
        console.error('Not recovered: it was stopped.');
        process.exit(1);
      });
    try {
      const recovery = await recover({ ...options, source, database, at });
      const isWhole = printReport(database, recovery, { at, hasOwnSecret: !!env.SESSION_SECRET });
      return isWhole ? 0 : 1;
    } catch (error) {
      console.error(`Not recovered: ${describeError(error)}`);
      return 1;
    }
  },
});

function parseTime(text: string): Date {
  const time = new Date(text);
  if (!ZONED_TIME.test(text) || Number.isNaN(time.getTime()))
    throw new UsageError(`--at is a time with its zone, such as 2026-11-21T09:30:00Z: ${text}`);
  if (time.getTime() > Date.now()) throw new UsageError(`--at lies in the future: ${text}`);
  return time;
}

interface RecoveryContext {
  at?: Date;
  hasOwnSecret: boolean;
}

/** Returns whether everything is back. */
function printReport(
  database: string,
  recovery: Recovery,
  { at, hasOwnSecret }: RecoveryContext,
): boolean {
  const { recoveredUntil, changedAt, deals, files, bytes } = recovery;
  console.log(`Database: ${database}, as it was on ${formatTime(recoveredUntil)}`);
  if (changedAt) console.log(`Last change in it: ${formatTime(changedAt)}`);
  console.log(`Deals: ${formatNumber(deals)}`);
  console.log(`Files: ${formatNumber(files)}, ${formatNumber(Math.ceil(bytes / 1e6))} MB`);
  for (const path of recovery.previousPaths) console.log(`Kept: ${path}`);
  const reason = at ? 'which go on later' : 'which the lost server did not name as its own';
  for (const { name, start, end } of recovery.laterGenerations)
    console.log(
      `Not used: the copies ${name}, ${formatTime(start)} to ${formatTime(end)}, ${reason}`,
    );
  const losses = listLosses(recovery, hasOwnSecret);
  if (at) console.log('Everyone has to sign in again.');
  for (const loss of losses) console.error(loss);
  console.log(losses.length ? 'The rest is back.' : 'Everything is back. Start the server.');
  return losses.length === 0;
}

function listLosses(
  { recoveredUntil, lostUntil, missing, hasSecret }: Recovery,
  hasOwnSecret: boolean,
): string[] {
  const losses: string[] = [];
  if (lostUntil)
    losses.push(
      `Lost: changes from ${formatTime(recoveredUntil)} to ${formatTime(lostUntil)}: Litestream was not running.`,
    );
  for (const { file, record } of missing) losses.push(`Missing file: ${record}: ${file}`);
  if (!hasSecret && !hasOwnSecret)
    losses.push('Missing: the session secret. Everyone has to sign in again.');
  return losses;
}

function formatTime(time: Date): string {
  return time.toISOString().replace(/\.000Z$/, 'Z');
}
