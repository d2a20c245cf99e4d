import { runCommand } from './command-line';

const HELP = `Usage: npm run account -- COMMAND

  list                        with the latest login that is known (in UTC) and the second factor
  create EMAIL [--role user|manager|admin] [--first NAME] [--last NAME]
  promote EMAIL --role user|manager|admin
  disable EMAIL
  enable EMAIL
  reset EMAIL                 prints a link to choose a new password
  reset-second-factor EMAIL   removes app, passkeys and recovery codes

  --help      prints this text
  --version   prints the version`;

await runCommand({
  name: 'account',
  help: HELP,
  options: { role: { type: 'string' }, first: { type: 'string' }, last: { type: 'string' } },
  maxArguments: 2,
  run: async (input) => (await import('./account-changes')).changeAccounts(input),
});
