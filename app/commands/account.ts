import { parseArgs } from 'node:util';
import { closeDatabase, openDatabase } from '#db/client';
import type { Refusal } from '~/refusal';
import { env } from '~/env.server';
import {
  createApprovedUser,
  getUserByEmail,
  listAccountStates,
  createPasswordUrl,
  setRole,
  setEnabled,
} from '~/models/user/command.server';
import { resetSecondFactorOf } from '~/models/second-factor/state.server';
import { ROLES } from '~/models/user/fields';

const HELP = `npm run account -- list
npm run account -- create EMAIL [--role user|manager|admin] [--first NAME] [--last NAME]
npm run account -- promote EMAIL --role user|manager|admin
npm run account -- disable EMAIL
npm run account -- enable EMAIL
npm run account -- reset EMAIL          prints a link to choose a new password
npm run account -- reset-second-factor EMAIL   removes app, passkeys and recovery codes`;

const INVALID_ROLE = `--role is one of ${ROLES.join(', ')}`;

class UsageError extends Error {}

async function run(): Promise<string[]> {
  const { positionals, values } = parseArgs({
    args: process.argv.slice(3),
    allowPositionals: true,
    options: { role: { type: 'string' }, first: { type: 'string' }, last: { type: 'string' } },
  });
  const [command, email] = positionals;
  if (command === 'list')
    return (await listAccountStates()).map(({ email, role, state }) =>
      [email, role, state].join('\t'),
    );
  if (!email || !command) throw new UsageError(HELP);
  const role = ROLES.find((name) => name === values.role);
  if (values.role && !role) throw new UsageError(INVALID_ROLE);
  switch (command) {
    case 'create':
      return [
        `${email} was created.`,
        await createPasswordUrl(
          await createApprovedUser({ email, role, firstName: values.first, lastName: values.last }),
        ),
      ];
    case 'promote':
      if (!role) throw new UsageError(INVALID_ROLE);
      await setRole(await getUserByEmail(email), role);
      return [`${email} is now ${role}.`];
    case 'disable':
    case 'enable':
      await setEnabled(await getUserByEmail(email), command === 'enable');
      return [`${email} is ${command}d.`];
    case 'reset':
      return [await createPasswordUrl(await getUserByEmail(email))];
    case 'reset-second-factor':
      await resetSecondFactorOf(await getUserByEmail(email));
      return [`The two-step login of ${email} was reset.`];
    default:
      throw new UsageError(HELP);
  }
}

/** The message of a refusal, or of an error such as one of the argument parser. */
function reason(thrown: unknown): string {
  const { message, errors } = thrown as Error & Pick<Refusal, 'errors'>;
  return errors?.map((error) => error.message).join(', ') ?? message;
}

try {
  openDatabase(env.DATABASE_URL);
  console.log((await run()).join('\n'));
} catch (thrown) {
  console.error(reason(thrown));
  process.exitCode = thrown instanceof UsageError ? 2 : 1;
} finally {
  closeDatabase();
}
