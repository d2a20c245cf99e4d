import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '#db/client';
import { merges } from '#db/schema';
import { transaction } from '#db/transaction';
import { listCollaborators } from '~/domain/collaborator/list.server';
import { setCollaborators } from '~/domain/collaborator/update.server';
import { addContact } from '~/domain/contact/edit.server';
import { ContactInput } from '~/domain/contact/schema';
import { addCustomField } from '~/domain/custom-field/create.server';
import { NewCustomField } from '~/domain/custom-field/schema';
import { getDeal } from '~/domain/deal/get.server';
import { updateDeal } from '~/domain/deal/update.server';
import { closeDeal } from '~/domain/decision/move-deal.server';
import { findEvaluation } from '~/domain/evaluation/get.server';
import { saveEvaluation } from '~/domain/evaluation/update.server';
import { addNote } from '~/domain/note/create.server';
import { setUserDisabled } from '~/domain/operations/disable-user.server';
import { deleteDeal } from '~/domain/operations/trash/delete.server';
import { deleteUser } from '~/domain/operations/trash/delete-users.server';
import { listTrash } from '~/domain/operations/trash/list.server';
import { purgeTrash } from '~/domain/operations/trash/purge.server';
import { restoreDeletedDeals, restoreFromTrash } from '~/domain/operations/trash/restore.server';
import { openRound } from '~/domain/round/open.server';
import { addTask } from '~/domain/task/edit.server';
import { TaskInput } from '~/domain/task/schema';
import { listDealHistory } from '~/domain/timeline/deal-history.server';
import { parseInput } from '~/errors';
import { withErrorResponses } from '~/http/server/error-responses.server';
import * as trashPage from '~/routes/admin_.trash/route';
import * as dealsApi from '~/routes/api.pipelines';
import * as dealApi from '~/routes/api.pipelines_.$id';
import * as decisionsApi from '~/routes/api.pipelines_.$id_.decisions';
import * as mergeApi from '~/routes/api.pipelines_.$id_.merge';
import * as splitApi from '~/routes/api.pipelines_.$id_.merge_.$merge';
import * as deletedPage from '~/routes/deleted/route';
import * as dealPage from '~/routes/pipeline.$id._index/route';
import * as deletePage from '~/routes/pipeline.$id.delete/route';
import * as historyPage from '~/routes/pipeline.$id.history/route';
import * as mergePage from '~/routes/pipeline.$id.merge/route';
import { readErrors } from '../support/answers';
import { uploadAttachment } from '../support/attachments';
import { call, type CastMember, createCastForEach } from '../support/cast';
import { addDeal, getStoredDeal } from '../support/deals';
import { findTags, listSentFields, readText, renderScreen } from '../support/render-screen';
import { readOutcome, successOutcome } from '../support/toast';

const people = createCastForEach();
let one: number;
let two: number;
beforeEach(async () => {
  one = await addDeal(people.ana, { companyName: 'Gantrywell', ceoName: 'Mei' });
  two = await addDeal(people.ben, { companyName: 'Gantrywell Ltd', comments: 'Warm' });
});

const at = (id: number, merge?: number) => ({
  params: { id: String(id), ...(merge && { merge: String(merge) }) },
});
const post = (as: CastMember, id: number, json: unknown) =>
  call(mergeApi, 'POST', `/api/pipelines/${id}/merge`, { as, ...at(id), json });
const split = (as: CastMember, id: number, merge: number) =>
  call(splitApi, 'DELETE', `/api/pipelines/${id}/merge/${merge}`, { as, ...at(id, merge) });
async function merged(as: CastMember, id: number, json: unknown): Promise<number> {
  const answer = await post(as, id, json);
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { id: number }).id;
}
const names = async (as: CastMember) =>
  (
    (await (await call(dealsApi, 'GET', '/api/pipelines', { as })).json()) as {
      companyName: string;
    }[]
  )
    .map(({ companyName }) => companyName)
    .sort();
