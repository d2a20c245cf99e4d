import { createHash } from 'node:crypto';
import { CRITERIA, NOTES_KEYS } from '~/domain/evaluation/criteria';
import { MAX_DEAL_MEMO_BYTES, MAX_MEMOS_PER_DEAL } from '~/domain/memo/limits';
import {
  MAX_EVALUATORS_PER_ROUND,
  MAX_ROUNDS_PER_DEAL,
  MAX_VOTE_REASON_LENGTH,
} from '~/domain/round/limits';
import { VOTES } from '~/domain/round/votes';
import type { Fund } from '../fund';
import { longText, range } from '../texts';
import { snakeCase } from './full-deal';

const DAY_MS = 86_400_000;
const NOTES_LENGTH = 4_000;
/** Conditions of one decision. */
const CONDITIONS = 20;
const OUTCOMES = ['funded_elsewhere', 'grew', 'failed', 'unknown'];

/** Rounds, scorecards, memos, conditions and outcomes at their limits. Needs the full deal. */
export function addRounds(fund: Fund): void {
  addRoundsOfFullDeal(fund);
  addRoundsOfOtherDeals(fund);
  addMemos(fund);
  addConditions(fund);
  addOutcomes(fund);
}

/** As many rounds as a deal may have, with all evaluators and the longest notes. The last is open. */
function addRoundsOfFullDeal(fund: Fund): void {
  const { server, dealId, count } = fund;
  const { admin, owner, member } = server.ids;
  const people = [admin, owner, member, ...fund.accountIds].slice(0, MAX_EVALUATORS_PER_ROUND);
  const dealIds = range(count(MAX_ROUNDS_PER_DEAL, 15)).map(() => dealId);
  const roundIds = addClosedRounds(fund, dealIds);
  fund.closedRoundId = roundIds[0]!;
  fund.openRoundId = roundIds.at(-1)!;
  server.sql.prepare('update rounds set closed_at = null where id = ?').run(fund.openRoundId);
  addCards(fund, roundIds, people, NOTES_LENGTH);
}

/** Rounds of eight people: as many closed ones as insights read, and as many open ones. */
function addRoundsOfOtherDeals(fund: Fund): void {
  const dealIds = range(fund.count(2_000, 150)).map((n) => 1 + n);
  const roundIds = addClosedRounds(fund, dealIds);
  addCards(fund, roundIds, fund.accountIds.slice(0, 8), 200);
  askEveryActor(fund, roundIds.slice(0, roundIds.length / 2));
}

/** Opens the rounds again for people who have not begun. */
function askEveryActor({ server, insert }: Fund, roundIds: number[]): void {
  const { sql, ids } = server;
  const open = sql.prepare('update rounds set closed_at = null where id = ?');
  sql.transaction(() => roundIds.forEach((id) => open.run(id)))();
  const person = { name: 'Actor', email: 'actor@demo.example' };
  const actorIds = [ids.admin, ids.owner, ids.member];
  insert(
    'round_evaluators',
    roundIds.flatMap((round_id) => actorIds.map((user_id) => ({ round_id, user_id, ...person }))),
  );
}

function addClosedRounds({ insert, server, now }: Fund, dealIds: number[]): number[] {
  return insert(
    'rounds',
    dealIds.map((pipeline_id) => ({
      pipeline_id,
      company_name: 'Company '.padEnd(200, 'c'),
      opened_by_id: server.ids.owner,
      opened_by_name: 'Owner',
      opened_by_email: 'owner@demo.example',
      opened_at: now - DAY_MS,
      until: '2199-12-31',
      closed_at: now,
    })),
  );
}

function addCards(fund: Fund, roundIds: number[], userIds: string[], length: number): void {
  const asked = roundIds.flatMap((round_id) => userIds.map((user_id) => ({ round_id, user_id })));
  const person = { name: 'Colleague '.padEnd(200, 'n'), email: 'colleague@limits.example' };
  fund.insert(
    'round_evaluators',
    asked.map((ids) => ({ ...ids, ...person, state: 'submitted' })),
  );
  function* rows() {
    for (const [n, ids] of asked.entries()) {
      const scores = CRITERIA.map(({ key }, i) => [
        snakeCase(key),
        1 + ((n * 7 + i * 3) % 91) / 10,
      ]);
      const notes = NOTES_KEYS.map((key) => [snakeCase(key), longText(length)]);
      const vote = { vote: VOTES[n % VOTES.length], reason: longText(MAX_VOTE_REASON_LENGTH) };
      const times = { saved_at: fund.now, submitted_at: fund.now };
      yield { ...ids, ...Object.fromEntries([...scores, ...notes]), ...vote, ...times };
    }
  }
  fund.insert('scorecards', rows());
}

function addMemos(fund: Fund): void {
  const { server, dealId, now } = fund;
  function* rows() {
    for (const n of range(fund.count(MAX_MEMOS_PER_DEAL, 15) - 5)) {
      const html = longText(MAX_DEAL_MEMO_BYTES / MAX_MEMOS_PER_DEAL);
      yield {
        pipeline_id: dealId,
        round_id: fund.closedRoundId,
        title: `Memo ${n} `.padEnd(200, 'm'),
        sha256: createHash('sha256').update(html).digest('hex'),
        html,
        created_at: now,
        created_by_id: server.ids.owner,
        created_by_name: 'Owner',
      };
    }
  }
  fund.insert('memos', rows());
}

/** Makes the tasks of the full deal conditions of its decisions. */
function addConditions({ server, dealId }: Fund): void {
  const pluck = (table: string): number[] =>
    server.sql
      .prepare(`select id from ${table} where pipeline_id = ? order by id desc`)
      .pluck()
      .all(dealId) as number[];
  const decisionIds = pluck('decisions');
  const update = server.sql.prepare('update tasks set decision_id = ? where id = ?');
  server.sql.transaction(() => {
    for (const [n, id] of pluck('tasks').entries())
      update.run(decisionIds[Math.floor(n / CONDITIONS)], id);
  })();
}

/** Closes every other deal with an outcome; many decisions name a round. */
function addOutcomes(fund: Fund): void {
  const { server, now } = fund;
  const roundByDeal = new Map(
    server.sql.prepare('select pipeline_id, max(id) from rounds group by 1').raw().all() as [
      number,
      number,
    ][],
  );
  fund.insert(
    'decisions',
    range(fund.count(4_000, 150)).map((n) => ({
      pipeline_id: 1 + n,
      stage_id: 1,
      kind: 'lost',
      text: longText(2_000),
      score: (n % 100) / 10,
      decided_by_id: server.ids.owner,
      decided_by_name: 'Owner',
      decided_at: now - n,
      act_id: `outcome ${n}`,
      round_id: roundByDeal.get(1 + n) ?? null,
      outcome: OUTCOMES[n % OUTCOMES.length],
      outcome_note: longText(2_000),
      outcome_at: now,
    })),
  );
}
