// Reads version and commit from files, because git is often missing in production.
import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Holds the commit of a build, for an image or a copy without `.git`. */
export const COMMIT_FILE = 'build/server/commit.txt';
const COMMIT_CHARACTERS = 12;

/** Returns "1.0.0 (9ae254031803)", or the version alone if the commit is unknown. */
export function readVersion(folder = '.') {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const commit = readCommit(folder) ?? readCommitId(join(folder, COMMIT_FILE));
  return commit ? `${version} (${commit.slice(0, COMMIT_CHARACTERS)})` : version;
}

/** Returns the output of `--version`, such as "Deal Pipeline 1.0.0 (9ae254031803)". */
export function describeProgram(folder = '.') {
  return `Deal Pipeline ${readVersion(folder)}`;
}

/** Returns the full id of the commit checked out in `folder`, or undefined without `.git`. */
export function readCommit(folder = '.') {
  const gitFolder = findGitFolder(folder);
  const head = gitFolder && readLine(join(gitFolder, 'HEAD'));
  if (!head) return undefined;
  const [, branch] = /^ref: (.+)$/.exec(head) ?? [];
  if (!branch) return parseCommitId(head);
  const common = readLine(join(gitFolder, 'commondir'));
  const refs = common ? resolve(gitFolder, common) : gitFolder;
  return readCommitId(join(refs, branch)) ?? findPackedCommit(refs, branch);
}

/** `.git` is a file in linked work trees and submodules. */
function findGitFolder(folder) {
  const path = resolve(folder, '.git');
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return path;
  const [, target] = /^gitdir: (.+)$/.exec(readLine(path) ?? '') ?? [];
  return target && resolve(folder, target);
}

function findPackedCommit(gitFolder, branch) {
  const lines = readText(join(gitFolder, 'packed-refs'))?.split('\n') ?? [];
  return parseCommitId(lines.find((line) => line.endsWith(` ${branch}`))?.split(' ')[0]);
}

function readCommitId(path) {
  return parseCommitId(readLine(path));
}

function parseCommitId(text) {
  return text && /^[0-9a-f]{40,64}$/.test(text) ? text : undefined;
}

function readLine(path) {
  return readText(path)?.split('\n')[0].trim();
}

/** Returns undefined for a file that is missing or belongs to another user. */
function readText(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