const emailsOn = async (id: number) =>
  (await listCollaborators(people.maren, id)).map(({ email }) => email).sort();
const history = (id: number) => listDealHistory(people.maren, id, { limit: 100, offset: 0 });

describe('merging two deals (rules 23.4, 23.15 and 23.16)', () => {
  test('the winner gets the latest, only or chosen values', async () => {
    const { ana, tomas } = people;
    await updateDeal(ana, one, { cfoName: 'Old', fundingRound: 'A' });
    await updateDeal(tomas, two, { ceoName: 'Kofi', cfoName: 'New', fundingRound: 'B' });
    await updateDeal(ana, one, { companyName: 'Gantrywell Inc' });
    const body = (await (
      await post(tomas, one, { otherId: two, fields: { cfoName: 'this', cooName: 'other' } })
    ).json()) as object;
    expect(body).toEqual({ id: expect.any(Number) as number, pipelineId: one, otherId: two });
    expect(await getStoredDeal(one)).toMatchObject({
      companyName: 'Gantrywell Inc',
      ceoName: 'Kofi',
      cfoName: 'Old',
      fundingRound: 'B',
      comments: 'Warm',
      userId: ana.id,
    });
    expect(await getStoredDeal(two)).toBeUndefined();
    expect(await names(tomas)).toEqual(['Gantrywell Inc']);
  });

  test('custom fields merge by key, archived ones too', async () => {
    const { ana, maren, tomas } = people;
    const { key } = await addCustomField(
      maren,
      parseInput(NewCustomField, { name: 'Source', kind: 'text' }),
    );
    await updateDeal(ana, one, { fields: { [key]: 'A fair' } });
    await updateDeal(tomas, two, { fields: { [key]: 'A friend' } });
    await merged(tomas, one, { otherId: two, fields: { [`fields.${key}`]: 'this' } });
    expect((await getStoredDeal(one))!.fields).toEqual({ [key]: 'A fair' });
  });

  test('a next meeting keeps the day when it was set', async () => {
    await updateDeal(people.ben, two, { nextMeetingDate: '30 days' });
    const { nextMeetingSetAt, meetingDueAt } = (await getStoredDeal(two))!;
    await merged(people.tomas, one, { otherId: two });
    expect(await getStoredDeal(one)).toMatchObject({ nextMeetingSetAt, meetingDueAt });
  });

  test('a closed deal does not take a meeting unless chosen', async () => {
    await updateDeal(people.ana, one, { stage: 'Passed' });
    await updateDeal(people.ben, two, { nextMeetingDate: 'ASAP', nextMeetingOn: '2027-12-01' });
    const merge = await merged(people.tomas, one, { otherId: two });
    expect(await getStoredDeal(one)).toMatchObject({ nextMeetingDate: null, nextMeetingOn: null });
    await split(people.tomas, one, merge);
    await merged(people.tomas, one, { otherId: two, fields: { nextMeetingDate: 'other' } });
    expect(await getStoredDeal(one)).toMatchObject({ nextMeetingDate: 'ASAP' });
  });

  test.each([
    [{ nextMeetingDate: 'this' }, { nextMeetingDate: '30 days', nextMeetingOn: null }],
    [{ nextMeetingOn: 'this' }, { nextMeetingDate: '30 days', nextMeetingOn: null }],
    [{ nextMeetingOn: 'other' }, { nextMeetingDate: 'ASAP', nextMeetingOn: '2027-12-01' }],
    [{}, { nextMeetingDate: 'ASAP', nextMeetingOn: '2027-12-01' }],
  ])('a merge with %j takes the meeting of one deal', async (fields, stored) => {
    await updateDeal(people.ana, one, { nextMeetingDate: '30 days' });
    await updateDeal(people.ben, two, { nextMeetingDate: 'ASAP', nextMeetingOn: '2027-12-01' });
    await merged(people.tomas, one, { otherId: two, fields });
    expect(await getStoredDeal(one)).toMatchObject(stored);
  });

  test('the choice set last does not combine with an older day', async () => {
    const { ana, ben, tomas } = people;
    await updateDeal(ben, two, { nextMeetingDate: '90 days', nextMeetingOn: '2027-12-01' });
    await updateDeal(ana, one, { nextMeetingDate: 'ASAP' });
    await merged(tomas, one, { otherId: two });
    expect(await getStoredDeal(one)).toMatchObject({
      nextMeetingDate: 'ASAP',
      nextMeetingOn: null,
    });
  });

  test('a merge needs two different deals that the user manages', async () => {
    const { ana, ben, chiara } = people;
    const own = await addDeal(ana, { companyName: 'Other' });
    const statuses = async (as: CastMember) => [
      (await post(as, one, { otherId: two })).status,
      (await post(as, two, { otherId: one })).status,
    ];
    expect(await statuses(chiara)).toEqual([404, 404]);
    expect(await statuses(ana)).toEqual([404, 404]);
    await setCollaborators(ben, two, [ana.id, chiara.id]);
    await setCollaborators(ana, one, [chiara.id]);
    expect(await statuses(ana)).toEqual([403, 403]);
    expect(await statuses(chiara)).toEqual([403, 403]);
    const self = await post(ana, one, { otherId: one });
    expect([self.status, Object.keys(await readErrors(self))]).toEqual([400, ['otherId']]);
    expect((await post(ana, one, { otherId: 4_000_000 })).status).toBe(404);
    expect(await names(people.maren)).toHaveLength(3);
    await merged(ana, one, { otherId: own });
  });

  test.each([
    [{ otherId: 'two' }, 'otherId'],
    [{}, 'otherId'],
    [{ otherId: -1 }, 'otherId'],
    [{ fields: { companyName: 'theirs' } }, 'fields.companyName'],
    [{ fields: { nothing: 'this' } }, 'fields.nothing'],
    [{ fields: { 'fields.nothing': 'other' } }, 'fields.fields.nothing'],
    [{ fields: { stage: 'other' } }, 'fields.stage'],
    [{ fields: { id: 'other' } }, 'fields.id'],
    [{ fields: { nextMeetingDate: 'this', nextMeetingOn: 'other' } }, 'fields.nextMeetingOn'],
    [{ fields: ['companyName'] }, 'fields'],
  ])('a merge with %j is refused for %s', async (body, path) => {
    const sent = path === 'otherId' ? body : { otherId: two, ...body };
    const answer = await post(people.tomas, one, sent);
    expect([answer.status, Object.keys(await readErrors(answer))]).toEqual([400, [path]]);
    expect(await getStoredDeal(two)).toBeDefined();
  });

  test("a merge accepts the keys of PUT and keeps the winner's stage", async () => {
    const { tomas } = people;
    await updateDeal(tomas, two, { stage: 'Met' });
    await merged(tomas, one, { otherId: two, fields: { stage: 'this', industries: 'other' } });
    expect((await getDeal(tomas, one)).stage).toBe('New');
  });
});

