import { beforeEach, describe, expect, test } from 'vitest';
import { hasFollowUps } from '~/domain/calendar/list-follow-ups.server';
import { listCollaborators } from '~/domain/collaborator/list.server';
import { setCollaborators } from '~/domain/collaborator/update.server';
import { updateDeal } from '~/domain/deal/update.server';
import { setUserDisabled } from '~/domain/operations/disable-user.server';
import { transferDeal } from '~/domain/operations/transfer-deals.server';
import { deleteDeal, deleteDealsById } from '~/domain/operations/trash/delete.server';
import { deleteUser } from '~/domain/operations/trash/delete-users.server';
import { listTrash } from '~/domain/operations/trash/list.server';
import { restoreFromTrash } from '~/domain/operations/trash/restore.server';
import { createShare } from '~/domain/share/create.server';
import { ShareInput } from '~/domain/share/schema';
import { listDealHistory } from '~/domain/timeline/deal-history.server';
import * as pipelinesApi from '~/routes/api.pipelines';
import * as membersApi from '~/routes/api.pipelines_.$id_.members';
import * as usersApi from '~/routes/api.users';
import * as dashboard from '~/routes/dashboard/route';
import * as dealPage from '~/routes/pipeline.$id._index/route';
import * as membersPage from '~/routes/pipeline.$id.members/route';
import * as ownerPage from '~/routes/pipeline.$id.owner/route';
import { call, type CastMember, createCastForEach } from '../support/cast';
import { addDeal } from '../support/deals';
import { findTags, readText, renderScreen } from '../support/render-screen';
import { readOutcome, successOutcome } from '../support/toast';

const people = createCastForEach();
let id: number;
beforeEach(async () => {
  id = await addDeal(people.ana, { companyName: 'Gantrywell' });
});

const path = () => `/api/pipelines/${id}/members`;
const at = () => ({ params: { id: String(id) } });
const put = (as: CastMember, json: unknown) =>
  call(membersApi, 'PUT', path(), { as, ...at(), json });
const get = (as: CastMember) => call(membersApi, 'GET', path(), { as, ...at() });
const listCollaboratorIds = async () =>
  (await listCollaborators(people.maren, id)).map((person) => person.id);
const history = async () =>
  (await listDealHistory(people.maren, id, { limit: 5, offset: 0 })).map(({ fields }) => fields);
async function names(as: CastMember, query = ''): Promise<string[]> {
  const answer = await call(pipelinesApi, 'GET', `/api/pipelines${query}`, { as });
  return ((await answer.json()) as { companyName: string }[]).map((deal) => deal.companyName);
}

