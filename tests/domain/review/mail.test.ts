import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ScheduledMail } from '~/domain/mail/scheduled.server';
import { receivedMails, refuseMails, stopMails } from '../../support/mail-server';

const { eq } = await import('drizzle-orm');
const { db } = await import('#db/client');
const { deals, preferences, users } = await import('#db/schema');
const { transaction } = await import('#db/transaction');
const { updateMailSettings, getMailSettings } =
  await import('~/domain/user/mail-subscription.server');
const { sendDueTaskMails } = await import('~/jobs/mail/task-mail.server');
const { sendDueMails } = await import('~/domain/mail/scheduled.server');
const { addTask, updateTask } = await import('~/domain/task/edit.server');
const { getDueTime, sendDueReviewMails } = await import('~/jobs/mail/review-mail.server');
const unsubscribePage = await import('~/routes/unsubscribe.$key');
const accountPage = await import('~/routes/account/route');
const { call, createCast } = await import('../../support/cast');
const { addDeal, deleteDeals } = await import('../../support/deals');
const { readText, renderScreen } = await import('../../support/render-screen');

const NEW_YORK = { language: 'en-US', timeZone: 'America/New_York' };
const people = await createCast();
afterAll(stopMails);
beforeEach(async () => {
  receivedMails.length = 0;
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-19T12:00:00Z') });
  await updateMailSettings(people.ana, { review: true, tasks: false }, NEW_YORK);
  await addDeal(people.ana, { companyName: 'Quillmoor', nextMeetingDate: 'ASAP' });
  await addDeal(people.ben, { companyName: 'Of Ben', nextMeetingDate: 'ASAP' });
});
afterEach(async () => {
  refuseMails(false);
  vi.useRealTimers();
  await deleteDeals();
  await transaction(async (tx) => tx.delete(preferences));
});

async function sendAt(moment: string): Promise<string[]> {
  vi.setSystemTime(new Date(moment));
  await sendDueReviewMails();
  return receivedMails.splice(0);
}
const MONDAY_7 = '2026-11-23T12:00:00Z';
const getUnsubscribeKey = async () => (await db.select().from(preferences))[0]!.unsubscribeKey!;

describe('review mails (rules 20.13 and 20.14)', () => {
  test('subscribers get their review with a one-click unsubscribe', async () => {
    expect(await sendAt('2026-11-23T11:59:59Z')).toEqual([]);
    const [mail, ...others] = await sendAt(MONDAY_7);
    expect(others).toEqual([]);
    const link = `https://deals.fund.example/unsubscribe/${await getUnsubscribeKey()}`;
    expect(mail).toContain('To: ana@demo.example');
    expect(mail).toContain('Subject: Review of Nov 23, 2026');
    expect(mail).toContain(`List-Unsubscribe: <${link}>`);
    expect(mail).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(mail).toContain('Urgent: 1');
    expect(mail).toMatch(
      /Quillmoor\r\n {2}ASAP since Nov 19, 4 days\r\n {2}https:.*\/pipeline\/\d/,
    );
    expect(mail).toContain('added Nov 19 by Ana');
    expect(mail).toContain('https://deals.fund.example/review');
    expect(mail!.split(link)).toHaveLength(3);
    expect(mail).not.toContain('Of Ben');
  });

  test('the review mail is sent once a week, even by two processes', async () => {
    vi.setSystemTime(new Date(MONDAY_7));
    await Promise.all([sendDueReviewMails(), sendDueReviewMails(), sendDueReviewMails()]);
    expect(receivedMails.splice(0)).toHaveLength(1);
    // On the 22nd the clock has been set back.
    for (const hour of ['23T22', '24T12', '22T12', '23T13', '30T11'])
      expect(await sendAt(`2026-11-${hour}:00:00Z`), hour).toEqual([]);
    expect(await sendAt('2026-11-30T12:00:00Z')).toHaveLength(1);
  });

  test('a failed review mail is logged and tried three times', async () => {
    const logged = vi.mocked(console.error).mockImplementation(() => undefined);
    refuseMails(true);
    for (let n = 0; n < 2; n++) await sendAt(MONDAY_7);
    expect(logged).toHaveBeenCalledTimes(2);
    refuseMails(false);
    expect(await sendAt('2026-11-23T12:10:00Z')).toHaveLength(1);
    refuseMails(true);
    for (let n = 0; n < 5; n++) await sendAt('2026-12-07T12:00:00Z');
    expect(logged).toHaveBeenCalledTimes(5);
    logged.mockClear();
  });

  test('a mail that could not be composed is tried again', async () => {
    const logged = vi.mocked(console.error).mockImplementation(() => undefined);
    const now = new Date(MONDAY_7);
    vi.setSystemTime(now);
    const compose = vi.fn<ScheduledMail['compose']>().mockRejectedValueOnce(new Error('busy'));
    const mail: ScheduledMail = {
      enabledSinceColumn: 'reviewMailSince',
      sentAtColumn: 'reviewMailedAt',
      failureMessage: 'The review mail was not sent.',
      findDueTime: () => now,
      compose,
    };
    for (const _ of ['fails', 'has nothing to send', 'is done']) await sendDueMails(mail, now);
    expect(compose).toHaveBeenCalledTimes(2);
    expect(logged).toHaveBeenCalledTimes(1);
    logged.mockClear();
  });

  test('no review mail is sent if empty or if login is not allowed', async () => {
    await deleteDeals();
    expect(await sendAt(MONDAY_7)).toEqual([]);
    await transaction(async (tx) => tx.update(preferences).set({ reviewMailedAt: null }));
    await addDeal(people.ana, { companyName: 'Quillmoor' });
    const set = (values: object) =>
      transaction(async (tx) => tx.update(users).set(values).where(eq(users.id, people.ana.id)));
    await set({ disabledAt: new Date() });
    expect(await sendAt(MONDAY_7)).toEqual([]);
    await set({ disabledAt: null, approvalStatus: 'rejected' });
    expect(await sendAt(MONDAY_7)).toEqual([]);
    await set({ approvalStatus: 'approved' });
    expect(await sendAt(MONDAY_7)).toHaveLength(1);
  });

  test('a clock that was ahead ends no mails', async () => {
    await sendAt('2026-12-14T12:00:00Z');
    expect(await sendAt(MONDAY_7)).toHaveLength(1);
    expect(await sendAt(MONDAY_7)).toEqual([]);
  });

  test('a subscription on Monday morning starts the next Monday', async () => {
    await transaction(async (tx) => tx.delete(preferences));
    vi.setSystemTime(new Date('2026-11-23T13:00:00Z'));
    await updateMailSettings(people.ana, { review: true, tasks: false }, NEW_YORK);
    expect(await sendAt('2026-11-23T13:05:00Z')).toEqual([]);
    expect(await sendAt('2026-11-30T12:00:00Z')).toHaveLength(1);
  });

  test.each([
    ['UTC', '2026-11-23T06:59:59Z', '2026-11-23T07:00:00Z'],
    ['Asia/Shanghai', '2026-11-22T22:59:59Z', '2026-11-22T23:00:00Z'],
    ['America/New_York', '2026-11-02T11:59:59Z', '2026-11-02T12:00:00Z'],
    ['America/New_York', '2026-10-26T10:59:59Z', '2026-10-26T11:00:00Z'],
    ['Europe/Berlin', '2026-03-30T04:59:59Z', '2026-03-30T05:00:00Z'],
  ])('the review mail in %s is not due at %s, but at %s', (timeZone, before, then) => {
    expect(getDueTime(timeZone, new Date(before))).toBeUndefined();
    expect(getDueTime(timeZone, new Date(then))?.toISOString()).toBe(new Date(then).toISOString());
  });
});

