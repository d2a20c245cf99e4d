import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CERTIFICATE_FILE, IMAP_PASSWORD, IMAP_USER, KEY_FILE } from './imap-server';
import { findFreePort } from './running-server';

/** Dovecot as Debian packages it. */
const PROGRAM = '/usr/sbin/dovecot';
export const hasDovecot = spawnSync(PROGRAM, ['--version']).status === 0;

/** An account of its own on machines where the tests run as root, which Dovecot serves no mail. */
const IS_ROOT = process.getuid?.() === 0;
const UID = IS_ROOT ? 65_534 : process.getuid!();
const GID = IS_ROOT ? 65_534 : process.getgid!();

export interface Dovecot {
  url(folder: string): string;
  /** Delivers an email to a folder, whose name is as the disk has it. */
  deliver(folder: string, email: string | Buffer): void;
  /** Counts the emails of a folder. */
  count(folder: string): number;
  stop(): Promise<void>;
}

/** Starts Dovecot with one account, whose folders are maildirs. */
export async function startDovecot(): Promise<Dovecot> {
  const dir = mkdtempSync(join(tmpdir(), 'pipeline-dovecot-'));
  const port = await findFreePort();
  const mail = join(dir, 'mail');
  for (const path of [dir, mail]) {
    mkdirSync(path, { recursive: true });
    chownSync(path, UID, GID);
    // Its processes are of several accounts.
    chmodSync(path, 0o755);
  }
  writeFileSync(join(dir, 'users'), `${IMAP_USER}:{PLAIN}${IMAP_PASSWORD}\n`);
  writeFileSync(join(dir, 'dovecot.conf'), writeConfiguration(dir, mail, port));
  const server = spawn(PROGRAM, ['-F', '-c', join(dir, 'dovecot.conf')], { stdio: 'ignore' });
  await waitForStart(server, join(dir, 'run'));
  const credentials = [IMAP_USER, IMAP_PASSWORD].map(encodeURIComponent).join(':');
  let delivered = 0;
  return {
    url: (folder) => `imaps://${credentials}@localhost:${port}/${folder}`,
    deliver(folder, email) {
      for (const part of ['', 'cur', 'new', 'tmp']) {
        const path = join(mail, `.${folder}`, part);
        mkdirSync(path, { recursive: true });
        chownSync(path, UID, GID);
      }
      const name = `${Date.now()}.${++delivered}.test`;
      const file = join(mail, `.${folder}`, 'tmp', name);
      writeFileSync(file, email);
      chownSync(file, UID, GID);
      // Dovecot takes what is in "new" at any moment.
      renameSync(file, join(mail, `.${folder}`, 'new', name));
    },
    count: (folder) =>
      ['cur', 'new'].flatMap((part) => readdirSync(join(mail, `.${folder}`, part))).length,
    async stop() {
      server.kill();
      await once(server, 'exit');
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

function writeConfiguration(dir: string, mail: string, port: number): string {
  const own = spawnSync('id', ['-un'], { encoding: 'utf8' }).stdout.trim();
  return `
base_dir = ${dir}/run
state_dir = ${dir}/state
log_path = ${dir}/log
protocols = imap
ssl = required
ssl_cert = <${resolve(CERTIFICATE_FILE)}
ssl_key = <${resolve(KEY_FILE)}
default_internal_user = ${IS_ROOT ? 'dovecot' : own}
default_login_user = ${IS_ROOT ? 'dovenull' : own}
mail_location = maildir:${mail}
first_valid_uid = ${UID}
last_valid_uid = ${UID}
passdb {
  driver = passwd-file
  args = ${dir}/users
}
userdb {
  driver = static
  args = uid=${UID} gid=${GID} home=${mail}
}
service imap-login {
  chroot =
  inet_listener imap {
    port = 0
  }
  inet_listener imaps {
    address = 127.0.0.1
    port = ${port}
    ssl = yes
  }
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
`;
}

async function waitForStart(server: ChildProcess, runFolder: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    if (server.exitCode !== null) break;
    await pause(100);
    try {
      if (readdirSync(runFolder).includes('master.pid')) return;
    } catch {
      // The folder does not exist yet.
    }
  }
  throw new Error('Dovecot did not start.');
}
