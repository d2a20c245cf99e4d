import { eq } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { describe, expect, test } from 'vitest';
import { db, getDatabasePath } from '#db/client';
import { contacts, deals, evaluations, merges, notes, tasks, users } from '#db/schema';
import { listCollaborators } from '~/domain/collaborator/list.server';
import { setCollaborators } from '~/domain/collaborator/update.server';
import { addContact } from '~/domain/contact/edit.server';
import { CONTACT_RECORDS, listContacts } from '~/domain/contact/list.server';
import { ContactInput } from '~/domain/contact/schema';
import { addCustomField } from '~/domain/custom-field/create.server';
import { NewCustomField } from '~/domain/custom-field/schema';
import { removeDealRecord } from '~/domain/deal/edit-record.server';
import { updateDeal } from '~/domain/deal/update.server';
import { saveEvaluation } from '~/domain/evaluation/update.server';
import { addNote } from '~/domain/note/create.server';
import { mergeDeals } from '~/domain/operations/merge/merge.server';
import { splitMerge } from '~/domain/operations/merge/split.server';
import { transferDeal } from '~/domain/operations/transfer-deals.server';
import { addTask } from '~/domain/task/edit.server';
import { TaskInput } from '~/domain/task/schema';
import { parseInput } from '~/errors';
import { readContent } from '../../../db/content';
import { ROUNDS } from '../../../durability/rounds';
import { createCast } from '../../../support/cast';
import { addDeal } from '../../../support/deals';
import { createRandom } from '../../../support/random';

/**
 * Many merges and splits with edits between, beside a model of what each deal has to be: a log of
 * every value with the merge that has brought it, which a split takes out of the log again.
 */

/** `merge` is the one that has brought it; 0 for the deal's own. */
interface Entry {
  merge: number;
  value: string;
  set: number;
}
interface Deal {
  owner: string;
  log: Record<string, Entry[]>;
  evaluation: Entry[];
  /** Notes, contacts and tasks, by text. */
  rows: Set<string>;
  members: { id: string; merge: number }[];
}
interface Merge {
  winner: number;
  loser: number;
  owner: string;
  rows: string[];
}

const FIELDS = ['companyName', 'ceoName', 'comments', 'fundingRound', 'fields.source'] as const;
const PICKED = ['cooName', 'cfoName', 'industries', 'evaluationScore', 'nextMeetingDate'] as const;

const last = <T>(list: T[]) => list.at(-1);

