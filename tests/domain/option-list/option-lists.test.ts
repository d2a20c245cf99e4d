import { desc, eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { db } from '#db/client';
import { dealIndustries, historyEvents, type OptionListName, trash, users } from '#db/schema';
import { transaction } from '#db/transaction';
import { parseDealQuery } from '~/address/deal-query';
import { getDeal } from '~/domain/deal/get.server';
import { listDeals } from '~/domain/deal/list.server';
import { isUrgent } from '~/domain/deal/meeting-due';
import { updateDeal } from '~/domain/deal/update.server';
import { closeDeal } from '~/domain/decision/move-deal.server';
import { setMeeting } from '~/domain/meeting/set.server';
import { changeDealsInBulk } from '~/domain/operations/bulk-change.server';
import {
  addOption,
  moveOption,
  updateOption,
} from '~/domain/operations/option-list/edit-options.server';
import { retireOption } from '~/domain/operations/option-list/retire-option.server';
import { deleteDeal } from '~/domain/operations/trash/delete.server';
import { deleteUsers } from '~/domain/operations/trash/delete-users.server';
import { restoreFromTrash } from '~/domain/operations/trash/restore.server';
import { undoOwnOperation } from '~/domain/operations/undo/undo.server';
import { findOptionListDefinition } from '~/domain/option-list/definitions';
import { getOptionLists } from '~/domain/option-list/list.server';
import { listDealHistory } from '~/domain/timeline/deal-history.server';
import { createUser } from '~/domain/user/create.server';
import { getUser } from '~/domain/user/get.server';
import { changeGroup } from '~/domain/user/role.server';
import { getStatusAndField } from '../../support/answers';
import { createCastForEach } from '../../support/cast';
import { addDeal, getStoredDeal } from '../../support/deals';
import { resetOptionLists } from '../../support/option-lists';
import { createRandom } from '../../support/random';

const people = createCastForEach();
beforeEach(() => transaction(async (tx) => tx.delete(trash)));
afterEach(async () => {
  vi.useRealTimers();
  await resetOptionLists();
});

const entry = async (list: OptionListName, name: string) =>
  (await getOptionLists()).findByName(list, name)!;
const add = (list: OptionListName, name: string, days: number | null = null) =>
  addOption(people.maren, findOptionListDefinition(list)!, { name, days, kind: null });
const rename = async (list: OptionListName, from: string, to: string, days?: number | null) => {
  const { id, days: before } = await entry(list, from);
  await updateOption(people.maren, id, { name: to, days: days === undefined ? before : days });
};
const retire = async (list: OptionListName, name: string) =>
  retireOption(people.maren, (await entry(list, name)).id, undefined);
const names = async (list: OptionListName) => (await getOptionLists()).listActiveNames(list);
const found = async (query: string) => {
  const filters = parseDealQuery(new URLSearchParams(query));
  const deals = await listDeals(people.maren, filters, { limit: 50, offset: 0 });
  return deals.map(({ companyName }) => companyName).join();
};

describe('default option lists (rules 3.4, 3.5, 3.6 and 24.15)', () => {
  test('option lists start with the specified options in order', async () => {
    const lists = await getOptionLists();
    const industries = 'DX|AI|Mobile Internet|Fintech|IOT|Lifestyle|In/Out bound|Others';
    expect(lists.listActiveNames('industries').join('|')).toBe(industries);
    expect(lists.listActiveNames('groups').join('|')).toBe('CCIA|CCBI|Alibaba|OnBS');
    expect(lists.listActiveNames('rounds').join('|')).toBe('Seed|Angel|Pre-A|A|B|C|D|CB|Others');
    const meetings = lists
      .listActiveOptions('meetings')
      .map(({ name, days }) => `${name}: ${days}`);
    expect(meetings.join()).toBe(
      'ASAP: 0,30 days: 30,90 days: 90,120 days: 120,360 days: 360,N/A: null',
    );
  });
});

describe('new options (rule 24.16)', () => {
  test('a new option is offered, ranked and filtered like others', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T12:00:00Z') });
    await add('rounds', 'Growth');
    await add('meetings', 'In two weeks', 14);
    await moveOption(people.maren, (await entry('rounds', 'Growth')).id, -1);
    const later = await addDeal(people.ana, { companyName: 'Other', fundingRound: 'Z' });
    const deal = { companyName: 'Grown', fundingRound: 'Growth', nextMeetingDate: 'In two weeks' };
    const id = await addDeal(people.ana, deal);
    expect(await getStoredDeal(id)).toMatchObject({
      roundRank: 8,
      meetingDays: 14,
      meetingDueAt: new Date('2026-12-07T12:00:00Z'),
    });
    expect((await getStoredDeal(later))!.roundRank).toBe(10);
    expect(await found('sort=round_asc')).toBe('Grown,Other');
    const change = { nextMeetingDate: 'In two weeks', fundingRound: undefined, note: undefined };
    expect(await changeDealsInBulk(people.ana, [later], change)).toMatchObject({ changed: 1 });
  });

  test('a new option needs a unique name with a meaning', async () => {
    expect(await getStatusAndField(add('industries', 'ai'))).toEqual([400, 'name']);
    expect(await getStatusAndField(add('rounds', 'none'))).toEqual([400, 'name']);
    expect(await getStatusAndField(rename('groups', 'CCIA', 'ccbi'))).toEqual([400, 'name']);
    for (let n = 5; n <= 50; n++) await add('groups', `Group ${n}`);
    expect(await getStatusAndField(add('groups', 'One more'))).toEqual([409, undefined]);
  });
});