describe('records of the loser (rule 23.16)', () => {
  test("a merge moves the loser's records and collaborators", async () => {
    const { ana, ben, chiara, tomas } = people;
    await addNote(ben, two, 'Called them');
    await addContact(ben, two, parseInput(ContactInput, { name: 'Ines' }));
    await addTask(ben, two, parseInput(TaskInput, { title: 'Write' }));
    await uploadAttachment(ben, two, 'deck.pdf');
    await closeDeal(ben, two, { stage: 'Passed', reason: 'Team', text: null, lookAgainOn: null });
    await setCollaborators(ben, two, [chiara.id, ana.id]);
    const before = await history(two);
    await merged(tomas, one, { otherId: two });
    expect(await emailsOn(one)).toEqual([ben.email, chiara.email].sort());
    const page = readText(
      await renderScreen(dealPage, `/pipeline/${one}`, { as: ana, ...at(one) }),
    );
    for (const text of ['Called them', 'Ines', 'Write', 'deck.pdf', 'Passed: Team'])
      expect(page).toContain(text);
    const answer = await call(decisionsApi, 'GET', `/api/pipelines/${one}/decisions`, {
      as: ana,
      ...at(one),
    });
    expect(await answer.json()).toMatchObject([{ stage: 'Passed', reason: 'Team' }]);
    const [told, ...rest] = await history(one);
    expect(told!.fields).toEqual({ mergedInto: [null, 'Gantrywell Ltd'] });
    expect(rest.map(({ id }) => id)).toEqual(expect.arrayContaining(before.map(({ id }) => id)));
    expect(rest[0]!.fields).toEqual({
      mergedWith: [null, 'Gantrywell Ltd'],
      brought: [null, '1 note, 1 contact, 1 task, 1 file, 1 decision'],
      members: [[], [ben.email, chiara.email]],
    });
    const shown = readText(
      await renderScreen(historyPage, `/pipeline/${one}/history`, { as: ana, ...at(one) }),
    );
    expect(shown).toContain('|Deal merged|Gantrywell Ltd|');
    expect(shown).toContain('|Merged into|empty|');
    expect(shown).toContain('|Merged with|empty|');
    expect(shown).not.toContain('Deal deleted');
    expect(shown).toContain('|Contact created|Ines|Gantrywell Ltd|');
  });

  test('an owner who cannot sign in becomes no collaborator', async () => {
    const { ben, maren, tomas } = people;
    await setUserDisabled(maren, ben.id, true);
    const id = await merged(tomas, one, { otherId: two });
    expect(await emailsOn(one)).toEqual([]);
    await split(tomas, one, id);
    expect((await getStoredDeal(two))!.userId).toBe(ben.id);
  });

  test('a merge keeps the latest evaluation and versions the other', async () => {
    const { ana, ben, tomas } = people;
    await saveEvaluation(ben, two, { marketSize: 3, marketNotes: 'Small' });
    await saveEvaluation(ana, one, { marketSize: 9 });
    await merged(tomas, one, { otherId: two });
    expect(await findEvaluation(ana, one)).toMatchObject({ marketSize: 9, marketNotes: null });
    const version = (await history(one)).find(
      ({ subject, subjectId }) => subject === 'evaluation' && subjectId === String(two),
    )!;
    const path = `/pipeline/${one}/history?version=${version.id}`;
    const html = readText(await renderScreen(historyPage, path, { as: ana, ...at(one) }));
    expect(html).toContain('Small');
  });
});

