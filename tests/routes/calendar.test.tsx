import { eq, sql } from 'drizzle-orm';
import ICAL from 'ical.js';
import { describe, expect, test, vi } from 'vitest';
import { db } from '#db/client';
import { calendars, deals, historyEvents, tasks } from '#db/schema';
import { transaction } from '#db/transaction';
import { MAX_EVENTS } from '~/domain/calendar/feed.server';
import { updateDeal } from '~/domain/deal/update.server';
import { closeDeal, moveDeal } from '~/domain/decision/move-deal.server';
import { DecisionInput } from '~/domain/decision/schema';
import { hashKey } from '~/domain/key.server';
import { setUserDisabled } from '~/domain/operations/disable-user.server';
import { transferDeal } from '~/domain/operations/transfer-deals.server';
import { deleteDeal } from '~/domain/operations/trash/delete.server';
import { deleteUser } from '~/domain/operations/trash/delete-users.server';
import { addTask } from '~/domain/task/edit.server';
import { changePassword } from '~/domain/user/change-password.server';
import { createPasswordLinkKey, redeemPasswordLink } from '~/domain/user/password-link.server';
import { parseInput } from '~/errors';
import * as account from '~/routes/account/route';
import * as calendarPage from '~/routes/account_.calendar';
import * as calendarFile from '~/routes/calendar.$file';
import { call, type CastMember, createCastForAll } from '../support/cast';
import { addDeal } from '../support/deals';
import { readText, renderScreen } from '../support/render-screen';

const people = createCastForAll();

async function make(as: CastMember, timeZone = 'Asia/Tokyo'): Promise<string> {
  const cookie = `${as.cookie}; tz=${timeZone}`;
  const sent = { as: { cookie }, form: {} };
  const answer = await call(calendarPage, 'POST', '/account/calendar', sent);
  return ((await answer.json()) as { address: string }).address;
}

let asked = 0;
async function read(
  address: string,
  method = 'GET',
  headers: Record<string, string> = {},
): Promise<Response> {
  const { pathname } = new URL(address);
  const params = { file: pathname.split('/').at(-1)! };
  const context = { address: `203.0.${asked++ % 250}.1` };
  return call(calendarFile, method, pathname, { params, context, headers });
}

async function listEvents(address: string) {
  const answer = await read(address);
  expect(answer.status).toBe(200);
  const calendar = new ICAL.Component(ICAL.parse(await answer.text()) as never[]);
  return calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event));
}

const NAMES = [
  'Comma, semicolon; back\\slash: "quoted"',
  '森の会社'.repeat(50),
  'x'.repeat(64) + '👩‍💻🇩🇪'.repeat(9),
  "BEGIN:VEVENT\\n'; DROP",
  'é'.repeat(200),
];

