import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/** Sources of the messages that operators read: commands, start, backups, restore, standby. */
const FOLDERS = ['app/commands', 'app/domain/standby'];
const FILES = [
  ...[
    'archive',
    'backup',
    'contents',
    'client',
    'disk',
    'errors',
    'lock',
    'migrate',
    'restore',
  ].map((name) => `db/${name}.ts`),
  'app/http/server/listen.server.ts',
  'app/jobs/backups.server.ts',
  'app/proxy-check.server.ts',
  ...['build', 'runtime', 'start'].map((name) => `scripts/${name}.mjs`),
];
/** Each line of these begins with "Configuration:" or "Warning:" and the name of the setting. */
const SETTINGS_FILES = [
  'app/settings.server.ts',
  'app/settings-check.server.ts',
  'scripts/env-file.mjs',
];
/** Functions and classes whose texts are messages. A UsageError names the command's help. */
const SPEAKERS =
  /^((?!Usage)\w*Error|\w*Refused|\w*Problem|MissingContents|problem|refuse\w*|error)$/;
/** Constants and functions that hold the rest of a sentence that begins elsewhere. */
const REASONS = /^(SYSTEM_ERRORS|REASONS|MESSAGES|FORWARDED_ADVICE|describeProblem|describe\w+)$/;

export interface Message {
  file: string;
  /** With … in place of what is filled in. */
  text: string;
}

/** Finds the texts of errors, problems and warnings in the sources. */
export function findMessages(): Message[] {
  const folders = FOLDERS.flatMap((folder) =>
    readdirSync(folder).map((name) => `${folder}/${name}`),
  );
  return [...folders, ...FILES].flatMap((file) => textsIn(file, isSpoken));
}

export function findSettingMessages(): Message[] {
  return SETTINGS_FILES.flatMap((file) => textsIn(file, () => true));
}

function textsIn(file: string, isWanted: (node: ts.Node) => boolean): Message[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(file, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const found: Message[] = [];
  const visit = (node: ts.Node): void => {
    const text = getText(node);
    if (text !== undefined && isSentence(text) && isWanted(node)) found.push({ file, text });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function getText(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('');
}

const isSentence = (text: string) => /[a-z]{2,} [a-z]{2,}/.test(text) && !/^\s*select /.test(text);

/** True within a call of one of the speakers, or a list of reasons. */
function isSpoken(node: ts.Node): boolean {
  for (let above: ts.Node = node.parent; above; above = above.parent) {
    if (ts.isCallExpression(above) || ts.isNewExpression(above)) {
      const { expression } = above;
      const name = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
      if (ts.isIdentifier(name) && SPEAKERS.test(name.text)) return true;
      if (expression.kind === ts.SyntaxKind.SuperKeyword) return true;
    }
    if (ts.isVariableDeclaration(above) || ts.isFunctionDeclaration(above)) {
      const { name } = above;
      if (name && ts.isIdentifier(name) && REASONS.test(name.text)) return true;
    }
  }
  return false;
}

/** Returns the quoted texts of the troubleshooting table's first column, with … for what is filled in. */
export function readQuotedProblems(page: string): string[] {
  const [, table] = /^\| problem \| solution \|\n\|---\|---\|\n((?:\|.*\n?)+)/m.exec(page) ?? [];
  if (!table) throw new Error('The page has no troubleshooting table.');
  return table
    .trim()
    .split('\n')
    .flatMap((row) => [...row.split(' | ')[0]!.matchAll(/"([^"]+)"/g)].map(([, text]) => text!));
}
