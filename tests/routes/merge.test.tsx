import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '#db/client';
import { files, merges } from '#db/schema';
import { transaction } from '#db/transaction';
import { addContact } from '~/models/contact/contacts.server';
import { addField } from '~/models/field/administer.server';
import { NewField } from '~/models/field/schema';
import { decide } from '~/models/decision/decide.server';
import { findEvaluation, saveEvaluation } from '~/models/evaluation/write.server';
import { listMembers, setMembers } from '~/models/member/members.server';
import { addNote } from '~/models/note/write.server';
import { getPipeline, updatePipeline } from '~/models/pipeline/write.server';
import { ContactInput } from '~/models/contact/schema';
import { TaskInput } from '~/models/task/schema';
import { addTask } from '~/models/task/tasks.server';
import { listPipelineHistory } from '~/models/timeline/list.server';
import { deletePipeline, purgeTrash } from '~/models/trash/delete.server';
import { deleteUser } from '~/models/trash/delete-users.server';
import { restore, restoreDeleted } from '~/models/trash/restore.server';
import { listTrash } from '~/models/trash/list.server';
import * as trashPage from '~/routes/admin_.trash';
import * as dealsApi from '~/routes/api.pipelines';
import * as dealApi from '~/routes/api.pipelines_.$id';
import * as decisionsApi from '~/routes/api.pipelines_.$id_.decisions';
import * as mergeApi from '~/routes/api.pipelines_.$id_.merge';
import * as splitApi from '~/routes/api.pipelines_.$id_.merge_.$merge';
import * as deletedPage from '~/routes/deleted';
import * as dealPage from '~/routes/pipeline.$id._index';
import * as historyPage from '~/routes/pipeline.$id.history';
import * as mergePage from '~/routes/pipeline.$id.merge';
import { parse } from '~/refusal';
import { setDisabled } from '~/models/user/administer.server';
import { withErrorResponses } from '~/web/http/unexpected.server';
import { call, castForEach, type Member } from '../support/cast';
import { addPipeline, errorsOf, storedPipeline } from '../support/pipelines';
import { screen, sentBy, tags, textOf } from '../support/screen';
import { outcomeOf, success } from '../support/toast-of';

const people = castForEach();
/** Ana's, and Ben's of the same company. */
let one: number;
let two: number;
beforeEach(async () => {
  one = await addPipeline(people.ana, { companyName: 'Gantrywell', ceoName: 'Mei' });
  two = await addPipeline(people.ben, { companyName: 'Gantrywell Ltd', comments: 'Warm' });
});

const at = (id: number, merge?: number) => ({
  params: { id: String(id), ...(merge && { merge: String(merge) }) },
});
const post = (as: Member, id: number, json: unknown) =>
  call(mergeApi, 'POST', `/api/pipelines/${id}/merge`, { as, ...at(id), json });
const split = (as: Member, id: number, merge: number) =>
  call(splitApi, 'DELETE', `/api/pipelines/${id}/merge/${merge}`, { as, ...at(id, merge) });
async function merged(as: Member, id: number, json: unknown): Promise<number> {
  const answer = await post(as, id, json);
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { id: number }).id;
}
const names = async (as: Member) =>
  (
    (await (await call(dealsApi, 'GET', '/api/pipelines', { as })).json()) as {
      companyName: string;
    }[]
  )
    .map(({ companyName }) => companyName)
    .sort();
const emailsOn = async (id: number) =>
  (await listMembers(people.maren, id)).map(({ email }) => email).sort();
const history = (id: number) => listPipelineHistory(people.maren, id, { limit: 100, offset: 0 });