describe('the calendar (rules 14.7, 19.14, 19.15, 19.16, 19.20, 23.10 and 25.13)', () => {
  test('the calendar has due and overdue follow-ups of own deals', async () => {
    const set = new Date('2026-03-01T20:00:00Z');
    const own: number[] = [];
    for (const nextMeetingDate of ['ASAP', '30 days', '360 days', 'N/A', 'next spring', undefined])
      own.push(
        await addDeal(people.ana, { companyName: `Due ${nextMeetingDate}`, nextMeetingDate }),
      );
    await addDeal(people.ben, { companyName: 'Not hers', nextMeetingDate: 'ASAP' });
    const moved = { meetingDueAt: sql`meeting_days * 86400000 + ${set.getTime()}` };
    await transaction(async (tx) =>
      tx.update(deals).set(moved).where(eq(deals.userId, people.ana.id)),
    );
    const shown = (await listEvents(await make(people.ana))).map((event) => [
      event.uid,
      event.summary,
      event.description,
      event.startDate.isDate,
      event.startDate.toString(),
    ]);
    expect(shown.toSorted()).toEqual([
      [`deal-${own[0]}@localhost`, 'Due ASAP', 'Follow-up: ASAP', true, '2026-03-02'],
      [`deal-${own[1]}@localhost`, 'Due 30 days', 'Follow-up: 30 days', true, '2026-04-01'],
      [`deal-${own[2]}@localhost`, 'Due 360 days', 'Follow-up: 360 days', true, '2027-02-25'],
    ]);
    expect((await listEvents(await make(people.maren))).length, 'staff too').toBe(0);
  });

  test('the calendar leaves out days that iCalendar cannot hold', async () => {
    const { tomas } = people;
    const deal = await addDeal(tomas, { companyName: 'Odd days' });
    const day = { title: 'Fine', dueOn: '2026-12-01', dueAt: '10:30' };
    for (let n = 0; n < 4; n++) await addTask(tomas, deal, day);
    const odd = [
      ['9999-12-31', '23:59'],
      ['0001-01-01', '00:00'],
      ['9999-12-31', null],
    ] as const;
    const rows = await db.select().from(tasks).where(eq(tasks.dealId, deal));
    await transaction(async (tx) => {
      for (const [n, [dueOn, dueAt]] of odd.entries())
        await tx.update(tasks).set({ dueOn, dueAt }).where(eq(tasks.id, rows[n]!.id));
    });
    const address = await make(tomas, 'America/New_York');
    expect((await listEvents(address)).map(({ summary }) => summary)).toEqual(['Fine, Odd days']);
    await deleteDeal(tomas, deal);
  });

  test('an unchanged calendar answers 304', async () => {
    const { chiara } = people;
    const deal = await addDeal(chiara, { companyName: 'Steady', nextMeetingDate: 'ASAP' });
    await addTask(chiara, deal, { title: 'Call', dueOn: '2026-12-01' });
    const address = await make(chiara);
    vi.useFakeTimers({ toFake: ['Date'] });
    const etag = (await read(address)).headers.get('ETag')!;
    vi.setSystemTime(Date.now() + 5_000);
    expect((await read(address, 'GET', { 'If-None-Match': etag })).status).toBe(304);
    await addTask(chiara, deal, { title: 'Write', dueOn: '2026-12-02' });
    expect((await read(address, 'GET', { 'If-None-Match': etag })).status).toBe(200);
    vi.useRealTimers();
    await deleteDeal(chiara, deal);
  });

  test('the calendar has own tasks at their time or all day', async () => {
    const deal = await addDeal(people.daichi, { companyName: 'Tasked' });
    const { daichi } = people;
    const timed = { title: 'Call; Ines', dueOn: '2026-12-01', dueAt: '10:30' };
    const id = await addTask(daichi, deal, timed);
    await addTask(daichi, deal, { title: 'All day', dueOn: '2026-12-02' });
    await addTask(daichi, deal, { title: 'Some day' });
    await addTask(daichi, deal, { title: 'Done', dueOn: '2026-12-02', done: true });
    const address = await make(daichi);
    const [first, second, ...others] = await listEvents(address);
    expect(others).toEqual([]);
    expect([first!.uid, first!.summary]).toEqual([`task-${id}@localhost`, 'Call; Ines, Tasked']);
    const starts = first!.startDate.toJSDate().toISOString();
    expect(starts, '10:30 in Tokyo').toBe('2026-12-01T01:30:00.000Z');
    expect([second!.startDate.isDate, second!.startDate.toString()]).toEqual([true, '2026-12-02']);
    for (const [event, trigger] of [
      [first, '-PT15M'],
      [second, '-PT15H'],
    ] as const) {
      const alarm = event!.component.getFirstSubcomponent('valarm')!;
      expect(String(alarm.getFirstPropertyValue('trigger'))).toBe(trigger);
    }
    await transferDeal(people.maren, deal, people.ben.email);
    expect(await listEvents(address), 'a deal that they do not see any more').toEqual([]);
  });

  test('conditions of a closed deal are in the calendar', async () => {
    const { ben } = people;
    const deal = await addDeal(ben, { companyName: 'Closed' });
    await addTask(ben, deal, { title: 'Call', dueOn: '2027-01-04' });
    const conditions = [{ text: 'Board seat', dueOn: '2027-02-01' }];
    await closeDeal(ben, deal, parseInput(DecisionInput, { stage: 'Invested', conditions }));
    const summaries = (await listEvents(await make(ben))).map(({ summary }) => summary);
    expect(summaries).toContain('Board seat, Closed');
    expect(summaries).not.toContain('Call, Closed');
  });

  test('any company name yields valid lines of up to 75 octets', async () => {
    const address = await make(people.chiara);
    for (const companyName of NAMES)
      await addDeal(people.chiara, { companyName, nextMeetingDate: 'ASAP' });
    const summaries = (await listEvents(address)).map(({ summary }) => summary);
    expect(summaries.toSorted()).toEqual(NAMES.toSorted());
    const text = await (await read(address)).text();
    expect(text).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\nPRODID:/);
    expect(text.endsWith('\r\nEND:VCALENDAR\r\n')).toBe(true);
    expect(text).toContain('\r\nREFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n');
    for (const line of text.split('\r\n')) {
      expect(Buffer.byteLength(line), line).toBeLessThanOrEqual(75);
      expect(line).not.toMatch(/[\n\ufffd]/);
    }
  });

  test('a reminder is set for 9:00 on the day before', async () => {
    await addDeal(people.ana, { companyName: 'Remind', nextMeetingDate: 'ASAP' });
    const events = await listEvents(await make(people.ana));
    for (const { component } of events) {
      const [alarm, ...others] = component.getAllSubcomponents('valarm');
      expect(others).toEqual([]);
      expect(String(alarm!.getFirstPropertyValue('trigger'))).toBe('-PT15H');
      expect(alarm!.getFirstPropertyValue('action')).toBe('DISPLAY');
    }
    expect(events.length).toBeGreaterThan(0);
  });

  test('an empty calendar says why in its file and at /account', async () => {
    const address = await make(people.tomas);
    const why = 'none of your deals has a next meeting that falls due on a day';
    const text = await (await read(address)).text();
    expect(text.replaceAll('\r\n ', '')).toContain(why);
    expect(readText(await renderScreen(account, '/account', { as: people.tomas }))).toContain(why);
    await addDeal(people.tomas, { companyName: 'Due', nextMeetingDate: 'ASAP' });
    expect(readText(await renderScreen(account, '/account', { as: people.tomas }))).not.toContain(
      why,
    );
  });

  test('a closed deal has one event on its look-again day', async () => {
    const address = await make(people.nameless);
    const id = await addDeal(people.nameless, { companyName: 'Shut', nextMeetingDate: 'ASAP' });
    await moveDeal(people.nameless, id, { stage: 'Passed' });
    expect(await listEvents(address)).toEqual([]);
    await moveDeal(people.nameless, id, { stage: 'Passed', lookAgainOn: '2027-03-01' });
    const [event] = await listEvents(address);
    expect([event!.description, event!.startDate.toString()]).toEqual([
      'Follow-up: look again',
      '2027-03-01',
    ]);
    // Closing has ended the meeting, which does not come back with the stage.
    await updateDeal(people.nameless, id, { stage: 'Met' });
    expect(await listEvents(address)).toEqual([]);
  });

  test('an event keeps its UID and ends with the follow-up', async () => {
    const address = await make(people.daichi);
    const id = await addDeal(people.daichi, { companyName: 'Old', nextMeetingDate: 'ASAP' });
    const [before] = await listEvents(address);
    await updateDeal(people.daichi, id, { companyName: 'New', nextMeetingDate: '90 days' });
    const [after, ...others] = await listEvents(address);
    expect(others).toEqual([]);
    expect([after!.uid, after!.summary]).toEqual([before!.uid, 'New']);
    expect(after!.sequence).toBeGreaterThan(before!.sequence);
    expect((await (await read(address)).text()).split('\r\n').sort()).toEqual(
      (await (await read(address)).text()).split('\r\n').sort(),
    );
    await updateDeal(people.daichi, id, { nextMeetingDate: 'N/A' });
    expect(await listEvents(address)).toEqual([]);
    await updateDeal(people.daichi, id, { nextMeetingDate: 'ASAP' });
    await transferDeal(people.daichi, id, people.ben.email);
    expect(await listEvents(address), 'transferred').toEqual([]);
    const other = await addDeal(people.daichi, { companyName: 'X', nextMeetingDate: 'ASAP' });
    await deleteDeal(people.daichi, other);
    expect(await listEvents(address), 'deleted').toEqual([]);
  });

  test('an event reveals only company, reason and URL', async () => {
    const address = await make(people.ben);
    const id = await addDeal(people.ben, {
      companyName: 'Bare',
      nextMeetingDate: 'ASAP',
      comments: 'hidden-1',
      ceoName: 'hidden-2',
      businessIntroduction: 'hidden-3',
      targetFundingSize: 'hidden-4',
    });
    const text = await (await read(address)).text();
    expect(text).toContain('Bare');
    expect(text).toContain(`URL;VALUE=URI:http://localhost:3000/pipeline/${id}\r\n`);
    expect(text.replace(/http:\/\/localhost:3000\/pipeline\/\d+/g, '')).not.toMatch(
      /hidden|http|@demo/,
    );
  });

  test(`the calendar has at most ${MAX_EVENTS} events`, async () => {
    const address = await make(people.maren);
    const now = new Date();
    const rows = Array.from({ length: MAX_EVENTS + 5 }, (_, n) => ({
      userId: people.maren.id,
      companyName: '森'.repeat(60),
      searchText: `${n}`,
      nextMeetingDate: 'ASAP',
      meetingDays: 0,
      meetingDueAt: new Date(now.getTime() + n),
      createdAt: now,
      updatedAt: now,
    }));
    for (let i = 0; i < rows.length; i += 300)
      await transaction(async (tx) => tx.insert(deals).values(rows.slice(i, i + 300)));
    expect(await listEvents(address)).toHaveLength(MAX_EVENTS);
  });
});

