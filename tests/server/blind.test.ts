import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CRITERIA, NOTES_KEYS } from '~/domain/evaluation/criteria';
import { buildRecord } from '~/domain/record';
import {
  buildRequest,
  getDataAddress,
  NEW_RECORDS,
  type Placeholders,
} from '../support/access-requests';
import { ACCESS_TABLE } from '../support/access-table';
import { PASSWORD, type PeopledServer, signIn, startPeopledServer } from '../support/actors';
import type { Answer } from '../support/running-server';

/**
 * Checks that no address tells what is on scorecards of others before they are revealed (rule 32.5).
 * Texts are found by their words. Scores and votes look like other figures, so that all answers are
 * compared before and after a correction of them.
 */

const EVALUATORS = ['first', 'second', 'drafting', 'waiting', 'recused'] as const;
const BLIND = [
  ...(['waiting', 'drafting', 'recused'] as const),
  ...(['owner', 'member', 'other', 'manager', 'admin', 'signed out'] as const),
];
type Person = (typeof EVALUATORS)[number] | (typeof BLIND)[number];

/** Cards that differ in each score, note and vote; their texts begin with words of their own. */
const VERSIONS = {
  first: { word: 'quollix', score: 5.5, isPartial: false, vote: 'neutral' },
  low: { word: 'tapirix', score: 2.3, isPartial: true, vote: 'veto' },
  high: { word: 'okapix', score: 9.7, isPartial: false, vote: 'lead' },
} as const;
type Version = keyof typeof VERSIONS;
type Card = Record<string, unknown>;
interface Address {
  path: string;
  /** Its answer is the same for everybody, so that one reader is enough. */
  isPublic: boolean;
  /** Data of a page, which the page itself contains: evaluators read it a second time. */
  isData?: boolean;
}
const RECUSAL = 'recusalix';
const WORDS = [...Object.values(VERSIONS).map(({ word }) => word), RECUSAL];
/** Matches texts of cards and reasons with their author; what was searched for has no author. */
const MARK = new RegExp(`(?:${WORDS.join('|')})(${EVALUATORS.join('|')})`, 'g');

/** Records of the deal, which have to be added while it is the newest. */
const OF_DEAL = ['note', 'contact', 'file', 'task', 'memo', 'decision', 'change', 'merge'];

const FURTHER_ADDRESSES = [
  '/pipeline/{deal}/scorecard',
  '/pipeline/{deal}/round/{round}?medians=preview',
  '/pipeline/{deal}/memo/{votersMemo}',
  '/pipeline/{deal}/decisions/{votersDecision}',
  '/pipeline/{deal}/history?page=2',
  '/dashboard?sort=score_desc',
  '/dashboard?sort=updated_desc',
  '/review',
  '/tasks',
  ...['evaluator', 'outcome'].flatMap((by) => [
    `/insights?by=${by}`,
    `/insights/csv?by=${by}`,
    `/api/insights?by=${by}`,
  ]),
  ...[VERSIONS.high.word, RECUSAL].flatMap((word) => [
    `/search?q=${word}`,
    `/search/suggest?q=${word}`,
    `/review?notes=${word}`,
    `/dashboard?search=${word}`,
    `/dashboard?text=${word}`,
    `/board?search=${word}`,
    `/api/pipelines?search=${word}`,
    `/api/pipelines?text=${word}`,
    `/dashboard/print?search=${word}`,
  ]),
];

/** More searches or exports of an account at once are refused. */
const MAX_AT_ONCE = 2;

let server: PeopledServer;
let deal: number;
let round: number;
let addresses: Address[];
/** Holds what two corrections stored, and what the history says of each. */
let corrected: Record<'low' | 'high', Awaited<ReturnType<typeof correctCards>>>;
const cookies: Partial<Record<Person, string>> = {};
const ids: Partial<Record<Person, string>> = {};

async function send(person: Person, method: string, path: string, json: object): Promise<Answer> {
  const answer = await server.ask(method, path, { cookie: cookies[person], json });
  expect(answer.status, `${path} ${answer.text}`).toBeLessThan(300);
  return answer;
}
async function add(person: Person, path: string, json: object): Promise<number> {
  return (JSON.parse((await send(person, 'POST', path, json)).text) as { id: number }).id;
}

