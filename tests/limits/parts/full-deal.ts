import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSearchText } from '#db/fold';
import { NOTES_KEYS } from '~/domain/evaluation/criteria';
import type { Fund } from '../fund';
import { longText, range } from '../texts';
import { dealRow, longValues, stages } from './deals';

/** Rows fewer than a deal may have, so that requests can add some. */
const ROOM = 20;
const SAVES = 5_000;
/** Key of the form that added the full deal. */
export const FULL_DEAL_SUBMISSION = '5f0c3c1e-6f0b-4b52-9a53-2f1f6f0e8a11';
const SHARE_KEY = 'limits'.padEnd(43, 'k');

/** A deal with everything that a deal can have, and three more with 1,000 contacts. */
export function addFullDeal(fund: Fund): void {
  fund.dealId = addDeal(fund, 'full', FULL_DEAL_SUBMISSION);
  fund.contactDealIds = range(3).map((n) => addDeal(fund, `contacts ${n}`));
  for (const id of [fund.dealId, ...fund.contactDealIds]) addContacts(fund, id);
  const noteIds = addNotes(fund);
  addTasks(fund);
  addFiles(fund);
  addCollaborators(fund);
  addDecisions(fund);
  addShares(fund, noteIds);
}

function addDeal(fund: Fund, name: string, submission: string | null = null): number {
  const { now } = fund;
  const row = dealRow(fund, 100_000, {
    comments: longText(10_000),
    introduction: longText(10_000),
    numbers: longText(4_000),
    fields: longValues(fund, Infinity),
    way: stages(now, 500),
  });
  // A form with version 1 was opened before all saves.
  const saved = { company_name: name, created_at: now, version: SAVES, submission };
  const [id] = fund.insert('pipelines', [{ ...row, ...saved }]);
  const texts = NOTES_KEYS.map((key) => [snakeCase(key), longText(4_000)]);
  const evaluation = { pipeline_id: id, overall_score: 5, created_at: now, updated_at: now };
  fund.insert('evaluations', [{ ...evaluation, ...Object.fromEntries(texts) }]);
  return id!;
}

export function snakeCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function addContacts(fund: Fund, dealId: number): void {
  fund.insert(
    'contacts',
    range(1_000 - ROOM).map((n) => {
      const texts = {
        name: `Contact ${n}`.padEnd(200, 'c'),
        role: 'r'.repeat(200),
        email: `${'e'.repeat(60)}@limits.example`,
        phone: '1'.repeat(100),
        link: `https://limits.example/${'l'.repeat(1_970)}`,
        note: longText(2_000),
      };
      return {
        pipeline_id: dealId,
        ...texts,
        search_text: buildSearchText(...Object.values(texts)),
      };
    }),
  );
}

/** Half of them name hundreds of colleagues, half consist of '@'. */
function addNotes(fund: Fund): number[] {
  const { server, now } = fund;
  const names = range(600).map((n) => `@colleague.${n}@limits.example `);
  const texts = [names.join('').slice(0, 10_000), '@'.repeat(10_000)];
  return fund.insert(
    'notes',
    range(200).map((n) => {
      const text = texts[n % 2]!;
      return {
        pipeline_id: fund.dealId,
        author_id: server.ids.owner,
        author_name: 'Owner',
        text,
        search_text: buildSearchText(text),
        created_at: now,
      };
    }),
  );
}

function addTasks(fund: Fund): void {
  const { server } = fund;
  fund.insert(
    'tasks',
    range(1_000 - ROOM).map((n) => ({
      pipeline_id: fund.dealId,
      title: `Task ${n} `.padEnd(200, 't'),
      user_id: n % 2 ? server.ids.owner : server.ids.admin,
      person: 'owner@demo.example',
      due_on: '2026-03-04',
      due_at: '10:00',
      done: n % 10 === 0 ? 1 : 0,
    })),
  );
}

function addFiles(fund: Fund): void {
  const { server, now } = fund;
  const folder = `${server.database}.files`;
  const sha256 = createHash('sha256').update('limits').digest('hex');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, sha256), 'limits');
  fund.insert(
    'files',
    range(1_000 - ROOM).map((n) => {
      const name = `File ${n} `.padEnd(251, 'f') + '.pdf';
      const about = { size: 6, type: 'application/pdf', sha256, user_id: server.ids.owner };
      const times = { created_at: now, search_text: buildSearchText(name) };
      return { pipeline_id: fund.dealId, name, ...about, ...times };
    }),
  );
}

function addCollaborators(fund: Fund): void {
  const { server, dealId, now } = fund;
  const ids = [server.ids.member, ...fund.accountIds.slice(0, 500 - ROOM)];
  fund.insert(
    'members',
    ids.map((id) => ({ user_id: id, pipeline_id: dealId, since: now })),
  );
}

function addDecisions(fund: Fund): void {
  const { server, now } = fund;
  fund.insert(
    'decisions',
    range(500).map((n) => ({
      pipeline_id: fund.dealId,
      stage_id: 1,
      kind: 'lost',
      text: longText(2_000),
      decided_by_id: server.ids.owner,
      decided_by_name: 'Owner',
      decided_at: now - n,
      act_id: `decision ${n}`,
    })),
  );
}

function addShares(fund: Fund, noteIds: number[]): void {
  const { server, dealId, now } = fund;
  const fileIds = server.sql
    .prepare('select id from files where pipeline_id = ? order by id limit 200')
    .pluck()
    .all(dealId);
  const ids = fund.insert(
    'shares',
    range(100 - ROOM).map((n) => ({
      pipeline_id: dealId,
      user_id: server.ids.owner,
      key: hash(n ? `another ${n}` : SHARE_KEY),
      until: '9999-12-31',
      facts: 1,
      evaluation: 1,
      files: fileIds,
      notes: noteIds,
      created_at: now,
    })),
  );
  fund.insert(
    'share_openings',
    ids.flatMap((id) =>
      range(366).map((n) => ({
        share_id: id,
        day: new Date(now - n * 86_400_000).toISOString().slice(0, 10),
        count: 1_000,
      })),
    ),
  );
  fund.sharePath = `/share/${SHARE_KEY}`;
}

function hash(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