describe('renamed options (rules 24.17 and 24.18)', () => {
  test('renaming an option renames it on deals in one history event', async () => {
    const deal = { industries: ['AI', 'Space', 'ML'], fundingRound: 'A', nextMeetingDate: 'ASAP' };
    const id = await addDeal(people.ana, deal);
    const before = (await getStoredDeal(id))!;
    const count = await db.$count(historyEvents);
    await rename('industries', 'AI', 'ML');
    await rename('rounds', 'A', 'First round');
    await rename('meetings', 'ASAP', 'At once');
    expect(await db.$count(historyEvents)).toBe(count + 3);
    const after = (await getStoredDeal(id))!;
    expect(after).toEqual({
      ...before,
      industries: ['ML', 'Space'],
      detailsText: 'ml space',
      fundingRound: 'First round',
      nextMeetingDate: 'At once',
    });
    expect(isUrgent(after)).toBe(true);
    expect(await found('industry=ML')).toBe('Acme');
    expect(await found('round=First round')).toBe('Acme');
    // An old view or bookmark still works.
    expect(await found('industry=AI&round=A')).toBe('Acme');
    const [latest] = await db.select().from(historyEvents).orderBy(desc(historyEvents.id)).limit(1);
    expect(latest).toMatchObject({
      subject: 'list',
      subjectName: 'Next meetings: ASAP',
      fields: { name: ['ASAP', 'At once'] },
    });
  });

  test('a former option name still works in API, forms and undo', async () => {
    const id = await addDeal(people.ana, { industries: ['AI'], fundingRound: 'A' });
    const change = { fundingRound: 'B', nextMeetingDate: undefined, note: undefined };
    const { operationId: bulk } = await changeDealsInBulk(people.ana, [id], change);
    await deleteDeal(people.ana, await addDeal(people.ana, { industries: ['AI', 'DX'] }));
    await rename('industries', 'AI', 'ML');
    await rename('rounds', 'A', 'First round');
    await undoOwnOperation(people.ana, bulk!);
    expect(await getDeal(people.ana, id)).toMatchObject({ fundingRound: 'First round' });
    await updateDeal(people.ana, id, { industries: ['AI', 'IOT'] });
    expect(await getDeal(people.ana, id)).toMatchObject({ industries: ['ML', 'IOT'] });
    const history = await listDealHistory(people.ana, id, { limit: 10, offset: 0 });
    expect(history.map(({ fields }) => fields.fundingRound ?? fields.industries)).toEqual([
      [['ML'], ['ML', 'IOT']],
      ['B', 'First round'],
      ['First round', 'B'],
      [null, 'First round'],
    ]);
    const [thrown] = await db.select().from(trash);
    await restoreFromTrash(people.maren, thrown!.id);
    expect(await found('industry=ML&sort=oldest')).toBe('Acme,Acme');
  });

  test('the history names the reason of a closing as it is now', async () => {
    const id = await addDeal(people.ana);
    await closeDeal(people.ana, id, { stage: 'Passed', reason: 'Team' });
    await rename('reasons', 'Team', 'People');
    const [closing] = await listDealHistory(people.ana, id, { limit: 1, offset: 0 });
    expect(closing!.fields.reason).toEqual([null, 'People']);
  });

  test('renaming a group moves accounts, including deleted ones', async () => {
    await deleteUsers(people.maren, [people.nameless.id]);
    await rename('groups', 'CCBI', 'Asia');
    const signedUp = await createUser({ email: 'new@example.com', password: 'Long enough 1' });
    expect(signedUp.group).toBe('Asia');
    const nowhere = changeGroup(people.maren, signedUp.id, 'Nowhere');
    expect(await getStatusAndField(nowhere)).toEqual([400, 'group']);
    expect((await changeGroup(people.maren, signedUp.id, 'OnBS')).group).toBe('OnBS');
    expect((await changeGroup(people.maren, signedUp.id, 'CCBI')).group).toBe('Asia');
    expect(await db.$count(users, eq(users.group, 'CCBI'))).toBe(0);
    await addDeal(signedUp, { companyName: 'Of Asia' });
    expect(await found('group=Asia')).toBe('Of Asia');
    const [thrown] = await db.select().from(trash);
    await restoreFromTrash(people.maren, thrown!.id);
    expect((await getUser(people.nameless.id)).group).toBe('Asia');
  });
});

