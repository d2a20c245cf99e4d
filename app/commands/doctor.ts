import { runCommand } from './command-line';

const HELP = `Usage: npm run doctor [-- --mail ADDRESS]

Checks settings, data folder, database, backups, standby, mail server and what requests said about
APP_URL. Changes nothing; the server may be running. Each problem is a line that says what to do.
Exit code 0 without problems, otherwise 1.

  --mail ADDRESS  sends a test mail to this address; otherwise nothing is sent
  --help          prints this text
  --version       prints the version`;

await runCommand({
  name: 'doctor',
  help: HELP,
  options: { mail: { type: 'string' } },
  acceptsWrongSettings: true,
  async run({ options }) {
    const { examineInstallation } = await import('./doctor-checks');
    let problems = 0;
    for await (const { kind, text } of examineInstallation(options.mail)) {
      if (kind === 'Problem') problems += 1;
      console.log(`${kind}: ${text}`);
    }
    return problems ? 1 : 0;
  },
});
