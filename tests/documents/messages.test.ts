import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findMessages, findSettingMessages, type Message, readQuotedProblems } from './messages';

/** A message stands in the troubleshooting table of docs/operations.md, or says itself what to do. */
const quotes = readQuotedProblems(readFileSync('docs/operations.md', 'utf8'));
/** In characters: shorter ones, such as "it is", stand in other messages, too. */
const MIN_PIECE_LENGTH = 10;

const SAYS_WHAT_TO_DO = [
  // The start and the build.
  'Port … is in use. Set PORT to another one.',
  'Node … or later is needed, and this is …: ….',
  'The build is missing, or older than the sources, and the build tools are not installed. Please run: npm ci',
  // Commands.
  'Put the folder with the files of the backups beside it, or add --without-files.',
  'Warning: no stored file is deleted as long as such a backup is there. Move it elsewhere or delete it.',
  'Not recovered: it was stopped.',
  '… is not a file',
  '--files is for the address of a copy: a folder has the files in it',
  '… is there already. With --replace it is kept beside the recovered one; nothing was changed',
  'there is no series of copies called …. …',
  'the copies begin later. …',
  'several series of copies may be meant; choose one with --generation. …',
  'There is …',
  'Litestream … is needed…: install it from https://github.com/benbjohnson/litestream/releases/tag/v… (there is none for Windows), so that the command "litestream" is found; nothing was changed.',
  // The doctor.
  "…: run npm run backup, and see the server's log for the reason",
  'No test mail was sent, because SMTP_URL is not set or wrong: set it',
  'A form of the page at … was refused at …, because APP_URL is …: if people use that address, set APP_URL=…',
];

/** Parts of longer messages, each of which the table has. */
const PARTS: [file: string, text: RegExp, whole: string][] = [
  ['db/archive.ts', /^(it|its|…) /, 'is damaged or no archive of this program'],
  ['app/commands/doctor-checks.ts', /^(no answer within|not set)/, 'did not take it'],
  ['app/commands/command-line.ts', /^is not a folder/, 'by this user'],
  ['app/commands/backup.ts', /^No … was made/, 'No archive was made: '],
  ['app/commands/recover.ts', /^Not recovered: …$/, 'has no copy of a database'],
  ['app/domain/standby/copier.server.ts', /^no space left$/, 'is on a disk that is full'],
  ['app/domain/standby/owner.server.ts', /./, 'The standby is not up to date'],
  ['app/domain/standby/installation.server.ts', /./, 'The standby is not up to date'],
  ['app/jobs/backups.server.ts', /./, 'The last backup failed'],
  ['db/client.ts', /^The database is not open\.$/, 'The database is currently unavailable'],
];

const isQuoted = (text: string) =>
  quotes.some((quote) =>
    quote
      .split('…')
      .map((piece) => piece.trim().toLowerCase())
      .some((piece) => piece.length >= MIN_PIECE_LENGTH && text.toLowerCase().includes(piece)),
  );
const isPart = ({ file, text }: Message) =>
  PARTS.some(([where, pattern, whole]) => file === where && pattern.test(text) && isQuoted(whole));

test('every message is in the troubleshooting table or clear', () => {
  const messages = findMessages();
  expect(messages.length).toBeGreaterThan(80);
  const unexplained = messages.filter(
    (message) =>
      !isQuoted(message.text) && !SAYS_WHAT_TO_DO.includes(message.text) && !isPart(message),
  );
  expect(unexplained).toEqual([]);
});

test('the troubleshooting table has no obsolete message', () => {
  const texts = findMessages().map(({ text }) => text);
  expect(SAYS_WHAT_TO_DO.filter((text) => !texts.includes(text))).toEqual([]);
});

test('each message on a setting says what it has to be', () => {
  expect(isQuoted('Configuration: …')).toBe(true);
  const unclear = findSettingMessages().filter(
    ({ text }) =>
      !/must|such as|: [\w…]|not set|has no effect|that user|quotation mark|\bas %40/.test(text),
  );
  expect(unclear).toEqual([]);
});