describe('the loser (rule 23.19)', () => {
  test('a URL of the loser leads to the winner', async () => {
    const { ana, ben, chiara, tomas } = people;
    const third = await addDeal(people.chiara, { companyName: 'Gantrywell' });
    await merged(tomas, one, { otherId: two });
    await merged(tomas, third, { otherId: one });
    const led = withErrorResponses({
      routes: {
        deal: { module: dealPage },
        history: { module: historyPage },
        api: { module: dealApi },
      },
    }).routes;
    const get = async (name: keyof typeof led, as: CastMember, path: string) => {
      const answer = await call(led[name].module, 'GET', path, { as, ...at(two) });
      return [answer.status, answer.headers.get('Location')];
    };
    const page = `/pipeline/${two}`;
    const found = [302, `/pipeline/${third}`];
    expect(await get('deal', ben, page)).toEqual(found);
    expect(await get('deal', ana, page)).toEqual(found);
    expect(await get('deal', chiara, page)).toEqual(found);
    expect(await get('history', tomas, `${page}/history?page=2`)).toEqual([
      302,
      `/pipeline/${third}/history?page=2`,
    ]);
    expect(await get('api', ben, `/api/pipelines/${two}`)).toEqual([
      302,
      `/api/pipelines/${third}`,
    ]);
    const stranger = people.daichi;
    expect(await get('deal', stranger, page)).toEqual([404, null]);
    const put = await call(led.api.module, 'PUT', `/api/pipelines/${two}`, {
      as: ben,
      ...at(two),
      json: { comments: 'x' },
    });
    expect(put.status).toBe(404);
  });

  test('a deletion of the loser leads to the winner', async () => {
    const { tomas } = people;
    await merged(tomas, one, { otherId: two });
    const { routes } = withErrorResponses({ routes: { delete: { module: deletePage } } });
    const path = `/pipeline/${two}/delete`;
    const answer = await call(routes.delete.module, 'POST', path, {
      as: tomas,
      ...at(two),
      form: {},
    });
    expect(await answer.json()).toMatchObject({
      title: 'This deal has been merged',
      mergedInto: `/pipeline/${one}`,
    });
  });

  test('a URL of the loser leads evaluators to the winner', async () => {
    const { chiara, ben, tomas } = people;
    await openRound(ben, two, { userIds: [chiara.id], until: '2199-12-31' });
    await merged(tomas, one, { otherId: two });
    await expect(getDeal(chiara, two)).rejects.toMatchObject({ mergedDeal: { to: one } });
  });

  test('a merged loser is in the trash and cannot be restored', async () => {
    const { maren, tomas } = people;
    const id = await merged(tomas, one, { otherId: two });
    const [entry] = await listTrash(maren, { limit: 1, offset: 0 });
    const why = 'This deal was merged into Gantrywell Ltd. Split them there.';
    await expect(restoreFromTrash(maren, entry!.id)).rejects.toMatchObject({
      status: 409,
      message: why,
    });
    expect(await restoreDeletedDeals(tomas, [entry!.id])).toEqual({
      restored: [],
      skipReasons: [why],
    });
    for (const [page, as] of [
      [trashPage, maren],
      [deletedPage, tomas],
    ] as const) {
      const html = await renderScreen(page, '/admin/trash', { as });
      expect(readText(html)).toContain('Merged into Gantrywell Ltd|');
      expect(findTags(html, 'a').join()).toContain(`/pipeline/${one}/merge/${id}`);
      expect(readText(html)).not.toContain('|Restore|');
    }
    await split(tomas, one, id);
    expect((await listTrash(maren, { limit: 1, offset: 0 }))[0]?.id).not.toBe(entry!.id);
  });
});

