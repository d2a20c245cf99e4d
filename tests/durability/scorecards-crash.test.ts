import { setTimeout as pause } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD, signIn } from '../support/actors';
import { ignoreUnlessAsserted, type RunningServer, startServer } from '../support/running-server';
import { ROUNDS } from './rounds';

/** Kills the real server while eight people fill in scorecards of all rounds, each in two tabs. */
const PEOPLE = 8;
/** Scores of a draft, of the same draft from two tabs, and of the submitted scorecard. */
const DRAFT = 3;
const LEFT_TAB = 5;
const RIGHT_TAB = 6;
const SUBMITTED = 8;

interface Person {
  name: string;
  id: string;
  cookie: string;
}
interface Round {
  id: number;
  dealId: number;
}
/** Knows what was acknowledged of a scorecard, and what was sent since. */
interface Progress {
  confirmed: number | null;
  sent: Set<number>;
}

let server: RunningServer;
let ask: RunningServer['ask'];
let people: Person[];
let rounds: Round[];
const progress = new Map<string, Progress>();
const counts = { confirmed: 0, reads: 0, conflicts: 0 };

const post = async (cookie: string, path: string, json: object) => {
  const { status, text } = await server.ask('POST', path, { cookie, json });
  expect(status, text).toBe(201);
  return JSON.parse(text) as { id: number };
};

async function addPerson(admin: string, n: number): Promise<Person> {
  const name = `evaluator${n}`;
  const account = { email: `${name}@demo.example`, password: PASSWORD };
  await post(admin, '/api/admin/users', { ...account, firstName: name, lastName: 'P' });
  const [row] = query<{ id: string }>(`select id from users where email = '${account.email}'`);
  return { name, id: row!.id, cookie: await signIn(server, account) };
}

beforeAll(async () => {
  server = await startServer();
  const admin = await signIn(server);
  people = [];
  for (let n = 0; n < PEOPLE; n++) people.push(await addPerson(admin, n));
  rounds = [];
  for (let n = 0; n < ROUNDS.scorecardRounds; n++) {
    const { id: dealId } = await post(admin, '/api/pipelines', { companyName: `Deal ${n}` });
    const asked = { userIds: people.map(({ id }) => id), until: '2199-12-31' };
    rounds.push({ dealId, ...(await post(admin, `/api/pipelines/${dealId}/rounds`, asked)) });
  }
}, 120_000);
afterAll(() => server.stop());

function query<Row>(statement: string): Row[] {
  const sql = new SQLite(server.database, { readonly: true });
  const rows = sql.prepare(statement).all() as Row[];
  sql.close();
  return rows;
}

const getMark = (person: Person, round: Round) => `mark-${person.name}-${round.id}-`;

function getProgress(person: Person, round: Round): Progress {
  const key = `${person.id} ${round.id}`;
  const known = progress.get(key) ?? { confirmed: null, sent: new Set() };
  progress.set(key, known);
  return known;
}

function confirm(known: Progress, score: number): void {
  known.confirmed = score;
  known.sent.clear();
  counts.confirmed++;
}

/** Fills in a scorecard in three steps, and reads the round before each. */
async function fillIn(person: Person, round: Round): Promise<void> {
  const known = getProgress(person, round);
  if (known.confirmed === SUBMITTED) return;
  await readRound(person, round);
  await putCard(person, round, { score: DRAFT, submit: false });
  await readRound(person, round);
  await saveInTwoTabs(person, round);
  await readRound(person, round);
  await putCard(person, round, { score: SUBMITTED, submit: true });
}

async function putCard(
  person: Person,
  round: Round,
  { score, submit }: { score: number; submit: boolean },
): Promise<void> {
  const known = getProgress(person, round);
  known.sent.add(score);
  const { status } = await ask('PUT', `/api/pipelines/${round.dealId}/rounds/${round.id}/card`, {
    cookie: person.cookie,
    json: { scores: { marketSize: score }, notes: { market: getMark(person, round) }, submit },
  });
  expect(status).toBe(200);
  confirm(known, score);
}