describe('merging two deals (rule 23.15)', () => {
  test('gives the winner what was set last, or what one side alone has, and what was chosen', async () => {
    const { ana, tomas } = people;
    await updatePipeline(ana, one, { cfoName: 'Old', fundingRound: 'A' });
    await updatePipeline(tomas, two, { ceoName: 'Kofi', cfoName: 'New', fundingRound: 'B' });
    await updatePipeline(ana, one, { companyName: 'Gantrywell Inc' });
    const body = (await (
      await post(tomas, one, { otherId: two, fields: { cfoName: 'this', cooName: 'other' } })
    ).json()) as object;
    expect(body).toEqual({ id: expect.any(Number) as number, pipelineId: one, otherId: two });
    expect(await storedPipeline(one)).toMatchObject({
      companyName: 'Gantrywell Inc',
      ceoName: 'Kofi',
      cfoName: 'Old',
      fundingRound: 'B',
      comments: 'Warm',
      userId: ana.id,
    });
    expect(await storedPipeline(two)).toBeUndefined();
    expect(await names(tomas)).toEqual(['Gantrywell Inc']);
  });

  test('own fields have keys of their own, and take along an archived one', async () => {
    const { ana, maren, tomas } = people;
    const { key } = await addField(maren, parse(NewField, { name: 'Source', kind: 'text' }));
    await updatePipeline(ana, one, { fields: { [key]: 'A fair' } });
    await updatePipeline(tomas, two, { fields: { [key]: 'A friend' } });
    await merged(tomas, one, { otherId: two, fields: { [`fields.${key}`]: 'this' } });
    expect((await storedPipeline(one))!.fields).toEqual({ [key]: 'A fair' });
  });

  test('a next meeting comes along with the day when it was set', async () => {
    await updatePipeline(people.ben, two, { nextMeetingDate: '30 days' });
    const { nextMeetingSetAt, meetingDueAt } = (await storedPipeline(two))!;
    await merged(people.tomas, one, { otherId: two });
    expect(await storedPipeline(one)).toMatchObject({ nextMeetingSetAt, meetingDueAt });
  });

  test('needs both: 404 for what is not seen, 403 for what is not owned, 400 for the same deal', async () => {
    const { ana, ben, chiara } = people;
    const own = await addPipeline(ana, { companyName: 'Other' });
    const statuses = async (as: Member) => [
      (await post(as, one, { otherId: two })).status,
      (await post(as, two, { otherId: one })).status,
    ];
    expect(await statuses(chiara)).toEqual([404, 404]);
    expect(await statuses(ana)).toEqual([404, 404]);
    await setMembers(ben, two, [ana.id, chiara.id]);
    await setMembers(ana, one, [chiara.id]);
    expect(await statuses(ana)).toEqual([403, 403]);
    expect(await statuses(chiara)).toEqual([403, 403]);
    const self = await post(ana, one, { otherId: one });
    expect([self.status, Object.keys(await errorsOf(self))]).toEqual([400, ['otherId']]);
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
    [{ fields: ['companyName'] }, 'fields'],
  ])('%j is refused for %s', async (body, path) => {
    const sent = path === 'otherId' ? body : { otherId: two, ...body };
    const answer = await post(people.tomas, one, sent);
    expect([answer.status, Object.keys(await errorsOf(answer))]).toEqual([400, [path]]);
    expect(await storedPipeline(two)).toBeDefined();
  });

  test('the keys of PUT are taken, and the winner keeps its stage (rule 23.16)', async () => {
    const { tomas } = people;
    await updatePipeline(tomas, two, { stage: 'Met' });
    await merged(tomas, one, { otherId: two, fields: { stage: 'this', industries: 'other' } });
    expect((await getPipeline(tomas, one)).stage).toBe('New');
  });
});