describe('splitting (rules 23.17, 23.18 and 23.20)', () => {
  test('the deal page offers to split the 20 latest merges', async () => {
    const { ana, maren } = people;
    for (let n = 1; n <= 21; n++) {
      const otherId = await addDeal(ana, { companyName: `Part ${n}.` });
      await merged(maren, one, { otherId });
    }
    const text = readText(
      await renderScreen(dealPage, `/pipeline/${one}`, { as: ana, ...at(one) }),
    );
    expect(text).not.toContain('Merged with Part 1.');
    expect(text).toMatch(/Merged with Part 2\..*Merged with Part 21\./);
    expect(text).toContain('To split earlier merges, open the');
  });

  test('a split restores both sides and keeps later changes', async () => {
    const { ana, ben, chiara, tomas } = people;
    await addNote(ben, two, 'Before');
    await saveEvaluation(ana, one, { marketSize: 9 });
    await saveEvaluation(ben, two, { marketSize: 3 });
    await setCollaborators(ben, two, [chiara.id]);
    await updateDeal(ben, two, { ceoName: 'Kofi', fundingRound: 'B' });
    const first = (await getStoredDeal(one))!;
    const second = (await getStoredDeal(two))!;
    const id = await merged(tomas, one, { otherId: two });
    await updateDeal(ana, one, { ceoName: 'Edited' });
    await addNote(ana, one, 'Since');
    await addContact(ana, one, parseInput(ContactInput, { name: 'Ines' }));
    expect((await split(ana, one, id)).status).toBe(200);
    const { submission: _, ...asItWas } = second;
    expect(await getStoredDeal(two)).toMatchObject(asItWas);
    const { version: __, updatedAt: ___, notedAt: ____, ...winner } = first;
    expect(await getStoredDeal(one)).toMatchObject({
      ...winner,
      ceoName: 'Edited',
      searchText: expect.stringContaining('edited') as string,
    });
    expect(await findEvaluation(ana, one)).toMatchObject({ marketSize: 9 });
    expect(await findEvaluation(ben, two)).toMatchObject({ marketSize: 3 });
    expect([await emailsOn(one), await emailsOn(two)]).toEqual([[], [chiara.email]]);
    const texts = async (as: CastMember, deal: number) =>
      readText(await renderScreen(dealPage, `/pipeline/${deal}`, { as, ...at(deal) }));
    const page = await texts(ana, one);
    const other = await texts(ben, two);
    expect([page.includes('Since'), page.includes('Ines'), page.includes('Before')]).toEqual([
      true,
      true,
      false,
    ]);
    expect([other.includes('Since'), other.includes('Before')]).toEqual([false, true]);
    expect((await history(one)).map(({ subjectId }) => subjectId)).not.toContain(String(two));
  });

  test('a split keeps later evaluations and collaborators', async () => {
    const { ana, ben, tomas } = people;
    await saveEvaluation(ben, two, { marketSize: 3 });
    const id = await merged(tomas, one, { otherId: two });
    await saveEvaluation(ana, one, { marketSize: 4 });
    await setCollaborators(ana, one, []);
    await new Promise((done) => setTimeout(done, 2));
    await setCollaborators(ana, one, [ben.id]);
    await split(tomas, one, id);
    expect(await findEvaluation(ana, one)).toMatchObject({ marketSize: 4 });
    expect(await emailsOn(one)).toEqual([ben.email]);
  });

  test('history of the loser says who lost access by the split', async () => {
    const { ben, chiara, tomas } = people;
    await setCollaborators(ben, two, [chiara.id]);
    const merge = await merged(tomas, one, { otherId: two });
    await setCollaborators(tomas, one, [ben.id]);
    await split(tomas, one, merge);
    expect((await history(two))[0]!.fields).toEqual({ members: [[chiara.email], []] });
  });

  test('a collaborator removed since the merge sees neither deal', async () => {
    const { ana, ben, chiara, tomas } = people;
    await setCollaborators(ben, two, [chiara.id, ana.id]);
    const id = await merged(tomas, one, { otherId: two });
    await setCollaborators(ana, one, [ben.id]);
    await split(tomas, one, id);
    expect(await names(chiara)).toEqual([]);
    expect(await emailsOn(two)).toEqual([ana.email]);
  });

  test('a second, late or unauthorised split is refused', async () => {
    const { ana, ben, chiara, tomas } = people;
    const id = await merged(tomas, one, { otherId: two });
    expect((await split(ben, one, id)).status).toBe(403);
    expect((await split(chiara, one, id)).status).toBe(404);
    expect((await split(ana, one, id + 1)).status).toBe(404);
    expect((await split(ana, two, id)).status).toBe(404);
    expect((await split(ana, one, id)).status).toBe(200);
    expect((await split(ana, one, id)).status).toBe(409);
    const again = await merged(tomas, one, { otherId: two });
    const late = new Date(Date.now() - 30 * 86_400_000);
    await transaction(async (tx) =>
      tx.update(merges).set({ mergedAt: late }).where(eq(merges.id, again)),
    );
    expect((await split(ana, one, again)).status).toBe(409);
    const html = await renderScreen(dealPage, `/pipeline/${one}`, { as: ana, ...at(one) });
    expect(readText(html)).not.toContain('Split again');
  });

  test('a deleted winner is split only after its restore', async () => {
    const { ana, ben, maren, tomas } = people;
    await addContact(ben, two, parseInput(ContactInput, { name: 'Ines' }));
    const id = await merged(tomas, one, { otherId: two });
    const { entries } = await deleteDeal(ana, one);
    expect((await split(tomas, one, id)).status).toBe(409);
    expect((await split(ana, one, id)).status).toBe(404);
    expect((await call(dealApi, 'GET', '/', { as: tomas, ...at(two) })).status).toBe(404);
    await restoreFromTrash(maren, entries[0]!);
    expect((await split(ana, one, id)).status).toBe(200);
    expect(
      readText(await renderScreen(dealPage, `/pipeline/${two}`, { as: ben, ...at(two) })),
    ).toContain('Ines');
  });

  test('the trash offers no split while the winner is deleted', async () => {
    const { maren, tomas } = people;
    await merged(tomas, one, { otherId: two });
    await deleteDeal(tomas, one);
    for (const [page, as] of [
      [trashPage, maren],
      [deletedPage, tomas],
    ] as const) {
      const html = await renderScreen(page, '/admin/trash', { as });
      expect(readText(html)).toContain('|To split them, first bring Gantrywell Ltd back|');
      expect(findTags(html, 'a').join()).not.toContain(`/pipeline/${one}/merge/`);
    }
  });

  test('a winner that was merged in turn is split last', async () => {
    const { maren } = people;
    const first = await merged(maren, one, { otherId: two });
    const three = await addDeal(maren, { companyName: 'Third' });
    const second = await merged(maren, three, { otherId: one });
    const refused = await split(maren, one, first);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({
      message: expect.stringMatching(
        / has been merged into Third since\. Split those deals first\.$/,
      ),
    });
    expect((await split(maren, three, second)).status).toBe(200);
    expect((await split(maren, one, first)).status).toBe(200);
  });

  test('a split without the loser is refused', async () => {
    const { ben, maren, tomas } = people;
    const id = await merged(tomas, one, { otherId: two });
    await deleteUser(maren, ben.id);
    expect((await split(tomas, one, id)).status).toBe(409);
    expect(await emailsOn(one)).toEqual([]);
    expect((await db.select().from(merges).where(eq(merges.id, id)))[0]!.splitAt).toBeNull();
    await purgeTrash(new Date(Date.now() + 31 * 86_400_000));
    expect((await split(tomas, one, id)).status).toBe(409);
  });
});