/** Sends the form as two tabs that were opened at the same time: one is stored, the other is told. */
async function saveInTwoTabs(person: Person, round: Round): Promise<void> {
  const known = getProgress(person, round);
  const path = `/pipeline/${round.dealId}/scorecard`;
  const { cookie } = person;
  const page = await ask('GET', path, { cookie });
  const [, seen = ''] = /name="seen" value="(\d+)"/.exec(page.text)!;
  const tabs = [LEFT_TAB, RIGHT_TAB].map(async (score) => {
    known.sent.add(score);
    const form = { marketSize: String(score), marketNotes: getMark(person, round) };
    const sent = { cookie, form: { ...form, seen, intent: 'draft' } };
    const { status, text } = await server.ask('POST', path, sent);
    return { score, status, text };
  });
  const answers = await Promise.all(tabs);
  const [stored, refused] = answers.toSorted((left, right) => left.status - right.status);
  expect([stored!.status, refused!.status]).toEqual([302, 409]);
  expect(refused!.text).toContain('You have saved this scorecard elsewhere');
  expect(refused!.text).toContain(`value="${refused!.score}"`);
  counts.conflicts++;
  confirm(known, stored!.score);
}

/** Expects nothing of others unless the answer shows that the reader has submitted. */
async function readRound(person: Person, round: Round): Promise<void> {
  const { cookie } = person;
  const path = `/pipeline/${round.dealId}/round/${round.id}`;
  const page = await ask('GET', path, { cookie });
  const json = await ask('GET', `/api/pipelines/${round.dealId}/rounds/${round.id}`, { cookie });
  expect([page.status, json.status]).toEqual([200, 200]);
  const { card, cards, revealed } = JSON.parse(json.text) as Record<string, unknown>;
  const hasSubmitted = Boolean((card as { submittedAt: string | null } | null)?.submittedAt);
  expect(revealed).toBe(hasSubmitted);
  counts.reads++;
  if (hasSubmitted) return;
  expect(cards).toBeNull();
  const others = people.filter(({ id }) => id !== person.id);
  for (const other of others) {
    expect(page.text).not.toContain(getMark(other, round));
    expect(json.text).not.toContain(getMark(other, round));
  }
}

async function fillInAll(person: Person): Promise<void> {
  const shuffled = rounds.toSorted(() => Math.random() - 0.5);
  for (const round of shuffled) await fillIn(person, round);
}

interface StoredCard {
  round_id: number;
  user_id: string;
  state: string;
  market_size: number;
  submitted_at: number | null;
}

/** Expects what was acknowledged, or what was sent after it; continues from what is stored. */
function expectNothingLost(): void {
  const stored = new Map(
    query<StoredCard>(
      `select c.round_id, c.user_id, e.state, c.market_size, c.submitted_at from scorecards c
        join round_evaluators e on e.round_id = c.round_id and e.user_id = c.user_id`,
    ).map((card) => [`${card.user_id} ${card.round_id}`, card]),
  );
  for (const [key, known] of progress) {
    const card = stored.get(key);
    const score = card?.market_size ?? null;
    expect([known.confirmed, ...known.sent], key).toContain(score);
    const isSubmitted = score === SUBMITTED;
    if (card)
      expect([card.state, card.submitted_at !== null]).toEqual([
        isSubmitted ? 'submitted' : 'draft',
        isSubmitted,
      ]);
    progress.set(key, { confirmed: score, sent: new Set() });
  }
}

describe('kill -9 while scorecards are filled in (rule 32.5)', () => {
  test(
    `kill -9 in ${ROUNDS.scorecardRounds} rounds of ${PEOPLE} loses and reveals nothing`,
    async () => {
      for (let kill = 0; kill <= ROUNDS.scorecardKills; kill++) {
        ask = server.newConnection();
        const isLast = kill === ROUNDS.scorecardKills;
        const work = people.map((person) =>
          isLast ? fillInAll(person) : fillInAll(person).catch(ignoreUnlessAsserted),
        );
        if (!isLast) {
          await pause(100 + Math.random() * 2_000);
          await server.kill();
        }
        await Promise.all(work);
        if (!isLast) await server.restart();
        expectNothingLost();
      }
      expect(progress.size).toBe(rounds.length * PEOPLE);
      expect([...progress.values()].every(({ confirmed }) => confirmed === SUBMITTED)).toBe(true);
      console.log(
        `${ROUNDS.scorecardKills} kills, ${rounds.length} rounds of ${PEOPLE}, ${counts.confirmed} saves confirmed, ` +
          `${counts.conflicts} conflicts told, ${counts.reads} blind reads; 0 lost, 0 revealed early`,
      );
    },
    180_000 + ROUNDS.scorecardRounds * 20_000,
  );
});