describe('options of the next meeting (rule 24.19)', () => {
  test('changing the days of an option moves existing due dates', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-01T12:00:00Z') });
    const id = await addDeal(people.ana, { nextMeetingDate: '30 days' });
    vi.setSystemTime(new Date('2026-11-20T12:00:00Z'));
    await rename('meetings', '30 days', 'Soon', 7);
    expect(await getStoredDeal(id)).toMatchObject({
      nextMeetingDate: 'Soon',
      meetingDays: 7,
      meetingDueAt: new Date('2026-11-08T12:00:00Z'),
      version: 1,
    });
    expect(await found('due=overdue')).toBe('Acme');
    await rename('meetings', 'Soon', 'Soon', null);
    expect(await getStoredDeal(id)).toMatchObject({ meetingDays: null, meetingDueAt: null });
  });
});

describe('retired options (rule 24.20)', () => {
  test('a retired option stays on its deals but is not offered', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T12:00:00Z') });
    const deal = { industries: ['AI'], fundingRound: 'A', nextMeetingDate: '30 days' };
    const id = await addDeal(people.ana, deal);
    const { meetingDueAt, nextMeetingSetAt } = (await getStoredDeal(id))!;
    await retire('industries', 'AI');
    await retire('rounds', 'A');
    await retire('meetings', '30 days');
    expect((await names('rounds')).join()).toBe('Seed,Angel,Pre-A,B,C,D,CB,Others');
    await updateDeal(people.ana, id, { ...deal, comments: 'Still here' });
    expect(await getStoredDeal(id)).toMatchObject({ ...deal, meetingDays: 30, meetingDueAt });
    expect(await found('industry=AI&round=A')).toBe('Acme');
    const seen = String(nextMeetingSetAt!.getTime());
    await setMeeting(people.ana, id, { seen, nextMeetingDate: '30 days' });
    expect(await getStoredDeal(id)).toMatchObject({ meetingDays: 30 });
    const other = await addDeal(people.ana, {});
    const meeting = { seen: 'none', nextMeetingDate: '30 days' };
    const retired = setMeeting(people.ana, other, meeting);
    expect(await getStatusAndField(retired)).toEqual([400, 'nextMeetingDate']);
  });

  test('a retired option can be added again, and one group remains', async () => {
    const id = await addDeal(people.ana, { nextMeetingDate: '90 days' });
    await retire('meetings', '90 days');
    await add('meetings', '90 days', 91);
    expect((await getStoredDeal(id))!.meetingDays).toBe(91);
    for (const name of ['CCBI', 'CCIA', 'Alibaba']) await retire('groups', name);
    expect(await getStatusAndField(retire('groups', 'OnBS'))).toEqual([409, undefined]);
    const late = await createUser({ email: 'late@example.com', password: 'Long enough 1' });
    expect(late.group).toBe('OnBS');
    const { id: ana, group } = people.ana;
    expect((await changeGroup(people.maren, ana, group)).group).toBe(group);
  });
});