async function play(seed: number, acts: number) {
  const { ana, ben, chiara, daichi, maren, tomas } = await createCast();
  await addCustomField(maren, parseInput(NewCustomField, { name: 'Source', kind: 'text' }));
  const random = createRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const team = [ana, ben, chiara, daichi];
  const living = new Map<number, Deal>();
  const standing = new Map<number, Merge>();
  const parked = new Map<number, Deal>();
  let clock = 0;
  const word = () => `Word${clock++}x`;

  for (let n = 0; n < 8; n++) {
    const owner = pick(team);
    const companyName = word();
    const id = await addDeal(owner, { companyName });
    const log = { companyName: [{ merge: 0, value: companyName, set: clock }] };
    living.set(id, { owner: owner.id, log, evaluation: [], rows: new Set(), members: [] });
  }

  const edits: ((id: number, deal: Deal) => Promise<void>)[] = [
    async function field(id, deal) {
      const key = pick(FIELDS);
      const value = word();
      const own = key.startsWith('fields.');
      await updateDeal(tomas, id, own ? { fields: { source: value } } : { [key]: value });
      (deal.log[key] ??= []).push({ merge: 0, value, set: clock });
    },
    async function picked(id, deal) {
      const key = pick(PICKED);
      const { value, text } = {
        cooName: () => ({ value: `Coo${clock}`, text: `Coo${clock}` }),
        cfoName: () => ({ value: null, text: '' }),
        industries: () => ({ value: ['AI', word()], text: `["AI","Word${clock - 1}x"]` }),
        evaluationScore: () => ({ value: clock++ % 10, text: String((clock - 1) % 10) }),
        nextMeetingDate: () => ({ value: `in ${clock} weeks`, text: `in ${clock} weeks` }),
      }[key]();
      clock++;
      const before = last(deal.log[key] ?? [])?.value ?? '';
      await updateDeal(tomas, id, { [key]: value });
      if (text !== before) (deal.log[key] ??= []).push({ merge: 0, value: text, set: clock });
    },
    async function evaluation(id, deal) {
      const value = word();
      await saveEvaluation(tomas, id, { marketNotes: value, marketSize: (clock % 10) + 1 });
      deal.evaluation.push({ merge: 0, value, set: clock++ });
    },
    async function note(id, deal) {
      const text = word();
      await addNote(tomas, id, text);
      deal.rows.add(text);
    },
    async function contact(id, deal) {
      const name = word();
      await addContact(tomas, id, parseInput(ContactInput, { name }));
      deal.rows.add(name);
    },
    async function noContact(id, deal) {
      const [found] = await listContacts(tomas, id);
      if (!found) return;
      await removeDealRecord(CONTACT_RECORDS, tomas, id, found.id);
      deal.rows.delete(found.name);
    },
    async function task(id, deal) {
      const title = word();
      await addTask(tomas, id, parseInput(TaskInput, { title }));
      deal.rows.add(title);
    },
    async function colleagues(id, deal) {
      const wanted = team.filter(({ id }) => id !== deal.owner && random() < 0.4);
      const ids = wanted.map((user) => user.id);
      await setCollaborators(tomas, id, ids);
      const stayed = deal.members.filter((one) => ids.includes(one.id));
      const added = ids.filter((user) => !stayed.some((one) => one.id === user));
      deal.members = [...stayed, ...added.map((user) => ({ id: user, merge: 0 }))];
    },
    async function owner(id, deal) {
      const to = pick(team);
      if (to.id === deal.owner) return;
      await transferDeal(tomas, id, to.email);
      deal.members = deal.members.filter((one) => one.id !== to.id);
      deal.owner = to.id;
    },
  ];

  async function merge() {
    const winnerId = pick([...living.keys()]);
    const loserId = pick([...living.keys()]);
    if (winnerId === loserId) return false;
    const winner = living.get(winnerId)!;
    const loser = living.get(loserId)!;
    const keys = [...FIELDS, ...PICKED];
    const chosen = keys.filter((key) => key !== 'companyName' && random() < 0.3);
    const fields = Object.fromEntries(
      chosen.map((key) => [key, random() < 0.5 ? ('this' as const) : ('other' as const)]),
    );
    const { id } = await mergeDeals(tomas, winnerId, { otherId: loserId, fields });
    for (const key of keys) {
      const own = last(winner.log[key] ?? []);
      const others = last(loser.log[key] ?? []);
      const newest = !others?.value || (own?.value && own.set > others.set) ? 'this' : 'other';
      const isOthers = (fields[key] ?? newest) === 'other';
      const value = others?.value ?? '';
      if (isOthers && value !== (own?.value ?? ''))
        (winner.log[key] ??= []).push({ merge: id, value, set: others?.set ?? 0 });
    }
    const own = last(winner.evaluation);
    const others = last(loser.evaluation);
    if (others && !(own && own.set > others.set)) winner.evaluation.push({ ...others, merge: id });
    const people = [...new Set([loser.owner, ...loser.members.map((one) => one.id)])];
    for (const person of people)
      if (person !== winner.owner) winner.members.push({ id: person, merge: id });
    const sides = { winner: winnerId, loser: loserId, owner: winner.owner };
    standing.set(id, { ...sides, rows: [...loser.rows] });
    for (const row of loser.rows) winner.rows.add(row);
    living.delete(loserId);
    parked.set(loserId, loser);
    return true;
  }

  async function split() {
    const open = [...standing].filter(([, { winner }]) => living.has(winner));
    if (!open.length) return false;
    const [id, merged] = pick(open);
    await splitMerge(tomas, merged.winner, id);
    const winner = living.get(merged.winner)!;
    const loser = parked.get(merged.loser)!;
    for (const key of Object.keys(winner.log))
      winner.log[key] = winner.log[key]!.filter((entry) => entry.merge !== id);
    winner.evaluation = winner.evaluation.filter((entry) => entry.merge !== id);
    const on = [winner.owner, merged.owner, ...winner.members.map((one) => one.id)];
    loser.members = loser.members.filter((one) => on.includes(one.id));
    winner.members = winner.members.filter((one) => one.merge !== id);
    loser.rows = new Set(merged.rows.filter((row) => winner.rows.delete(row)));
    standing.delete(id);
    parked.delete(merged.loser);
    living.set(merged.loser, loser);
    return true;
  }

  async function compare() {
    const stored = await db.select().from(deals);
    expect(stored.map(({ id }) => id).sort()).toEqual([...living.keys()].sort());
    for (const row of stored) {
      const deal = living.get(row.id)!;
      const isOfDeal = ({ dealId }: { dealId: SQLiteColumn }) => eq(dealId, row.id);
      for (const key of [...FIELDS, ...PICKED]) {
        const own = key === 'fields.source' ? row.fields.source : row[key];
        const wanted = last(deal.log[key] ?? [])?.value ?? '';
        expect([key, plain(own)], `deal ${row.id}`).toEqual([key, wanted]);
      }
      expect(row.userId).toBe(deal.owner);
      expect(Boolean(row.nextMeetingSetAt)).toBe(row.nextMeetingDate !== null);
      const [evaluation] = await db.select().from(evaluations).where(isOfDeal(evaluations));
      expect(evaluation?.marketNotes).toBe(last(deal.evaluation)?.value);
      const texts = [
        ...(await db.select({ text: notes.text }).from(notes).where(isOfDeal(notes))),
        ...(await db.select({ text: contacts.name }).from(contacts).where(isOfDeal(contacts))),
        ...(await db.select({ text: tasks.title }).from(tasks).where(isOfDeal(tasks))),
      ];
      expect(texts.map(({ text }) => text).sort()).toEqual([...deal.rows].sort());
      const members = (await listCollaborators(tomas, row.id)).map(({ id }) => id).sort();
      expect(members).toEqual([...new Set(deal.members.map(({ id }) => id))].sort());
    }
  }

  const done = { merges: 0, splits: 0 };
  while (done.merges + done.splits < acts) {
    for (let n = Math.floor(random() * 6); n > 0; n--) {
      const [id, deal] = pick([...living]);
      await pick(edits)(id, deal);
    }
    const isMerge = living.size > 3 && random() < 0.55;
    if (isMerge && (await merge())) done.merges++;
    if (!isMerge && (await split())) done.splits++;
    await compare();
  }
  return done;
}