describe('what hangs on the loser (rule 23.16)', () => {
  test('notes, contacts, tasks and decisions move, its people become colleagues, and its history is read there', async () => {
    const { ana, ben, chiara, tomas } = people;
    await addNote(ben, two, 'Called them');
    await addContact(ben, two, parse(ContactInput, { name: 'Ines' }));
    await addTask(ben, two, parse(TaskInput, { title: 'Write' }));
    const file = { name: 'deck.pdf', size: 1, type: 'application/pdf', sha256: 'none' };
    await transaction(async (tx) =>
      tx.insert(files).values({
        ...file,
        pipelineId: two,
        userId: ben.id,
        createdAt: Date.now(),
        searchText: 'deck.pdf',
      }),
    );
    await decide(ben, two, { stage: 'Passed', reason: 'Team', text: null, lookAgainOn: null });
    await setMembers(ben, two, [chiara.id, ana.id]);
    const before = await history(two);
    await merged(tomas, one, { otherId: two });
    expect(await emailsOn(one)).toEqual([ben.email, chiara.email].sort());
    const page = textOf(await screen(dealPage, `/pipeline/${one}`, { as: ana, ...at(one) }));
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
    const shown = textOf(
      await screen(historyPage, `/pipeline/${one}/history`, { as: ana, ...at(one) }),
    );
    expect(shown).toContain('|Deal merged|Gantrywell Ltd|');
    expect(shown).toContain('|Merged into|empty|');
    expect(shown).toContain('|Merged with|empty|');
    expect(shown).not.toContain('Deal deleted');
    expect(shown).toContain('|Contact created|Ines|Gantrywell Ltd|');
  });

  test('an owner who cannot log in any more becomes no colleague', async () => {
    const { ben, maren, tomas } = people;
    await setDisabled(maren, ben.id, true);
    const id = await merged(tomas, one, { otherId: two });
    expect(await emailsOn(one)).toEqual([]);
    await split(tomas, one, id);
    expect((await storedPipeline(two))!.userId).toBe(ben.id);
  });

  test('of two evaluations the one saved last stays, and the other one is a version of the history', async () => {
    const { ana, ben, tomas } = people;
    await saveEvaluation(ben, two, { marketSize: 3, marketNotes: 'Small' });
    await saveEvaluation(ana, one, { marketSize: 9 });
    await merged(tomas, one, { otherId: two });
    expect(await findEvaluation(ana, one)).toMatchObject({ marketSize: 9, marketNotes: null });
    const version = (await history(one)).find(
      ({ subject, subjectId }) => subject === 'evaluation' && subjectId === String(two),
    )!;
    const path = `/pipeline/${one}/history?version=${version.id}`;
    const html = textOf(await screen(historyPage, path, { as: ana, ...at(one) }));
    expect(html).toContain('Small');
  });
});