describe('task mails (rule 25.14)', () => {
  let deal: number;
  beforeEach(async () => {
    await updateMailSettings(people.ana, { review: false, tasks: true }, NEW_YORK);
    deal = await addDeal(people.ana, { companyName: 'Quillmoor' });
  });
  async function tasksAt(moment: string): Promise<string[]> {
    vi.setSystemTime(new Date(moment));
    await Promise.all([sendDueTaskMails(), sendDueTaskMails()]);
    return receivedMails.splice(0);
  }

  test('subscribers get due and overdue tasks once, with a link out', async () => {
    await addTask(people.ana, deal, { title: 'Call Ines', dueOn: '2026-11-24', dueAt: '10:30' });
    await addTask(people.ana, deal, { title: 'Late one', dueOn: '2026-11-22' });
    await addTask(people.ana, deal, { title: 'Next week', dueOn: '2026-12-01' });
    await addTask(people.ana, deal, { title: 'Is done', dueOn: '2026-11-24', done: true });
    const userId = people.tomas.id;
    await addTask(people.ana, deal, { title: 'Of Tomas', dueOn: '2026-11-24', userId });
    expect(await tasksAt('2026-11-23T20:00:00Z'), 'no day of a task').toEqual([]);
    expect(await tasksAt('2026-11-24T12:59:59Z')).toEqual([]);
    const [mail, ...others] = await tasksAt('2026-11-24T13:00:00Z');
    expect(others).toEqual([]);
    const link = `https://deals.fund.example/unsubscribe/${await getUnsubscribeKey()}?mail=tasks`;
    expect(mail).toContain('To: ana@demo.example');
    expect(mail).toContain('Subject: Your tasks of Nov 24, 2026');
    expect(mail).toContain(`List-Unsubscribe: <${link}>`);
    expect(mail).toContain(
      `- Call Ines, Quillmoor, 10:30\r\n  https://deals.fund.example/pipeline/${deal}`,
    );
    expect(mail).toContain('- Late one, Quillmoor, 2 days overdue');
    expect(mail).not.toMatch(/Next week|Is done|Of Tomas/);
    expect(await tasksAt('2026-11-24T13:05:00Z'), 'once').toEqual([]);
    expect(await tasksAt('2026-12-01T12:00:00Z')).toEqual([]);
    expect(await tasksAt('2026-12-01T13:00:00Z')).toHaveLength(1);
  });

  test('a failed task mail is retried, without hidden deals', async () => {
    const id = await addTask(people.ana, deal, { title: 'Call', dueOn: '2026-11-24' });
    const logged = vi.mocked(console.error).mockImplementation(() => undefined);
    refuseMails(true);
    await tasksAt('2026-11-24T13:00:00Z');
    refuseMails(false);
    logged.mockClear();
    expect(await tasksAt('2026-11-24T13:05:00Z')).toHaveLength(1);
    await updateTask(people.ana, deal, id, { dueOn: '2026-11-25' });
    await transaction(async (tx) =>
      tx.update(deals).set({ userId: people.ben.id }).where(eq(deals.id, deal)),
    );
    expect(await tasksAt('2026-11-25T13:00:00Z')).toEqual([]);
  });

  test('the link of a task mail ends task mails but not reviews', async () => {
    await updateMailSettings(people.ana, { review: true, tasks: true }, NEW_YORK);
    const sent = { params: { key: await getUnsubscribeKey() } };
    const path = `/unsubscribe/${sent.params.key}?mail=tasks`;
    expect(await renderScreen(unsubscribePage, path, sent)).toContain('Stop receiving your tasks');
    const form = { 'List-Unsubscribe': 'One-Click' };
    expect((await call(unsubscribePage, 'POST', path, { ...sent, form })).status).toBe(200);
    expect(await getMailSettings(people.ana, NEW_YORK.timeZone)).toMatchObject({
      review: true,
      tasks: false,
    });
    expect(await renderScreen(unsubscribePage, path, sent)).toContain('no longer get your tasks');
  });
});

