import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { db } from '#db/client';
import { evaluations, historyEvents } from '#db/schema';
import { transaction } from '#db/transaction';
import { setCollaborators } from '~/domain/collaborator/update.server';
import { getDeal } from '~/domain/deal/get.server';
import { updateDeal } from '~/domain/deal/update.server';
import { CRITERIA } from '~/domain/evaluation/criteria';
import { saveEvaluation } from '~/domain/evaluation/update.server';
import { setUserDisabled } from '~/domain/operations/disable-user.server';
import { transferDeal } from '~/domain/operations/transfer-deals.server';
import { deleteDeal } from '~/domain/operations/trash/delete.server';
import { deleteUser } from '~/domain/operations/trash/delete-users.server';
import { listDealHistory } from '~/domain/timeline/deal-history.server';
import { countHistory, listHistory } from '~/domain/timeline/list.server';
import { listScores } from '~/domain/timeline/list-scores.server';
import { getPastEvaluation } from '~/domain/timeline/past-evaluation.server';
import { restoreEvaluation, restoreField } from '~/domain/timeline/restore.server';
import { approveUser } from '~/domain/user/approve.server';
import { changeName } from '~/domain/user/change-name.server';
import { changePassword } from '~/domain/user/change-password.server';
import { changeGroup } from '~/domain/user/role.server';
import { loadHistoryView } from '~/routes/admin_.history/view.server';
import { loadDealHistoryView } from '~/routes/pipeline.$id.history/view.server';
import { getStatus } from '../../support/answers';
import { addPerson, createCast } from '../../support/cast';
import { addDeal, getStoredDeal } from '../../support/deals';

const ALL = { limit: 1_000, offset: 0 };
const DAY = 86_400_000;
const LOCALE = { language: 'en-US', timeZone: 'UTC' };
const { ana, ben, chiara, maren, pia, tomas } = await createCast();

async function timeline(id: number) {
  const history = await listDealHistory(maren, id, ALL);
  return history.map(({ actorEmail: who, subject, kind, fields }) => [
    who,
    `${subject} ${kind}`,
    fields,
  ]);
}
/** The history's form of a first value. */
const added = (values: object) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, [null, value]]));