describe('random edits of option lists (rules 24.17 and 24.20)', () => {
  test.each([1, 2, 3])(
    "no edit of an option list changes a deal's options, seed %d",
    async (seed) => {
      const random = createRandom(seed);
      const pick = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)]!;
      const lists = ['industries', 'rounds', 'meetings'] as const;
      const model = new Map<number, { industries: string[]; rounds: string; meetings: string }>();
      for (let n = 0; n < 12; n++) {
        const [industries, rounds, meetings] = await Promise.all(lists.map(names));
        const has = [...new Set([pick(industries!), pick(industries!), 'Custom'])];
        const deal = { industries: has, rounds: pick(rounds!), meetings: pick(meetings!) };
        const fields = { fundingRound: deal.rounds, nextMeetingDate: deal.meetings };
        model.set(await addDeal(people.ana, { industries: has, ...fields }), deal);
      }
      for (let step = 0; step < 40; step++) {
        const list = pick(lists);
        const name = pick(await names(list));
        if (name === undefined) continue;
        const act = pick(['rename', 'rename', 'move', 'retire', 'add'] as const);
        if (act === 'add') await add(list, `Added ${step}`, step);
        if (act === 'retire') await retire(list, name);
        if (act === 'move') await moveOption(people.maren, (await entry(list, name)).id, 1);
        if (act !== 'rename') continue;
        const to = random() < 0.1 && list === 'industries' ? 'Custom' : `Renamed ${step}`;
        if ((await names(list)).includes(to)) continue;
        await rename(list, name, to);
        for (const deal of model.values()) {
          const renamed = deal.industries.map((one) => (one === name ? to : one));
          if (list === 'industries') deal.industries = [...new Set(renamed)];
          else if (deal[list] === name) deal[list] = to;
        }
      }
      const now = await getOptionLists();
      for (const [id, { industries, rounds, meetings }] of model) {
        const stored = (await getStoredDeal(id))!;
        expect(stored).toMatchObject({
          industries,
          fundingRound: rounds,
          nextMeetingDate: meetings,
          meetingDays: now.findByName('meetings', meetings)!.days,
          version: 1,
        });
        const rank = now.listActiveNames('rounds').indexOf(rounds);
        expect(stored.roundRank).toBe(rank < 0 ? now.listActiveNames('rounds').length : rank);
        const isOfDeal = eq(dealIndustries.dealId, id);
        const rows = await db.select().from(dealIndustries).where(isOfDeal);
        expect(rows.map(({ industry }) => industry).sort()).toEqual([...industries].sort());
      }
    },
  );
});
