import { existsSync } from 'node:fs';
import { closeDatabase, getDatabasePath, openDatabase } from '#db/client';
import {
  createApprovedUser,
  createPasswordUrl,
  getUserByEmail,
  listAccountSummaries,
  setAccountEnabled,
  setAccountRole,
} from '~/domain/operations/manage-accounts.server';
import { resetSecondFactorUnchecked } from '~/domain/second-factor/reset.server';
import { ROLES } from '~/domain/user/fields';
import { env } from '~/env.server';
import { UsageError } from './command-line';

interface AccountCommand {
  arguments: string[];
  options: { role?: string; first?: string; last?: string };
}

export async function changeAccounts(input: AccountCommand): Promise<void> {
  const change = findChange(input);
  if (input.arguments[0] !== 'create') assertDatabaseExists();
  try {
    openDatabase(env.DATABASE_URL);
    console.log((await change()).join('\n'));
  } finally {
    closeDatabase();
  }
}

/** Opening a database creates it: with a wrong DATABASE_URL, an empty one would have no accounts. */
function assertDatabaseExists(): void {
  const database = getDatabasePath(env.DATABASE_URL);
  if (existsSync(database)) return;
  throw new Error(
    `There is no database at ${database}: start the server to create it, or correct DATABASE_URL`,
  );
}

/**
 * Returns the change that the arguments ask for. Throws before the database is opened if they are
 * wrong.
 */
function findChange({
  arguments: [command, email],
  options,
}: AccountCommand): () => Promise<string[]> {
  const role = ROLES.find((name) => name === options.role);
  if (options.role && !role) throw new UsageError(`--role is one of ${ROLES.join(', ')}`);
  if (command === 'list' && email) throw new UsageError(`Unknown argument: ${email}`);
  if (command === 'list') return listAccounts;
  if (!command) throw new UsageError('A command is missing');
  const change = accountChanges[command];
  if (!change) throw new UsageError(`Unknown command: ${command}`);
  if (!email) throw new UsageError('An email address is missing');
  if (command === 'promote' && !role) throw new UsageError('--role is missing');
  return () => change(email, { role, firstName: options.first, lastName: options.last });
}

async function listAccounts(): Promise<string[]> {
  const accounts = await listAccountSummaries();
  return alignColumns([
    ['EMAIL', 'ROLE', 'STATE', 'LAST-LOGIN', 'SECOND-FACTOR'],
    ...accounts.map(({ email, role, state, lastLogin, secondFactor }) => [
      email,
      role,
      state,
      lastLogin?.toISOString().replace(/\.\d+/, '') ?? '-',
      secondFactor.join(',') || '-',
    ]),
  ]);
}

/** Cells have no spaces and are never empty, so that scripts can split the lines at spaces. */
function alignColumns(rows: string[][]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
}

type AccountDetails = Pick<
  Parameters<typeof createApprovedUser>[0],
  'role' | 'firstName' | 'lastName'
>;

const accountChanges: Record<
  string,
  (email: string, details: AccountDetails) => Promise<string[]>
> = {
  create: async (email, details) => {
    const user = await createApprovedUser({ email, ...details });
    return [`${email} was created.`, await createPasswordUrl(user)];
  },
  promote: async (email, { role }) => {
    await setAccountRole(await getUserByEmail(email), role!);
    return [`${email} is now ${role}.`];
  },
  disable: async (email) => {
    await setAccountEnabled(await getUserByEmail(email), false);
    return [`${email} is disabled.`];
  },
  enable: async (email) => {
    await setAccountEnabled(await getUserByEmail(email), true);
    return [`${email} is enabled.`];
  },
  reset: async (email) => [await createPasswordUrl(await getUserByEmail(email))],
  'reset-second-factor': async (email) => {
    await resetSecondFactorUnchecked(await getUserByEmail(email));
    return [`The two-step login of ${email} was reset.`];
  },
};