describe('history of deals (rules 2.12, 10.1, 10.3 and 10.4)', () => {
  test('history has every change of a deal, and none without change', async () => {
    const deal = { companyName: 'Gantrywell', industries: ['AI'], evaluationScore: 6 };
    const id = await addDeal(ana, deal);
    await updateDeal(maren, id, { evaluationScore: 7.5, ceoName: 'Wilhelmina' });
    await updateDeal(maren, id, { evaluationScore: 7.5 });
    await saveEvaluation(ana, id, { marketSize: 9 });
    await transferDeal(maren, id, 'BEN@demo.example');
    const changed = { ceoName: [null, 'Wilhelmina'], evaluationScore: [6, 7.5] };
    expect(await timeline(id)).toEqual([
      [maren.email, 'pipeline changed', { owner: [ana.email, ben.email] }],
      [ana.email, 'evaluation created', added({ marketSize: 9, overallScore: 5.2 })],
      [maren.email, 'pipeline changed', changed],
      [ana.email, 'pipeline created', added(deal)],
    ]);
    expect((await listScores(maren, id)).map(({ score }) => score)).toEqual([6, 7.5]);
    expect((await getDeal(maren, id)).user.email).toBe(ben.email);
    expect(await getStatus(listDealHistory(ana, id, ALL)), 'whose deal it is no more').toBe(404);
  });

  test('restoring a choice or day brings the next meeting back whole', async () => {
    const id = await addDeal(ana, { nextMeetingDate: '30 days', nextMeetingOn: '2027-01-15' });
    const read = async () => {
      const { nextMeetingDate, nextMeetingOn, nextMeetingSetAt, meetingDueAt } =
        (await getStoredDeal(id))!;
      return { nextMeetingDate, nextMeetingOn, nextMeetingSetAt, meetingDueAt };
    };
    const former = await read();
    for (const field of ['nextMeetingDate', 'nextMeetingOn']) {
      await updateDeal(ana, id, { nextMeetingDate: '90 days' });
      const [change] = await listDealHistory(ana, id, ALL);
      await updateDeal(ana, id, { nextMeetingDate: 'ASAP' });
      await restoreField(ana, id, change!.id, field);
      expect(await read(), field).toEqual(former);
    }
  });

  test('restoring brings back former values and evaluations', async () => {
    const former = { industries: ['DX', 'AI'], comments: 'First\nsecond' };
    const id = await addDeal(ana, former);
    await updateDeal(ana, id, { comments: null, industries: [] });
    const [change] = await listDealHistory(ana, id, ALL);
    for (const field of ['comments', 'industries']) await restoreField(ana, id, change!.id, field);
    expect(await getDeal(ana, id)).toMatchObject(former);
    expect(await getStatus(restoreField(ana, id, change!.id, 'ceoName'))).toBe(400);
    expect(await getStatus(restoreField(ben, id, change!.id, 'comments'))).toBe(404);

    const scored = (score: number) => ({
      ...Object.fromEntries(CRITERIA.map(({ key }) => [key, score])),
      teamNotes: `Round ${score}`,
    });
    for (const score of [3, 6, 9]) await saveEvaluation(ana, id, scored(score));
    const history = await listDealHistory(ana, id, ALL);
    const versions = history.filter(({ subject }) => subject === 'evaluation');
    for (const [n, score] of [9, 6, 3].entries()) {
      const { then } = await getPastEvaluation(ana, id, versions[n]!.id);
      expect(then).toMatchObject({ ...scored(score), overallScore: score });
    }
    await restoreEvaluation(ana, id, versions[2]!.id);
    const [now] = await db.select().from(evaluations).where(eq(evaluations.dealId, id));
    expect(now).toMatchObject({ ...scored(3), overallScore: 3 });
  });

  test('a failed change leaves no history', async () => {
    const id = await addDeal(ana);
    const before = await db.$count(historyEvents);
    expect(await getStatus(updateDeal(ana, id, { comments: 'late' }, { version: 99 }))).toBe(412);
    expect(await getStatus(deleteDeal(ben, id))).toBe(404);
    expect(await db.$count(historyEvents)).toBe(before);
  });
});

describe('history of accounts and its readers (rules 2.8, 10.1, 10.2 and 10.5)', () => {
  test('history has every change of an account but no password', async () => {
    const { id, email } = await addPerson(maren, 'new@demo.example');
    await changeGroup(maren, id, 'OnBS');
    await setUserDisabled(maren, id, true);
    await setUserDisabled(maren, id, false);
    await approveUser(maren, pia.id);
    await changeName(chiara, { firstName: 'Clara', lastName: chiara.lastName! });
    const password = { current: chiara.plainPassword, password: 'another-password-2026' };
    await changePassword(chiara, password, 'none');
    const told = await listHistory(maren, { subject: 'account' }, { limit: 7, offset: 0 });
    const made = { email, firstName: 'New', lastName: 'Person', role: 'user', group: 'CCBI' };
    const entries = told.map(({ actorEmail: who, subjectName, kind, fields }) => [
      who,
      subjectName,
      kind,
      fields,
    ]);
    expect(entries).toEqual([
      [chiara.email, chiara.email, 'password changed', {}],
      [chiara.email, chiara.email, 'changed', { firstName: ['Chiara', 'Clara'] }],
      [maren.email, pia.email, 'changed', { approvalStatus: ['pending', 'approved'] }],
      [maren.email, email, 'changed', { disabled: [true, null] }],
      [maren.email, email, 'changed', { disabled: [null, true] }],
      [maren.email, email, 'changed', { group: ['CCBI', 'OnBS'] }],
      [maren.email, email, 'created', added({ ...made, approvalStatus: 'approved' })],
    ]);
    expect(JSON.stringify(await db.select().from(historyEvents))).not.toMatch(
      /\$2[aby]\$|a-password-of-2026|another-password-2026/,
    );
  });

  test('only admins read the history, and nobody changes it', async () => {
    const id = await addDeal(ana, { companyName: '50%_off' });
    await addDeal(ana, { companyName: '50 off' });
    const found = await listHistory(maren, { what: '50%_O' }, ALL);
    expect(found.map(({ subjectId }) => subjectId)).toEqual([String(id)]);
    const [from, until] = [-DAY, DAY].map((time) => new Date(Date.now() + time));
    const filter = { who: 'ana@', kind: 'created', subject: 'pipeline', from, until } as const;
    expect(await countHistory(maren, filter)).toBeGreaterThan(1);
    expect(await countHistory(maren, { until: new Date(0) })).toBe(0);
    for (const viewer of [tomas, ana])
      expect(await getStatus(listHistory(viewer, {}, ALL))).toBe(403);
    const change = transaction(async (tx) => tx.update(historyEvents).set({ kind: 'created' }));
    await expect(change).rejects.toThrow();
    await expect(transaction(async (tx) => tx.delete(historyEvents))).rejects.toThrow();
  });
});