describe('the pages of a merge (rule 23.15)', () => {
  const path = () => `/pipeline/${one}/merge?other=${two}`;

  test('the page shows a custom field that one side has', async () => {
    const { ana, maren, tomas } = people;
    const { key } = await addCustomField(
      maren,
      parseInput(NewCustomField, { name: 'Found by', kind: 'text' }),
    );
    await updateDeal(ana, one, { fields: { [key]: 'A fair' } });
    for (const [id, other] of [
      [one, two],
      [two, one],
    ] as const) {
      const address = `/pipeline/${id}/merge?other=${other}`;
      const html = await renderScreen(mergePage, address, { as: tomas, ...at(id) });
      expect(readText(html)).toContain('|Found by|');
      const side = id === one ? 'this' : 'other';
      expect(listSentFields(html, 'other')).toContainEqual([`take-fields.${key}`, side]);
    }
  });

  test('the page writes days as other pages do', async () => {
    await updateDeal(people.ana, one, { targetClosingDate: '2026-12-09' });
    await updateDeal(people.ben, two, { targetClosingDate: '2027-01-27' });
    const html = await renderScreen(mergePage, path(), { as: people.tomas, ...at(one) });
    expect(readText(html)).toMatch(/Dec 9, 2026.*Jan 27, 2027/s);
  });

  test('the page shows differing values with the newest chosen', async () => {
    const { ben, tomas } = people;
    await addNote(ben, two, 'Hello');
    await updateDeal(people.ana, one, { comments: 'Cold' });
    const html = await renderScreen(mergePage, path(), { as: tomas, ...at(one) });
    const text = readText(html);
    expect(text).toContain('|Comments|');
    expect(text).toContain('|Warm|');
    expect(text).not.toContain('|CFO|');
    expect(text).toContain('1 note and its history move to this deal.');
    expect(text).toContain('becomes a collaborator on this deal.');
    expect(listSentFields(html, 'other')).toEqual(
      expect.arrayContaining([
        ['take-comments', 'this'],
        ['take-ceoName', 'this'],
        ['take-companyName', 'other'],
      ]),
    );
    const sent = Object.fromEntries(listSentFields(html, 'other'));
    const answer = await call(mergePage, 'POST', path(), {
      as: tomas,
      ...at(one),
      form: { ...sent, 'take-comments': 'other' },
    });
    expect(await readOutcome(answer)).toEqual(
      successOutcome(`/pipeline/${one}`, 'Gantrywell Ltd was merged into this deal'),
    );
    expect((await getStoredDeal(one))!.comments).toBe('Warm');
    const again = await call(mergePage, 'POST', path(), { as: tomas, ...at(one), form: sent });
    expect([again.status, again.headers.get('Location')]).toEqual([302, `/pipeline/${one}`]);
    const deal = await renderScreen(dealPage, `/pipeline/${one}`, { as: tomas, ...at(one) });
    expect(readText(deal)).toContain('Merged with Gantrywell Ltd on');
    expect(readText(deal)).toContain('|Split again|');
  });

  test('the page offers the next meeting as one choice', async () => {
    const { ana, ben, tomas } = people;
    await updateDeal(ana, one, { nextMeetingDate: 'ASAP', nextMeetingOn: '2027-06-01' });
    await updateDeal(ben, two, { nextMeetingDate: 'ASAP', nextMeetingOn: '2027-12-01' });
    const html = await renderScreen(mergePage, path(), { as: tomas, ...at(one) });
    expect(readText(html)).toMatch(/\|Next meeting\|.*ASAP \(Jun 1, 2027\).*ASAP \(Dec 1, 2027\)/);
    expect(readText(html)).not.toMatch(/next meeting on/i);
    const sent = listSentFields(html, 'other').filter(([name]) => name.includes('nextMeeting'));
    expect(sent).toEqual([['take-nextMeetingDate', 'other']]);
  });

  test('a merge with a deal deleted meanwhile names it', async () => {
    const { tomas } = people;
    const html = await renderScreen(mergePage, path(), { as: tomas, ...at(one) });
    await deleteDeal(tomas, two);
    const sent = { as: tomas, ...at(one), form: Object.fromEntries(listSentFields(html, 'other')) };
    expect((await call(mergePage, 'POST', path(), sent)).status).toBe(404);
    const refused = await renderScreen(mergePage, path(), sent);
    expect(readText(refused)).toContain('|Gantrywell Ltd no longer exists, or you can no longer');
    expect(findTags(refused, 'a').join()).toContain(`href="/pipeline/${one}"`);
    expect(readText(refused)).toContain('|Find another deal|');
  });

  test('a merge of deals changed meanwhile asks again', async () => {
    const { tomas, ben } = people;
    const html = await renderScreen(mergePage, path(), { as: tomas, ...at(one) });
    await updateDeal(ben, two, { comments: 'Hot' });
    const form = { ...Object.fromEntries(listSentFields(html, 'other')), 'take-comments': 'this' };
    const answer = await call(mergePage, 'POST', path(), { as: tomas, ...at(one), form });
    expect(answer.status).toBe(412);
    expect(await getStoredDeal(two)).toBeDefined();
  });
});