async function saveCard(person: Person, version: Version, submit: boolean): Promise<void> {
  const { word, score, isPartial, vote } = VERSIONS[version];
  const criteria = CRITERIA.slice(0, isPartial ? 3 : undefined);
  await send(person, 'PUT', `/api/pipelines/${deal}/rounds/${round}/card`, {
    scores: Object.fromEntries(criteria.map(({ key }) => [key, score])),
    notes: buildRecord(NOTES_KEYS, (key) => `${word}${person}${key}`),
    reason: `${word}${person}reason`,
    vote,
    submit,
  });
}

async function openRound(): Promise<void> {
  Object.assign(cookies, server.cookies);
  const findId = server.sql.prepare('select id from users where email = ?').pluck();
  for (const name of EVALUATORS) {
    const account = { email: `${name}@demo.example`, password: PASSWORD };
    await send('admin', 'POST', '/api/admin/users', { ...account, firstName: name, lastName: 'P' });
    cookies[name] = await signIn(server, account);
    ids[name] = findId.get(account.email) as string;
  }
  deal = await add('owner', '/api/pipelines', { companyName: 'Gantrywell' });
  // Lets a voter add memos and decisions, which others read.
  const userIds = [server.ids.member, ids.first];
  await send('owner', 'PUT', `/api/pipelines/${deal}/members`, { userIds });
  const asked = { userIds: EVALUATORS.map((name) => ids[name]), until: '2199-12-31' };
  round = await add('owner', `/api/pipelines/${deal}/rounds`, asked);
  for (const name of ['first', 'second', 'drafting'] as const)
    await saveCard(name, 'first', name !== 'drafting');
  const recuse = `/api/pipelines/${deal}/rounds/${round}/card/recuse`;
  await send('recused', 'POST', recuse, { reason: `${RECUSAL}recused` });
}

/** Adds the records that addresses name, once for all of them. */
async function buildAddresses(): Promise<Address[]> {
  const path = `/api/pipelines/${deal}`;
  const memo = { title: 'Memo of a voter', roundId: round };
  const votersMemo = await add('first', `${path}/memos`, memo);
  const basis = { stage: 'Passed', roundId: round, memoId: votersMemo };
  const votersDecision = await add('first', `${path}/decisions`, basis);
  await send('owner', 'PUT', `${path}/decisions/${votersDecision}`, { outcome: 'grew' });
  const share = server.addShare();
  const made = Object.fromEntries(OF_DEAL.map((word) => [word, NEW_RECORDS[word]!(server)]));
  const fixed = { ...made, deal, round, votersMemo, votersDecision };
  const shared = { share: share.id, outsider: share.key, sent: share.file };
  const words: Placeholders = { ...NEW_RECORDS };
  for (const [word, value] of Object.entries({ ...fixed, ...shared })) words[word] = () => value;
  const fill = (path: string) => buildRequest(server, { path }, words).path;
  const listed = ACCESS_TABLE.filter(({ method }) => method === 'GET').flatMap((row) => {
    const path = fill(row.path);
    const isPublic = row.nobody !== 401;
    return row.path.startsWith('/api/')
      ? [{ path, isPublic }]
      : [
          { path, isPublic },
          { path: getDataAddress(path), isPublic, isData: true },
        ];
  });
  const further = FURTHER_ADDRESSES.map((path) => ({ path: fill(path), isPublic: false }));
  return [...listed, ...further];
}

beforeAll(async () => {
  server = await startPeopledServer();
  await openRound();
  corrected = { low: await correctCards('low'), high: await correctCards('high') };
  addresses = await buildAddresses();
});
afterAll(() => server.stop());

/** Corrects all cards. Returns what was stored of them, and what the history says. */
async function correctCards(version: Version) {
  const last = server.sql.prepare('select max(id) from changes').pluck().get();
  for (const name of ['first', 'second'] as const) await saveCard(name, version, true);
  await saveCard('drafting', version, false);
  const cards = server.sql.prepare('select * from scorecards').all() as Card[];
  const history = server.sql
    .prepare('select act, fields, reason from changes where id > ? order by id')
    .all(last);
  return { cards, history };
}

/** Puts the contents of others' cards in place of the present ones, without another time. */
function putCards(cards: Card[], reader: Person): void {
  for (const card of cards.filter(({ user_id }) => user_id !== ids[reader])) {
    const names = Object.keys(card).filter((name) => !/_(id|at)$/.test(name));
    const assignments = names.map((name) => `"${name}" = @${name}`).join();
    const isCard = 'round_id = @round_id and user_id = @user_id';
    server.sql.prepare(`update scorecards set ${assignments} where ${isCard}`).run(card);
  }
}

