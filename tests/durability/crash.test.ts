import { setTimeout as pause } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CRITERIA } from '~/domain/evaluation/criteria';
import { signIn } from '../support/actors';
import { ignoreUnlessAsserted, type RunningServer, startServer } from '../support/running-server';
import { ROUNDS } from './rounds';

/**
 * Kills the real server at any moment while people write, and restarts it on the same data: what
 * was acknowledged is there, and nothing is half done. `npm run durability` is the long run.
 */
const PEOPLE = 8;

let server: RunningServer;
let cookie: string;
beforeAll(async () => {
  server = await startServer();
  cookie = await signIn(server);
});
afterAll(() => server.stop());

type State = { comments: string; industries: string[]; score: number | undefined } | undefined;
/** The state after the last acknowledged write, and after the unacknowledged one, if any. */
type Deal = { id?: number; sure: State; maybe?: { state: State } };
type Known = Map<string, Deal>;

let acknowledged = 0;

async function work(person: string, known: Known): Promise<void> {
  const ask = server.newConnection();
  for (let n = 0; ; n++) {
    const company = `${person} deal ${n}`;
    const deal: Deal = { sure: undefined };
    known.set(company, deal);
    const write = async (method: string, path: string, json: object | undefined, state: State) => {
      deal.maybe = { state };
      const { status, text } = await ask(method, path, { cookie, json });
      expect(status).toBeLessThan(300);
      acknowledged++;
      deal.sure = state;
      deal.maybe = undefined;
      return text;
    };
    const state = { comments: 'new', industries: ['AI', 'DX'], score: undefined };
    const { comments, industries } = state;
    const json = { companyName: company, comments, industries };
    const created = await write('POST', '/api/pipelines', json, state);
    deal.id = (JSON.parse(created) as { id: number }).id;
    const path = `/api/pipelines/${deal.id}`;
    const score = 1 + (n % 10);
    const scores = Object.fromEntries(CRITERIA.map(({ key }) => [key, String(score)]));
    await write('POST', `${path}/evaluation`, scores, { ...state, score });
    const changed = { comments: 'changed', industries: ['IOT'] };
    await write('PUT', path, changed, { ...changed, score });
    if (n % 3 === 0) await write('DELETE', path, undefined, undefined);
  }
}

async function stored(): Promise<Map<string, NonNullable<State>>> {
  const list = JSON.parse((await server.ask('GET', '/api/pipelines', { cookie })).text) as {
    id: number;
    companyName: string;
    comments: string;
    industries: string[];
  }[];
  const found = new Map<string, NonNullable<State>>();
  for (const { id, companyName, comments, industries } of list) {
    const evaluation = await server.ask('GET', `/api/pipelines/${id}/evaluation`, { cookie });
    const isThere = evaluation.status === 200;
    const scores = JSON.parse(evaluation.text) as Record<string, number>;
    const values = new Set(isThere ? CRITERIA.map(({ key }) => scores[key]) : [undefined]);
    expect(values.size, 'an evaluation is of one save').toBe(1);
    found.set(companyName, { comments, industries, score: [...values][0] });
    await server.ask('DELETE', `/api/pipelines/${id}`, { cookie });
  }
  return found;
}

async function countLost(known: Known): Promise<number> {
  const found = await stored();
  return [...known].filter(([company, { sure, maybe }]) => {
    const seen = JSON.stringify(found.get(company));
    return seen !== JSON.stringify(sure) && !(maybe && seen === JSON.stringify(maybe.state));
  }).length;
}

function countUntracked(): number {
  const sql = new SQLite(server.database, { readonly: true });
  const told = (act: string, subject = 'pipeline') =>
    `(select count(*) from changes where act = '${act}' and subject = '${subject}' and subject_id = cast(p.id as text))`;
  const deals = `select id, version from pipelines
    union all select rows ->> '$.pipelines[0].id', rows ->> '$.pipelines[0].version' from trash`;
  const wrong = [
    `select count(*) from (${deals}) p where ${told('created')} <> 1 or ${told('changed')} <> p.version - 1`,
    `select count(*) from pipelines p where ${told('deleted')} > 0`,
    `select count(*) from trash t join (${deals}) p on p.id = t.rows ->> '$.pipelines[0].id' where ${told('deleted')} <> 1`,
    `select count(*) from evaluations e join pipelines p on p.id = e.pipeline_id where ${told('created', 'evaluation')} <> 1`,
    `select count(*) from changes where subject in ('pipeline', 'evaluation') and subject_id not in (select cast(id as text) from (${deals}))`,
  ];
  const found = wrong.map((query) => sql.prepare(query).pluck().get() as number);
  sql.close();
  return found.reduce((sum, one) => sum + one, 0);
}

const someTime = () => pause(300 + Math.random() * (ROUNDS.crashes > 10 ? 2_000 : 500));

describe('kill -9 while people write (rule 12.33)', () => {
  test(
    `kill -9 in ${ROUNDS.crashes} rounds loses no answered change`,
    async () => {
      const ready: number[] = [];
      let lost = 0;
      for (let round = 0; round < ROUNDS.crashes; round++) {
        const known: Known = new Map();
        const people = Array.from({ length: PEOPLE }, (_, n) =>
          work(`${round}-${n}`, known).catch(ignoreUnlessAsserted),
        );
        await someTime();
        await server.kill();
        await Promise.all(people);
        const began = Date.now();
        await server.restart();
        ready.push(Date.now() - began);
        expect(countUntracked()).toBe(0);
        lost += await countLost(known);
      }
      ready.sort((one, other) => one - other);
      console.log(
        `${ROUNDS.crashes} rounds, ${acknowledged} acknowledged writes, ${lost} lost; ready again after ${ready[ready.length >> 1]} ms (longest ${ready.at(-1)} ms)`,
      );
      expect(lost).toBe(0);
    },
    60_000 + ROUNDS.crashes * 20_000,
  );
});