describe('names in the history (rule 10.15)', () => {
  const find = async (query: string) =>
    (await loadHistoryView(maren, new URLSearchParams(query), LOCALE)).changes;

  test('history shows names and stores emails', async () => {
    const id = await addDeal(ana, { companyName: 'Named' });
    await updateDeal(ana, id, { comments: 'Called' });
    await transferDeal(maren, id, ben.email);
    const view = await loadDealHistoryView(maren, id, new URLSearchParams(), LOCALE);
    expect(view.owner).toBe('Ben Okafor');
    const names = view.changes.map(({ who }) => who.name);
    expect(names).toEqual(['Maren Holt', 'Ana Lindqvist', 'Ana Lindqvist']);
    const given = { from: 'Ana Lindqvist', to: 'Ben Okafor' };
    expect(view.changes[0]!.fields[0]).toMatchObject(given);
    expect((await timeline(id))[0]).toContainEqual({ owner: [ana.email, ben.email] });
    for (const who of ['maren holt', 'maren@']) {
      const found = await find(`who=${encodeURIComponent(who)}&what=Named`);
      expect(found.map(({ who: by }) => by.name)).toEqual(['Maren Holt']);
    }
  });

  test('history adds emails only for equal names and deleted users', async () => {
    const about = async (act: string) => (await find(`act=${act}&subject=account`))[0]!.about;
    const one = await addPerson(maren, 'kim@one.example', ['Kim', 'Lee']);
    expect(await about('created')).toEqual({ name: 'Kim Lee' });
    expect((await find('what=Kim Lee&act=created')).length).toBeGreaterThan(0);
    await addPerson(maren, 'kim@two.example', ['Kim', 'Lee']);
    expect(await about('created')).toEqual({ name: 'Kim Lee', email: 'kim@two.example' });
    await deleteUser(maren, one.id);
    expect(await about('deleted')).toEqual({ name: 'kim@one.example' });
  });

  test('an earlier account does not get the name of a later one', async () => {
    const id = await addDeal(ana);
    const one = await addPerson(maren, 'lou@one.example', ['Lou', 'First']);
    await setCollaborators(ana, id, [one.id]);
    await deleteUser(maren, one.id);
    await addPerson(maren, 'lou@one.example', ['Lou', 'Second']);
    const { changes } = await loadDealHistoryView(ana, id, new URLSearchParams(), LOCALE);
    const sentences = changes.flatMap(({ fields }) => fields.map(({ sentence }) => sentence));
    expect(sentences).toContain('lou@one.example added');
  });
});
