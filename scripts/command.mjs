// npm run backup, restore, recover, doctor, account: builds if needed, then runs the command.
import './runtime.mjs';
import { buildWhenStale } from './build.mjs';
import { loadEnvFile } from './env-file.mjs';
import { describeProgram } from './version.mjs';

if (process.argv.includes('--version')) {
  console.log(describeProgram());
  process.exit();
}

const COMMANDS = ['doctor', 'backup', 'restore', 'recover', 'account'];
const name = process.argv[2];
if (!COMMANDS.includes(name)) {
  console.error(
    `${name ? `Unknown command: ${name}` : 'A command is missing'} (commands: ${COMMANDS.join(', ')})`,
  );
  process.exit(2);
}

const asksForHelp = process.argv.some((argument) => ['--help', '-h'].includes(argument));
if (!asksForHelp) loadEnvFile();
process.env.NODE_ENV ??= 'production';
try {
  buildWhenStale();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
await import(new URL(`../build/server/${name}.js`, import.meta.url));