describe('the loser (rule 23.19)', () => {
  test('leads to the winner whoever sees that, with the rest of the address', async () => {
    const { ana, ben, chiara, tomas } = people;
    const third = await addPipeline(people.chiara, { companyName: 'Gantrywell' });
    await merged(tomas, one, { otherId: two });
    await merged(tomas, third, { otherId: one });
    const routes = { deal: { module: dealPage }, history: { module: historyPage } };
    const led = withErrorResponses({
      routes: { ...routes, api: { module: dealApi } },
    } as unknown as Parameters<typeof withErrorResponses>[0]).routes;
    const get = async (name: keyof typeof routes | 'api', as: Member, path: string) => {
      const answer = await call(led[name]!.module, 'GET', path, { as, ...at(two) });
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
    const put = await call(led.api!.module, 'PUT', `/api/pipelines/${two}`, {
      as: ben,
      ...at(two),
      json: { comments: 'x' },
    });
    expect(put.status).toBe(404);
  });

  test('lies in the trash as merged, and is not restored there', async () => {
    const { maren, tomas } = people;
    const id = await merged(tomas, one, { otherId: two });
    const [entry] = await listTrash(maren, { limit: 1, offset: 0 });
    const why = 'This deal was merged into Gantrywell Ltd. Split them there.';
    await expect(restore(maren, entry!.id)).rejects.toMatchObject({ status: 409, message: why });
    expect(await restoreDeleted(tomas, [entry!.id])).toEqual({ restored: [], kept: [why] });
    for (const [page, as] of [
      [trashPage, maren],
      [deletedPage, tomas],
    ] as const) {
      const html = await screen(page, '/admin/trash', { as });
      expect(textOf(html)).toContain('Merged into Gantrywell Ltd|');
      expect(tags(html, 'a').join()).toContain(`/pipeline/${one}/merge/${id}`);
      expect(textOf(html)).not.toContain('|Restore|');
    }
    await split(tomas, one, id);
    expect((await listTrash(maren, { limit: 1, offset: 0 }))[0]?.id).not.toBe(entry!.id);
  });
});

describe('splitting (rules 23.17 and 23.18)', () => {
  test('is offered on the page for the 20 latest merges', async () => {
    const { ana, maren } = people;
    for (let n = 1; n <= 21; n++) {
      const otherId = await addPipeline(ana, { companyName: `Part ${n}.` });
      await merged(maren, one, { otherId });
    }
    const text = textOf(await screen(dealPage, `/pipeline/${one}`, { as: ana, ...at(one) }));
    expect(text).not.toContain('Merged with Part 1.');
    expect(text).toMatch(/Merged with Part 2\..*Merged with Part 21\./);
    expect(text).toContain('Earlier merges can be split among the');
  });

  test('gives each side back as it was, and leaves what was added or changed since', async () => {
    const { ana, ben, chiara, tomas } = people;
    await addNote(ben, two, 'Before');
    await saveEvaluation(ana, one, { marketSize: 9 });
    await saveEvaluation(ben, two, { marketSize: 3 });
    await setMembers(ben, two, [chiara.id]);
    await updatePipeline(ben, two, { ceoName: 'Kofi', fundingRound: 'B' });
    const [first, second] = [(await storedPipeline(one))!, (await storedPipeline(two))!];
    const id = await merged(tomas, one, { otherId: two });
    await updatePipeline(ana, one, { ceoName: 'Edited' });
    await addNote(ana, one, 'Since');
    await addContact(ana, one, parse(ContactInput, { name: 'Ines' }));
    expect((await split(ana, one, id)).status).toBe(200);
    const { submission: _, ...asItWas } = second;
    expect(await storedPipeline(two)).toMatchObject(asItWas);
    const { version: __, updatedAt: ___, notedAt: ____, ...winner } = first;
    expect(await storedPipeline(one)).toMatchObject({
      ...winner,
      ceoName: 'Edited',
      searchText: expect.stringContaining('edited') as string,
    });
    expect(await findEvaluation(ana, one)).toMatchObject({ marketSize: 9 });
    expect(await findEvaluation(ben, two)).toMatchObject({ marketSize: 3 });
    expect([await emailsOn(one), await emailsOn(two)]).toEqual([[], [chiara.email]]);
    const texts = async (as: Member, deal: number) =>
      textOf(await screen(dealPage, `/pipeline/${deal}`, { as, ...at(deal) }));
    const [page, other] = [await texts(ana, one), await texts(ben, two)];
    expect([page.includes('Since'), page.includes('Ines'), page.includes('Before')]).toEqual([
      true,
      true,
      false,
    ]);
    expect([other.includes('Since'), other.includes('Before')]).toEqual([false, true]);
    expect((await history(one)).map(({ subjectId }) => subjectId)).not.toContain(String(two));
  });

  test('an evaluation that was saved since stays, and so does who was added again', async () => {
    const { ana, ben, tomas } = people;
    await saveEvaluation(ben, two, { marketSize: 3 });
    const id = await merged(tomas, one, { otherId: two });
    await saveEvaluation(ana, one, { marketSize: 4 });
    await setMembers(ana, one, []);
    await new Promise((done) => setTimeout(done, 2));
    await setMembers(ana, one, [ben.id]);
    await split(tomas, one, id);
    expect(await findEvaluation(ana, one)).toMatchObject({ marketSize: 4 });
    expect(await emailsOn(one)).toEqual([ben.email]);
  });

  test('who was removed since sees neither again', async () => {
    const { ana, ben, chiara, tomas } = people;
    await setMembers(ben, two, [chiara.id, ana.id]);
    const id = await merged(tomas, one, { otherId: two });
    await setMembers(ana, one, [ben.id]);
    await split(tomas, one, id);
    expect(await names(chiara)).toEqual([]);
    expect(await emailsOn(two)).toEqual([ana.email]);
  });

  test('a second time and after 30 days it is refused (409), an unknown merge is not there, and colleagues may not', async () => {
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
    const html = await screen(dealPage, `/pipeline/${one}`, { as: ana, ...at(one) });
    expect(textOf(html)).not.toContain('Split again');
  });

  test('while the winner is deleted it is refused; back from the trash, it can be split (rule 23.20)', async () => {
    const { ana, ben, maren, tomas } = people;
    await addContact(ben, two, parse(ContactInput, { name: 'Ines' }));
    const id = await merged(tomas, one, { otherId: two });
    const { entries } = await deletePipeline(ana, one);
    expect((await split(tomas, one, id)).status).toBe(409);
    expect((await split(ana, one, id)).status).toBe(404);
    expect((await call(dealApi, 'GET', '/', { as: tomas, ...at(two) })).status).toBe(404);
    await restore(maren, entries[0]!);
    expect((await split(ana, one, id)).status).toBe(200);
    expect(textOf(await screen(dealPage, `/pipeline/${two}`, { as: ben, ...at(two) }))).toContain(
      'Ines',
    );
  });

  test('without the loser it is refused: its owner was deleted, or the trash is empty (rule 23.20)', async () => {
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

describe('the pages', () => {
  const path = () => `/pipeline/${one}/merge?other=${two}`;

  test('show an own field that one of the two has', async () => {
    const { ana, maren, tomas } = people;
    const { key } = await addField(maren, parse(NewField, { name: 'Found by', kind: 'text' }));
    await updatePipeline(ana, one, { fields: { [key]: 'A fair' } });
    for (const [id, other] of [
      [one, two],
      [two, one],
    ] as const) {
      const address = `/pipeline/${id}/merge?other=${other}`;
      const html = await screen(mergePage, address, { as: tomas, ...at(id) });
      expect(textOf(html)).toContain('|Found by|');
      const side = id === one ? 'this' : 'other';
      expect(sentBy(html, 'other')).toContainEqual([`take-fields.${key}`, side]);
    }
  });

  test('show both values of what differs, the newest chosen, and what comes along (rule 23.15)', async () => {
    const { ben, tomas } = people;
    await addNote(ben, two, 'Hello');
    await updatePipeline(people.ana, one, { comments: 'Cold' });
    const html = await screen(mergePage, path(), { as: tomas, ...at(one) });
    const text = textOf(html);
    expect(text).toContain('|Comments|');
    expect(text).toContain('|Warm|');
    expect(text).not.toContain('|CFO|');
    expect(text).toContain('1 note and its history move to this deal.');
    expect(text).toContain('becomes a colleague on this deal.');
    expect(sentBy(html, 'other')).toEqual(
      expect.arrayContaining([
        ['take-comments', 'this'],
        ['take-ceoName', 'this'],
        ['take-companyName', 'other'],
      ]),
    );
    const sent = Object.fromEntries(sentBy(html, 'other'));
    const answer = await call(mergePage, 'POST', path(), {
      as: tomas,
      ...at(one),
      form: { ...sent, 'take-comments': 'other' },
    });
    expect(await outcomeOf(answer)).toEqual(
      success(`/pipeline/${one}`, 'Gantrywell Ltd was merged into this deal'),
    );
    expect((await storedPipeline(one))!.comments).toBe('Warm');
    const again = await call(mergePage, 'POST', path(), { as: tomas, ...at(one), form: sent });
    expect([again.status, again.headers.get('Location')]).toEqual([302, `/pipeline/${one}`]);
    const deal = await screen(dealPage, `/pipeline/${one}`, { as: tomas, ...at(one) });
    expect(textOf(deal)).toContain('Merged with Gantrywell Ltd on');
    expect(textOf(deal)).toContain('|Split again|');
  });

  test('merge nothing that somebody has changed meanwhile, and keep what was chosen', async () => {
    const { tomas, ben } = people;
    const html = await screen(mergePage, path(), { as: tomas, ...at(one) });
    await updatePipeline(ben, two, { comments: 'Hot' });
    const form = { ...Object.fromEntries(sentBy(html, 'other')), 'take-comments': 'this' };
    const answer = await call(mergePage, 'POST', path(), { as: tomas, ...at(one), form });
    expect(answer.status).toBe(412);
    expect(await storedPipeline(two)).toBeDefined();
  });
});