function plain(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.length ? JSON.stringify(value) : '';
  return String(value);
}

describe('merges and splits with edits between (rule 23.18)', () => {
  test('many merges and splits with edits between lose nothing', async () => {
    const { merges, splits } = await play(Number(process.env.SEED ?? 11), ROUNDS.merges);
    expect(merges).toBeGreaterThan(0.4 * ROUNDS.merges);
    expect(splits).toBeGreaterThan(0.4 * ROUNDS.merges);
  }, 240_000);
});

/** Rows that a merge and its split add: the record that it was done. A transfer is announced once (rule 10.18). */
const TOLD = ['changes', 'merges', 'sqlite_sequence', 'hand_overs'];
function wholeContent() {
  const content = readContent(getDatabasePath(process.env.DATABASE_URL!));
  const deals = content.pipelines!;
  const told = ['version', 'updated_at', 'submission'].map((name) => deals.columns.indexOf(name));
  const rows = (deals.rows as unknown[][])
    .map((row) => row.map((value, n) => (told.includes(n) ? null : value)))
    .sort((one, other) => Number(one[0]) - Number(other[0]));
  const rest = Object.entries(content).filter(([table]) => !TOLD.includes(table));
  return { ...Object.fromEntries(rest), pipelines: rows };
}

describe('splits right after a merge (rule 23.18)', () => {
  test('a split right after a merge restores the whole content', async () => {
    const [tomas] = await db.select().from(users).where(eq(users.email, 'tomas@demo.example'));
    const all = (await db.select({ id: deals.id }).from(deals)).map(({ id }) => id);
    expect(all.length).toBeGreaterThan(2);
    for (const [n, id] of all.entries()) {
      const otherId = all[(n + 1) % all.length]!;
      const before = wholeContent();
      const { id: merge } = await mergeDeals(tomas!, id, { otherId });
      expect(wholeContent()).not.toEqual(before);
      await splitMerge(tomas!, id, merge);
      expect(wholeContent()).toEqual(before);
    }
    expect(await db.$count(merges)).toBeGreaterThan(all.length);
  });
});