describe('the calendar URL (rules 19.13, 19.17, 19.18 and 19.19)', () => {
  test('a calendar URL is shown once, hashed, renewed and ended', async () => {
    const first = await make(people.ana);
    expect(first).toMatch(/^http:\/\/localhost:3000\/calendar\/[\w-]{43}\.ics$/);
    const key = first.slice(-47, -4);
    const [row] = await db.select().from(calendars).where(eq(calendars.userId, people.ana.id));
    expect(row).toMatchObject({ key: hashKey(key), timeZone: 'Asia/Tokyo', lastReadAt: null });
    const shown = await renderScreen(account, '/account', { as: people.ana });
    expect(shown).not.toContain(key);
    expect(readText(shown)).toContain('|Create a new link|Turn off|');
    const second = await make(people.ana);
    expect((await read(first)).status).toBe(404);
    expect((await read(second)).status).toBe(200);
    const end = { as: people.ana, form: { intent: 'end' } };
    expect((await call(calendarPage, 'POST', '/account/calendar', end)).status).toBe(302);
    expect((await read(second)).status).toBe(404);
    const history = await db
      .select()
      .from(historyEvents)
      .where(eq(historyEvents.subjectId, people.ana.id));
    const changed = history.map(({ fields }) => fields.calendar).filter(Boolean);
    expect(changed.slice(-2)).toEqual([
      ['made', 'renewed'],
      ['made', null],
    ]);
    expect(JSON.stringify(history)).not.toContain(key);
  });

  test('a calendar read needs no session and records its time', async () => {
    const address = await make(people.ben);
    const readAt = async () =>
      (await db.select().from(calendars).where(eq(calendars.userId, people.ben.id)))[0]!.lastReadAt;
    expect((await read(address, 'HEAD')).status).toBe(200);
    expect(await readAt()).toBeNull();
    const { headers } = await read(address);
    expect(headers.get('Content-Type')).toBe('text/calendar; charset=utf-8');
    expect(headers.get('Cache-Control')).toContain('private');
    expect(headers.getSetCookie()).toEqual([]);
    await vi.waitFor(async () => expect(await readAt()).not.toBeNull(), { timeout: 20_000 });
    const first = await readAt();
    await read(address);
    expect(await readAt(), 'once an hour').toEqual(first);
    expect(readText(await renderScreen(account, '/account', { as: people.ben }))).toMatch(
      /Last read \w+/,
    );
  });

  test('a calendar URL outlives a password change, not a reset', async () => {
    const address = await make(people.ben);
    const password = { current: people.ben.plainPassword, password: 'another-of-2026' };
    await changePassword(people.ben, password, 'none');
    expect((await read(address)).status).toBe(200);
    await setUserDisabled(people.maren, people.ben.id, true);
    expect((await read(address)).status).toBe(404);
    await setUserDisabled(people.maren, people.ben.id, false);
    expect((await read(address)).status, 'it has ended').toBe(404);
    const next = await make(people.chiara);
    await redeemPasswordLink(await createPasswordLinkKey(people.chiara.id), 'one-by-a-link-2026');
    expect((await read(next)).status).toBe(404);
    const last = await make(people.daichi);
    await deleteUser(people.maren, people.daichi.id);
    expect((await read(last)).status).toBe(404);
  });

  test('an unknown calendar key is 404 and guesses are throttled', async () => {
    const params = { file: `${'x'.repeat(43)}.ics` };
    const guess = async (file: string) =>
      call(calendarFile, 'GET', `/calendar/${file}`, {
        params: { file },
        context: { address: '198.51.100.9' },
      });
    for (const file of [params.file, 'x.ics', '.ics', 'x'.repeat(43), `${'x'.repeat(44)}.ics`])
      expect((await guess(file)).status).toBe(404);
    const statuses = [];
    for (let n = 0; n < 30; n++) statuses.push((await guess(`guess-${n}.ics`)).status);
    expect(statuses.at(-1)).toBe(429);
  });
});
