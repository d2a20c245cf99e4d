// Reads `.env` for all programs. What a line means must not depend on the editor that wrote it, and what is unclear is refused.
import { readFileSync } from 'node:fs';
import { parseEnv, TextDecoder } from 'node:util';

const FILE = '.env';
const LINE = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*)$/;
const QUOTED = /^(["'`])(?:(?!\1).)*\1\s*(#.*)?$/;

/**
 * Sets the variables of `.env` that are not set yet, and returns the file's names. A file that cannot
 * be read as it was meant ends the process with a message.
 */
export function loadEnvFile() {
  try {
    const values = parseEnvFile(readEnvFile());
    for (const [name, value] of Object.entries(values)) process.env[name] ??= value;
    return Object.keys(values);
  } catch (error) {
    if (error.name !== 'EnvFileError') throw error;
    console.error(error.message);
    return process.exit(1);
  }
}

/** Names in `.env`; none if it cannot be read. */
export function readEnvFileNames() {
  try {
    return Object.keys(parseEnvFile(readEnvFile()));
  } catch {
    return [];
  }
}

function readEnvFile() {
  try {
    return readFileSync(FILE);
  } catch (error) {
    if (error.code === 'ENOENT') return Buffer.alloc(0);
    const why =
      error.code === 'EISDIR'
        ? 'is a folder: make it a file with a line NAME=value for each setting, or remove it'
        : `cannot be read (${error.code}): let the user of the server read it`;
    throw problems([`${FILE} ${why}`]);
  }
}

/** Returns names and values. Throws an error with a line for each line of the file that is unclear. */
export function parseEnvFile(bytes) {
  const lines = decode(bytes).split(/\r\n|\r|\n/);
  const found = lines.flatMap((line, index) => {
    const problem = problemOf(line);
    return problem ? [`${FILE}, line ${index + 1}: ${problem}`] : [];
  });
  if (found.length) throw problems(found);
  return parseEnv(lines.join('\n'));
}

/** Without the byte-order mark that editors on Windows write. */
function decode(bytes) {
  if (bytes.includes(0)) throw problems([`${FILE} is saved as UTF-16: save it as UTF-8`]);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw problems([`${FILE} has characters that are not UTF-8: save it as UTF-8`]);
  }
}

/** Node drops such lines, or a part of the value, without a word. */
function problemOf(line) {
  if (/^\s*(#|$)/.test(line)) return undefined;
  const [, name, value] = LINE.exec(line) ?? [];
  if (!name) return 'write NAME=value, or # before a comment';
  if (/^["'`]/.test(value))
    return QUOTED.test(value) ? undefined : `close the quotation mark of ${name} on the same line`;
  if (/\S#/.test(value.split(/\s#/)[0]))
    return `put the value of ${name} in quotation marks, because a # begins a comment`;
  return undefined;
}

function problems(messages) {
  const text = messages.map((message) => `Configuration: ${message}`).join('\n');
  return Object.assign(new Error(text), { name: 'EnvFileError' });
}