/** Asks for all addresses that may differ for this person, as many at once as may search. */
async function readAll(person: Person): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const isEvaluator = EVALUATORS.some((name) => name === person);
  const asked = addresses.filter(
    ({ isPublic, isData }) =>
      (!isPublic || person === 'signed out') && (!isData || isPublic || isEvaluator),
  );
  for (let n = 0; n < asked.length; n += MAX_AT_ONCE) {
    const some = asked.slice(n, n + MAX_AT_ONCE);
    await Promise.all(some.map(async ({ path }) => found.set(path, await read(person, path))));
  }
  return found;
}

/** Returns what an answer tells, without what is random or the time, and with the texts of workbooks. */
async function read(person: Person, path: string): Promise<string> {
  const { status, headers, text } = await server.ask('GET', path, { cookie: cookies[person] });
  expect([429, 500, 503], path).not.toContain(status);
  const isWorkbook = headers['content-type']?.includes('spreadsheetml');
  const shown = isWorkbook ? await readWorkbookTexts(person, path) : text;
  return [status, toComparableTag(headers.etag), headers['x-total-count'], headers.location, shown]
    .join('\n')
    .replace(/\d?\d:\d\d [AP]M/g, 'now')
    .replace(/nonce="[^"]*"/g, '')
    .replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, 'key of a form')
    .replace(/(?<![\w-])[\w-]{43}/g, 'key of a form');
}

/** The weak ETags of pages change with every commit, whatever it is about. */
const toComparableTag = (tag?: string) => (tag?.startsWith('W/') ? 'weak' : tag);

async function readWorkbookTexts(person: Person, path: string): Promise<string> {
  const answer = await fetch(server.base + path, { headers: { Cookie: cookies[person] ?? '' } });
  const parts = Object.entries(unzipSync(new Uint8Array(await answer.arrayBuffer())));
  // The properties hold the time of the export.
  const told = parts.filter(([name]) => name !== 'docProps/core.xml');
  return told.map(([name, content]) => `${name} ${strFromU8(content)}`).join('\n');
}

const listAuthors = (text: string) => new Set([...text.matchAll(MARK)].map(([, name]) => name));

/** Lists the authors whose texts somebody finds on the round's page, its data and its JSON. */
async function listAuthorsOnRound(person: Person) {
  const page = `/pipeline/${deal}/round/${round}`;
  const api = `/api/pipelines/${deal}/rounds/${round}`;
  const answers = [page, getDataAddress(page), api].map((path) => read(person, path));
  return (await Promise.all(answers)).map((text) => [...listAuthors(text)].sort());
}

/** Returns both texts from shortly before their first difference. */
function cutDifference(before: string, after: string) {
  if (before === after) return { before: '', after: '' };
  let first = 0;
  while (before[first] === after[first]) first++;
  const start = Math.max(0, first - 100);
  return { before: before.slice(start, start + 300), after: after.slice(start, start + 300) };
}

describe('scorecards of others before they are revealed (rule 32.5)', () => {
  test.each(BLIND)('no address reveals them (%s)', async (reader) => {
    putCards(corrected.low.cards, reader);
    const low = await readAll(reader);
    putCards(corrected.high.cards, reader);
    const high = await readAll(reader);
    const leaks = [...low, ...high].filter(([, text]) =>
      [...listAuthors(text)].some((author) => author !== reader),
    );
    expect(leaks.map(([path]) => path)).toEqual([]);
    const differing = [...low]
      .map(([path, text]) => ({ path, ...cutDifference(text, high.get(path)!) }))
      // The figures of the machine change all the time.
      .filter(({ path, before, after }) => before !== after && !path.startsWith('/admin/system'));
    expect(differing).toEqual([]);
  });

  test('the history lists corrections without their contents', () => {
    expect(corrected.low.history).toHaveLength(2);
    expect(corrected.low.history).toEqual(corrected.high.history);
  });

  test('evaluators who submitted see submitted scorecards', async () => {
    const authors = ['first', 'recused', 'second'];
    expect(await listAuthorsOnRound('second')).toEqual([authors, authors, ['first', 'second']]);
  });

  test('the end of the round shows them, except drafts', async () => {
    await send('owner', 'POST', `/api/pipelines/${deal}/rounds/${round}/close`, {});
    const authors = ['first', 'recused', 'second'];
    for (const reader of ['owner', 'member', 'first', 'manager', 'admin'] as const)
      expect(await listAuthorsOnRound(reader)).toEqual([authors, authors, ['first', 'second']]);
    for (const reader of ['waiting', 'drafting', 'other', 'signed out'] as const)
      expect(await listAuthorsOnRound(reader)).toEqual([[], [], []]);
  });
});
