import { readdirSync } from 'node:fs';
import type { PeopledServer } from './actors';

/**
 * Lists the expected answer of every route, method and actor. `nobody` is everyone without a valid
 * session: signed out, pending, rejected, disabled. Words in braces stand for new records
 * (`NEW_RECORDS`).
 */
export interface AccessRow {
  route: string;
  method: string;
  path: string;
  json?: Record<string, unknown>;
  form?: Record<string, string>;
  body?: string;
  headers?: Record<string, string>;
  nobody: ExpectedAnswer;
  owner: ExpectedAnswer;
  member: ExpectedAnswer;
  other: ExpectedAnswer;
  manager: ExpectedAnswer;
  admin: ExpectedAnswer;
}
/** A status; 'refused' is a redirect with an error message. */
export type ExpectedAnswer = number | 'refused';
export type Answers = [
  nobody: ExpectedAnswer,
  owner: ExpectedAnswer,
  member: ExpectedAnswer,
  other: ExpectedAnswer,
  manager: ExpectedAnswer,
  admin: ExpectedAnswer,
];
export type Body = Pick<AccessRow, 'json' | 'form' | 'body' | 'headers'>;

/** Routes with the pattern of their addresses, the most specific first. */
const ROUTES = readdirSync('app/routes')
  .map((file) => {
    const route = file.replace(/\.tsx?$/, '');
    const parts = route.replace('[.]', '~').split('.');
    const pattern = parts
      .filter((part) => part !== '_index')
      .map((part) => part.replace(/_$/, '').replace(/\$\w+/, '[^/]+').replace('$', '.*'))
      .join('/')
      .replace('~', '\\.');
    const fixed = route.replace(/\$\w*|_index/g, '').length - (route === '$' ? 1 : 0);
    return { route, fixed, address: new RegExp(`^/${pattern}$`) };
  })
  .sort((left, right) => right.fixed - left.fixed);

/** Returns the route that answers a path. */
export function findRoute(path: string): string {
  const [pathname = ''] = path.split('?', 1);
  return ROUTES.find(({ address }) => address.test(pathname))!.route;
}

export function accessRow(
  method: string,
  path: string,
  answers: Answers,
  body: Body = {},
): AccessRow {
  const route = findRoute(path);
  const [nobody, owner, member, other, manager, admin] = answers;
  return { route, method, path, ...body, nobody, owner, member, other, manager, admin };
}

export const OTHER = '{other}';

/** Values of an import to decide on. */
const UNKNOWN_VALUES = [
  { field: 'stage', header: 'Stage', values: [{ text: 'DD', cells: 1, reason: 'is not a stage' }] },
];

/** Creates the record that a word in braces stands for. */
export type Placeholders = Record<string, (server: PeopledServer) => number | string>;

/** Creates records that belong to the owner or the last deal, unless a comment says otherwise. */
export const NEW_RECORDS: Placeholders = {
  adminToken: ({ tokens }) => tokens.admin.write,
  deal: (server) => server.addDeal(),
  other: (server) => server.addDeal(),
  merge: (server) => server.addMerge().merge,
  merged(server) {
    server.addDeal();
    return server.addMerge().loser;
  },
  note: (server) => server.addNote(),
  contact: (server) => server.addContact(),
  file: (server) => server.addFile(),
  task: (server) => server.addTask(),
  memo: (server) => server.addMemo(),
  decision: (server) => server.addDecision(),
  item: (server) => server.addInboxItem(),
  declined: (server) => server.addDeclinedItem(),
  itemFile: (server) => server.addInboxFile(),
  change: (server) => server.addChange(),
  evaluated: ({ sql }) => sql.prepare(LATEST_EVALUATION).pluck().get() as number,
  round: (server) => server.addRound(),
  share: (server) => server.addShare().id,
  memberId: ({ ids }) => ids.member,
  ownerId: ({ ids }) => ids.owner,
  calendar: (server) => server.addCalendar(),
  account: (server) => server.addAccount(),
  pending: (server) => server.addAccount('pending'),
  manager: (server) => server.addManager(),
  secured: (server) => server.addPasskeyUser(),
  late: (server) => server.addSavedSubmission(),
  trash: (server) => server.addTrash(),
  columns: (server) => server.addImport('columns'),
  preview: (server) => server.addImport('preview'),
  values: (server) => server.addImport('preview', UNKNOWN_VALUES),
  imported: (server) => server.addImport('done'),
  giver: (server) => server.addTransfer(),
  token: (server) => server.addToken(),
  view: (server) => server.addView(false),
  shared: (server) => server.addView(true, 'manager'),
  nobodys: (server) => server.addView(true),
  operation: (server) => server.addOperation(),
  unsubscribe: (server) => server.addSubscription(),
  key: (server) => server.addPasswordLink(),
};
const LATEST_EVALUATION = 'select updated_at from evaluations order by pipeline_id desc limit 1';

let number = 0;

/** Builds a row's request with new records in place of words; `{n}` is a number. */
export function buildRequest(
  server: PeopledServer,
  { path, json, form, body, headers }: Pick<AccessRow, 'path'> & Body,
  words = NEW_RECORDS,
): Pick<AccessRow, 'path'> & Body {
  const made = new Map<string, string>();
  const make = (what: string): void => {
    if (what === 'outsider' && !words.outsider) {
      // The key of a shared page of its own deal, and the file on it.
      server.addDeal();
      const { key, file } = server.addShare();
      made.set('outsider', key).set('sent', String(file));
    } else made.set(what, String(words[what]?.(server) ?? ++number));
  };
  const fill = (text: string) =>
    text.replace(/\{([a-zA-Z]+)\}/g, (_, what: string) => {
      if (!made.has(what)) make(what);
      return made.get(what)!;
    });
  const all = <T>(values: Record<string, T>, other: (value: string) => number | string) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => {
        if (Array.isArray(value)) return [name, value.map((one) => fill(String(one)))];
        if (typeof value !== 'string') return [name, value];
        return [name, value === OTHER ? other(fill(value)) : fill(value)];
      }),
    );
  return {
    path: fill(path),
    json: json && all(json, Number),
    form: form && (all(form, String) as Record<string, string>),
    ...(body !== undefined && {
      body: fill(body),
      headers: headers && (all(headers, String) as Record<string, string>),
    }),
  };
}

export function getDataAddress(path: string, route?: string): string {
  const [pathname, search] = path.split('?', 2) as [string, string?];
  const query = [search, route && `_routes=${encodeURIComponent(`routes/${route}`)}`]
    .filter(Boolean)
    .join('&');
  return `${pathname === '/' ? '/_root' : pathname}.data${query && `?${query}`}`;
}