describe('mail subscriptions (rules 20.13 and 20.15)', () => {
  test('the account page turns review and task mails on and off', async () => {
    await transaction(async (tx) => tx.delete(preferences));
    expect(await getMailSettings(people.ana, NEW_YORK.timeZone)).toMatchObject({ review: false });
    expect(await sendAt(MONDAY_7)).toEqual([]);
    const shown = await renderScreen(accountPage, '/account', { as: people.ana });
    expect(shown).toContain('Send me the review by email on Mondays at 7:00');
    expect(shown).toContain('To ana@demo.example, UTC time');
    const save = (form: Record<string, string>) =>
      call(accountPage, 'POST', '/account', {
        as: { cookie: `${people.ana.cookie}; __Host-tz=Asia/Shanghai` },
        form: { intent: 'review mail', ...form },
      });
    expect((await save({ reviewMail: 'on', taskMail: 'on' })).status).toBe(302);
    const all = { review: true, tasks: true, timeZone: 'Asia/Shanghai' };
    expect(await getMailSettings(people.ana, NEW_YORK.timeZone)).toMatchObject(all);
    await save({});
    expect(await getMailSettings(people.ana, NEW_YORK.timeZone)).toMatchObject({ review: false });
  });

  test('mails keep their time zone until it is replaced', async () => {
    const traveller = { cookie: `${people.ana.cookie}; __Host-tz=Asia/Shanghai` };
    const save = (form: Record<string, string>) =>
      call(accountPage, 'POST', '/account', {
        as: traveller,
        form: { intent: 'review mail', reviewMail: 'on', ...form },
      });
    const getZone = async () => (await getMailSettings(people.ana, NEW_YORK.timeZone))?.timeZone;
    const shown = await renderScreen(accountPage, '/account', { as: traveller });
    expect(readText(shown)).toContain('|Use Asia/Shanghai time from now on|');
    await save({});
    expect(await getZone()).toBe('America/New_York');
    await save({ replacesTimeZone: 'on' });
    expect(await getZone()).toBe('Asia/Shanghai');
  });

  test('a mail link unsubscribes by its button but not by a visit', async () => {
    const key = await getUnsubscribeKey();
    const sent = { params: { key } };
    expect(await renderScreen(unsubscribePage, `/unsubscribe/${key}`, sent)).toContain(
      'Unsubscribe',
    );
    for (const method of ['GET', 'HEAD'])
      expect((await call(unsubscribePage, method, `/unsubscribe/${key}`, sent)).status).toBe(200);
    expect(await getMailSettings(people.ana, NEW_YORK.timeZone)).toMatchObject({ review: true });
    const form = { 'List-Unsubscribe': 'One-Click' };
    for (let n = 0; n < 2; n++) {
      const answer = await call(unsubscribePage, 'POST', `/unsubscribe/${key}`, { ...sent, form });
      expect(answer.status).toBe(200);
    }
    expect(await getMailSettings(people.ana, NEW_YORK.timeZone)).toMatchObject({ review: false });
    expect(await sendAt(MONDAY_7)).toEqual([]);
    expect(await renderScreen(unsubscribePage, `/unsubscribe/${key}`, sent)).toContain(
      'no longer get the review',
    );
    const unknown = { params: { key: 'x' }, form };
    expect((await call(unsubscribePage, 'POST', '/unsubscribe/x', unknown)).status).toBe(404);
  });
});