describe('collaborators of a deal (rules 2.12 and 2.15)', () => {
  test('owner and staff set collaborators as one history entry', async () => {
    const { ana, ben, chiara, tomas } = people;
    const answer = await put(ana, { userIds: [chiara.id, ben.id, ana.id, ben.id] });
    expect(answer.status).toBe(200);
    const body = (await answer.json()) as { since: string }[];
    expect(body).toMatchObject([
      { id: ben.id, firstName: 'Ben', email: ben.email },
      { id: chiara.id, firstName: 'Chiara', email: chiara.email },
    ]);
    expect(Date.now() - Date.parse(body[0]!.since)).toBeLessThan(60_000);
    expect(await (await get(ben)).json()).toEqual(body);
    expect((await history())[0]).toEqual({ members: [[], [ben.email, chiara.email]] });
    await put(ana, { userIds: [ben.id, chiara.id] });
    expect(await history(), 'nothing changed').toHaveLength(2);
    expect(await (await put(tomas, { userIds: [ben.id] })).json()).toEqual([body[0]]);
    expect((await history())[0]).toEqual({ members: [[ben.email, chiara.email], [ben.email]] });
  });

  test.each([
    ['an unknown account', () => ['nobody']],
    ['one that waits for approval', () => [people.pia.id]],
    ['more than 500', () => Array.from({ length: 501 }, (_, n) => String(n))],
    ['no list', () => 'ben'],
    ['other things', () => [1, null]],
    ['nothing', () => undefined],
  ])('setting %s as a collaborator is refused', async (_, userIds) => {
    await setCollaborators(people.ana, id, [people.ben.id]);
    const answer = await put(people.ana, { userIds: userIds() });
    const { errors } = (await answer.json()) as { errors: { path: string }[] };
    expect([answer.status, errors[0]!.path.split('.')[0]]).toEqual([400, 'userIds']);
    expect(await listCollaboratorIds()).toEqual([people.ben.id]);
  });

  test('collaborators edit a deal but cannot manage it', async () => {
    const { ana, ben, chiara } = people;
    await addDeal(ben, { companyName: 'Own' });
    await setCollaborators(ana, id, [ben.id]);
    expect(await names(ben)).toEqual(['Own', 'Gantrywell']);
    expect(await names(ben, '?whose=mine')).toEqual(['Own']);
    expect(await names(ben, '?whose=shared')).toEqual(['Gantrywell']);
    expect(await names(ben, '?sort=user_asc')).toEqual(['Gantrywell', 'Own']);
    expect(await names(ana, '?whose=shared')).toEqual([]);
    expect(await names(chiara)).toEqual([]);
    const owners = (await (await call(usersApi, 'GET', '/api/users', { as: ben })).json()) as [];
    expect(owners).toMatchObject([{ firstName: 'Ana' }, { firstName: 'Ben' }]);
    await updateDeal(ben, id, { nextMeetingDate: '30 days' });
    expect(await Promise.all([ana, ben, chiara].map((one) => hasFollowUps(one.id)))).toEqual([
      true,
      true,
      false,
    ]);
    expect((await put(ben, { userIds: [] })).status).toBe(403);
    await expect(deleteDeal(ben, id)).rejects.toMatchObject({ status: 403 });
    await expect(transferDeal(ben, id, ben.email)).rejects.toMatchObject({ status: 403 });
    expect(await deleteDealsById(ben, [id])).toMatchObject({ entries: [], skippedCount: 1 });
  });

  test('a disabled user is no longer a collaborator', async () => {
    const { ana, ben, maren } = people;
    await setCollaborators(ana, id, [ben.id]);
    await setUserDisabled(maren, ben.id, true);
    await setUserDisabled(maren, ben.id, false);
    expect(await listCollaboratorIds()).toEqual([]);
    expect((await history())[0]).toEqual({ members: [[ben.email], []] });
  });

  test('history says when a deletion ends a collaboration', async () => {
    const { ana, ben, maren } = people;
    await setCollaborators(ana, id, [ben.id]);
    await deleteUser(maren, ben.id);
    expect((await history())[0]).toEqual({ members: [[ben.email], []] });
    await restoreFromTrash(maren, (await listTrash(maren, { limit: 1, offset: 0 }))[0]!.id);
    expect((await history())[0]).toEqual({ members: [[], [ben.email]] });
  });

  test('history says who lost access to a restored deal', async () => {
    const { ana, ben, chiara, maren } = people;
    await setCollaborators(ana, id, [ben.id, chiara.id]);
    const { entries } = await deleteDeal(ana, id);
    await setUserDisabled(maren, ben.id, true);
    await restoreFromTrash(maren, entries[0]!);
    expect(await listCollaboratorIds()).toEqual([chiara.id]);
    expect((await history())[0]).toEqual({
      members: [[chiara.email, ben.email], [chiara.email]],
    });
  });

  test('history says when a deletion ends a shared page', async () => {
    const { maren, tomas } = people;
    await createShare(tomas, id, ShareInput.parse({ until: '2099-12-31' }));
    await deleteUser(maren, tomas.id);
    expect((await history())[0]).toEqual({ shared: [['2099-12-31'], null] });
  });

  test('a transfer updates collaborators and can keep the owner', async () => {
    const { ana, ben, chiara } = people;
    await setCollaborators(ana, id, [ben.id, chiara.id]);
    const html = await renderScreen(ownerPage, `/pipeline/${id}/owner`, { as: ana, ...at() });
    expect(readText(html)).toContain('|Stay as a collaborator|');
    const form = { owner: ben.email, stays: 'on', back: `/pipeline/${id}` };
    const answer = await call(ownerPage, 'POST', `/pipeline/${id}/owner`, {
      as: ana,
      ...at(),
      form,
    });
    expect(await readOutcome(answer)).toEqual(
      successOutcome(`/pipeline/${id}`, 'Gantrywell transferred to Ben Okafor'),
    );
    expect(await listCollaboratorIds()).toEqual([ana.id, chiara.id]);
    expect((await history())[0]).toEqual({
      owner: [ana.email, ben.email],
      members: [
        [ben.email, chiara.email],
        [ana.email, chiara.email],
      ],
    });
    await transferDeal(ben, id, ana.email);
    expect(await listCollaboratorIds()).toEqual([chiara.id]);
    expect(await names(ben)).toEqual([]);
  });
});

describe('the pages of collaborators (rules 2.15 and 2.16)', () => {
  const act = (as: CastMember, form: Record<string, string>) =>
    call(membersPage, 'POST', `/pipeline/${id}/members`, { as, ...at(), form });

  test('an owner adds and removes collaborators by name', async () => {
    const { ana, ben } = people;
    const page = async (as: CastMember) =>
      readText(await renderScreen(membersPage, `/pipeline/${id}/members`, { as, ...at() }));
    expect(await page(ana)).toContain('|Collaborators on Gantrywell|');
    expect(await page(ana)).toContain('|Only the owner, Ana Lindqvist.|');
    expect(await readOutcome(await act(ana, { owner: ben.email }))).toEqual(
      successOutcome(`/pipeline/${id}/members`, 'Ben added to this deal'),
    );
    expect(await page(ana)).toMatch(/\|Ben Okafor\|since \w+ \d+, \d{4}\|Remove\|/);
    expect(await page(ben)).not.toMatch(/Remove|Add a collaborator/);
    const refused = await act(ana, { owner: 'nobody@demo.example' });
    expect([refused.status, await refused.json()]).toEqual([
      400,
      { chosen: 'nobody@demo.example', error: 'Please choose a colleague who can log in' },
    ]);
    await act(ana, { remove: ben.id });
    expect(await listCollaboratorIds()).toEqual([]);
  });

  test('a row names collaborators and offers them no deletion', async () => {
    const { ana, ben, chiara } = people;
    await setCollaborators(ana, id, [ben.id, chiara.id]);
    for (const [as, canDelete] of [
      [ana, true],
      [ben, false],
    ] as const) {
      const list = await renderScreen(dashboard, '/dashboard', { as });
      expect(readText(list)).toContain('|with Ben, Chiara|');
      const deal = await renderScreen(dealPage, `/pipeline/${id}`, { as, ...at() });
      expect(readText(deal)).toContain('|Collaborators|Ben Okafor, Chiara');
      for (const html of [list, deal])
        expect(findTags(html, 'a').some((tag) => tag.includes(`/pipeline/${id}/delete`))).toBe(
          canDelete,
        );
    }
  });
});
