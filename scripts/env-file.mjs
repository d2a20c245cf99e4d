// Reads `.env` for all programs. A line's meaning must not depend on the editor that wrote it, and
// unclear lines are errors.
import { lstatSync, readFileSync, readlinkSync } from 'node:fs';
import { parseEnv, TextDecoder } from 'node:util';

const FILE = '.env';
const LINE = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*)$/;
const QUOTED = /^(["'`])(?:(?!\1).)*\1\s*(#.*)?$/;

/**
 * Sets the variables of `.env` that are not set yet, and returns all its names. Ends the process
 * for an unclear file.
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

/** Returns the names in `.env`; none if it cannot be read. */
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
    if (error.code === 'ENOENT') {
      if (!lstatSync(FILE, { throwIfNoEntry: false })) return Buffer.alloc(0);
      // Without its settings, a command would change another database.
      const target = readlinkSync(FILE);
      throw createEnvFileError([
        `${FILE} is a link to ${target}, which does not exist: create that file, or remove the link`,
      ]);
    }
    const why =
      error.code === 'EISDIR'
        ? 'is a folder: make it a file with a line NAME=value for each setting, or remove it'
        : `cannot be read (${error.code}): let the user of the server read it`;
    throw createEnvFileError([`${FILE} ${why}`]);
  }
}

/** Returns names and values. Throws an error that lists the unclear lines. */
export function parseEnvFile(bytes) {
  const lines = decode(bytes).split(/\r\n|\r|\n/);
  const found = lines.flatMap((line, index) => {
    const problem = findProblem(line);
    return problem ? [`${FILE}, line ${index + 1}: ${problem}`] : [];
  });
  if (found.length) throw createEnvFileError(found);
  return parseEnv(lines.join('\n'));
}

/** Decodes UTF-8; TextDecoder drops the byte-order mark of editors on Windows. */
function decode(bytes) {
  if (bytes.includes(0)) throw createEnvFileError([`${FILE} is saved as UTF-16: save it as UTF-8`]);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw createEnvFileError([`${FILE} has characters that are not UTF-8: save it as UTF-8`]);
  }
}

/** Finds lines that Node would drop, wholly or partly, without a word. */
function findProblem(line) {
  if (/^\s*(#|$)/.test(line)) return undefined;
  const [, name, value] = LINE.exec(line) ?? [];
  if (!name) return 'write NAME=value, or # before a comment';
  if (/^["'`]/.test(value))
    return QUOTED.test(value) ? undefined : `close the quotation mark of ${name} on the same line`;
  if (/\S#/.test(value.split(/\s#/)[0]))
    return `put the value of ${name} in quotation marks, because a # begins a comment`;
  return undefined;
}

function createEnvFileError(messages) {
  const text = messages.map((message) => `Configuration: ${message}`).join('\n');
  return Object.assign(new Error(text), { name: 'EnvFileError' });
}
