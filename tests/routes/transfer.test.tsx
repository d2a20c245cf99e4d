import { describe, expect, test } from 'vitest';
import { buildSearchText, foldText } from '#db/fold';
import { users } from '#db/schema';
import { transaction } from '#db/transaction';
import { setUserDisabled } from '~/domain/operations/disable-user.server';
import { transferDeal, transferDeals } from '~/domain/operations/transfer-deals.server';
import { deleteDeal } from '~/domain/operations/trash/delete.server';
import { deleteUser } from '~/domain/operations/trash/delete-users.server';
import { restoreDeletedDeals } from '~/domain/operations/trash/restore.server';
import { listDealHistory } from '~/domain/timeline/deal-history.server';
import * as transferSelectedPage from '~/routes/admin_.pipelines_.owner/route';
import * as deleteUserPage from '~/routes/admin_.users_.$id_.delete/route';
import * as offboardPage from '~/routes/admin_.users_.$id_.offboard/route';
import * as deleteUsersPage from '~/routes/admin_.users_.delete/route';
import * as dashboard from '~/routes/dashboard/route';
import * as noticesPage from '~/routes/handed-over';
import * as transferPage from '~/routes/pipeline.$id.owner/route';
import { call, type CastMember, createCastForEach } from '../support/cast';
import { addDeal, getStoredDeal } from '../support/deals';
import { collectFormValues } from '../support/posted-form';
import { findTags, listSentFields, readText, renderScreen } from '../support/render-screen';
import { readOutcome, successOutcome } from '../support/toast';

const people = createCastForEach();

const at = (id: number | string) => ({ params: { id: String(id) } });
const getOwnerId = async (id: number) => (await getStoredDeal(id))?.userId;

async function addCrowd(size: number): Promise<void> {
  const now = new Date();
  const names = Array.from({ length: size }, (_, n) => `Crowd${n}`);
  for (let n = 0; n < size; n += 500)
    await transaction(async (tx) =>
      tx.insert(users).values(
        names.slice(n, n + 500).map((firstName) => ({
          id: firstName,
          email: `${firstName}@crowd.example`,
          firstName,
          password: '',
          approvalStatus: 'approved' as const,
          searchText: buildSearchText(`${firstName} ${firstName}@crowd.example`),
          sortName: foldText(firstName),
          createdAt: now,
          updatedAt: now,
        })),
      ),
    );
}

describe('an owner transfers a deal (rules 2.12, 2.14 and 12.27)', () => {
  const path = (id: number) => `/pipeline/${id}/owner`;
  const transfer = (as: CastMember, id: number, owner: string) =>
    call(transferPage, 'POST', path(id), { as, ...at(id), form: { owner } });

  test('an owner transfers to any active user by name', async () => {
    const { ana, ben } = people;
    const id = await addDeal(ana, { companyName: 'Gantrywell' });
    const html = await renderScreen(transferPage, path(id), { as: ana, ...at(id) });
    expect(findTags(html, 'select')).toEqual([expect.stringContaining('autofocus')]);
    const page = readText(html);
    expect(page).toContain(
      '|Transfer Gantrywell|You are the owner.|Afterwards you will no longer see this deal, unless you stay as a collaborator.|',
    );
    expect(page).toContain('|Ben Okafor (ben@demo.example)|');
    for (const { email } of [ana, people.pia, people.quentin]) expect(page).not.toContain(email);
    expect(await readOutcome(await transfer(ana, id, ben.email))).toEqual(
      successOutcome('/dashboard', 'Gantrywell transferred to Ben Okafor'),
    );
    expect(await getOwnerId(id)).toBe(ben.id);
    expect((await transfer(ana, id, ana.email)).status, 'no longer theirs').toBe(404);
    expect((await listDealHistory(ben, id, { limit: 1, offset: 0 }))[0]).toMatchObject({
      actorEmail: ana.email,
      subjectName: 'Gantrywell',
      kind: 'changed',
      fields: { owner: [ana.email, ben.email] },
    });
  });

  test('a refused transfer comes back with its choice', async () => {
    const { ana, ben, pia } = people;
    const id = await addDeal(ana);
    for (const owner of ['', 'nobody@demo.example', pia.email]) {
      const answer = await transfer(ana, id, owner);
      expect([answer.status, await answer.json()]).toMatchObject([
        400,
        { chosen: owner, error: 'Please choose a colleague who can log in' },
      ]);
      const form = { owner, stays: 'on' };
      const html = await renderScreen(transferPage, path(id), { as: ana, ...at(id), form });
      const box = findTags(html, 'input').find((tag) => tag.includes('name="stays"'));
      expect(box).toContain('checked');
    }
    expect((await transfer(ben, id, ben.email)).status, "someone else's").toBe(404);
    expect(await getOwnerId(id)).toBe(ana.id);
  });

  test('a transfer does not replace one the sender has not seen', async () => {
    const { ana, ben, maren, tomas } = people;
    const id = await addDeal(ana);
    const opened = await renderScreen(transferPage, path(id), { as: tomas, ...at(id) });
    const form = { ...collectFormValues(opened), owner: ben.email };
    await transferDeal(maren, id, maren.email);
    const refused = await call(transferPage, 'POST', path(id), { as: tomas, ...at(id), form });
    expect([refused.status, await getOwnerId(id)]).toEqual([412, maren.id]);
    const page = await renderScreen(transferPage, path(id), { as: tomas, ...at(id), form });
    expect(readText(page)).toContain(
      `|Maren Holt has changed it to ${maren.email} in the meantime. Transfer it again to replace that.|`,
    );
    const again = { ...collectFormValues(page), owner: ben.email };
    await call(transferPage, 'POST', path(id), { as: tomas, ...at(id), form: again });
    expect(await getOwnerId(id)).toBe(ben.id);
  });

  test('with 20,000 accounts the new owner is searched for', async () => {
    const { ana } = people;
    await addCrowd(20_000);
    const id = await addDeal(ana);
    const page = (search: string) =>
      renderScreen(transferPage, path(id) + search, { as: ana, ...at(id) });
    const start = await page('?back=/dashboard');
    expect(findTags(start, 'option')).toEqual([]);
    expect(findTags(start, 'input').find((tag) => tag.includes('autofocus'))).toContain(
      'name="find"',
    );
    expect(findTags(start, 'button').some((button) => /formmethod="get"/i.test(button))).toBe(true);
    expect(listSentFields(start, 'find')).toEqual([
      ['openedBy', ana.id],
      ['back', '/dashboard'],
      ['seen', ana.id],
      ['find', ''],
    ]);
    expect(start.length).toBeLessThan(20_000);
    const found = await page('?find=crowd1999');
    expect(readText(found)).toMatch(/\|Crowd1999\|Crowd1999@crowd\.example\|Crowd19990\|/);
    expect(findTags(found, 'input').filter((tag) => tag.includes('type="radio"'))).toHaveLength(11);
    expect(readText(await page('?find=crowd'))).toContain('The first 50 are shown. Keep typing');
    expect(readText(await page('?find=Nobody%20here'))).toContain('Nobody matches this search.');
    await transfer(ana, id, 'Crowd19990@crowd.example');
    expect(await getOwnerId(id)).toBe('Crowd19990');
  });
});

describe('transfer notices on the dashboard (rule 5.17)', () => {
  const notice = async (as: CastMember) => {
    const page = readText(await renderScreen(dashboard, '/dashboard', { as }));
    return /\|([^|]*)\|transferred (.*?)\|Dismiss\|/.exec(page)?.slice(1).join(' ');
  };
  const dismiss = async (as: CastMember, form: Record<string, string> | [string, string][]) =>
    call(noticesPage, 'POST', '/handed-over', { as, form });

  test('the receiver sees who transferred which deals', async () => {
    const { ana, ben, tomas } = people;
    const first = await addDeal(ana, { companyName: 'Gantrywell' });
    await transferDeal(ana, first, ben.email);
    const more = [];
    for (let n = 1; n <= 7; n++) more.push(await addDeal(ana, { companyName: `Deal ${n}` }));
    await transferDeals(tomas, more, ben.email);
    const page = await renderScreen(dashboard, '/dashboard?sort=oldest', { as: ben });
    const text = readText(page);
    expect(text).toContain('|Ana Lindqvist|transferred 1 deal to you:|Gantrywell|Dismiss|');
    expect(text).toMatch(
      /transferred 7 deals to you:\|Deal 1\|,\|Deal 2\|.*\|Deal 5\|and 2 more\|Dismiss\|/,
    );
    expect(page).toContain(`/dashboard?sort=oldest&amp;details=${first}`);
    expect(await notice(ana), 'the giver').toBeUndefined();
    expect(await notice(tomas)).toBeUndefined();

    const form = listSentFields(page, 'by');
    const answer = await dismiss(ben, form);
    expect([answer.status, answer.headers.get('Location')]).toEqual([
      302,
      '/dashboard?sort=oldest',
    ]);
    expect(await notice(ben)).toMatch(/^Ana/);
    expect(await readOutcome(await dismiss(ben, form)), 'again').toEqual([
      '/dashboard?sort=oldest',
      'This has already been dismissed',
      undefined,
      false,
    ]);
  });

  test('dismissing leaves later notices and those of others', async () => {
    const { ana, ben, maren } = people;
    await transferDeal(ana, await addDeal(ana, { companyName: 'One' }), ben.email);
    const form = listSentFields(await renderScreen(dashboard, '/dashboard', { as: ben }), 'by');
    for (const other of [ana, maren]) await dismiss(other, form);
    for (const until of ['', 'x', '1e99', '-1'])
      await dismiss(ben, { ...Object.fromEntries(form), until });
    expect(await notice(ben)).toBe('Ana Lindqvist 1 deal to you:|One');
    await new Promise((resolve) => setTimeout(resolve, 5));
    await transferDeal(ana, await addDeal(ana, { companyName: 'Two' }), ben.email);
    await dismiss(ben, form);
    expect(await notice(ben)).toBe('Ana Lindqvist 1 deal to you:|Two');
  });

  test('a notice ends when the deal leaves or was taken', async () => {
    const { ana, ben, daichi, maren } = people;
    const left = await addDeal(ana, { companyName: 'Left' });
    const deleted = await addDeal(ana, { companyName: 'Deleted' });
    const kept = await addDeal(ana, { companyName: 'Kept' });
    for (const id of [left, deleted, kept]) await transferDeal(ana, id, ben.email);
    await transferDeal(ben, left, daichi.email);
    const { entries } = await deleteDeal(ben, deleted);
    expect(await notice(ben)).toBe('Ana Lindqvist 1 deal to you:|Kept');
    expect(await notice(daichi)).toBe('Ben Okafor 1 deal to you:|Left');
    await restoreDeletedDeals(ben, entries);
    expect(await notice(ben), 'taken back').toBe('Ana Lindqvist 1 deal to you:|Kept');
    await transferDeal(maren, left, maren.email);
    expect([await notice(maren), await notice(daichi)]).toEqual([undefined, undefined]);
    await deleteUser(maren, ana.id);
    expect(await notice(ben), 'of whom nothing is left').toBe(
      'A former colleague 1 deal to you:|Kept',
    );
  });
});

describe('staff transfer a selection (rules 2.14 and 9.21)', () => {
  const path = (ids: number[]) =>
    `/admin/pipelines/owner?${new URLSearchParams([...ids.map((id) => ['id', String(id)]), ['back', '/admin/pipelines?page=2']])}`;

  test('a transfer of several deals counts and names skipped ones', async () => {
    const { ana, ben, tomas } = people;
    const ids = [
      await addDeal(ana, { companyName: 'One' }),
      await addDeal(tomas, { companyName: 'Two' }),
      await addDeal(ben, { companyName: 'Three' }),
    ];
    const page = await renderScreen(transferSelectedPage, path([...ids, 999_999]), { as: tomas });
    const text = readText(page);
    expect(text).toContain('|Transfer 3 deals|One|Ana|Three|Ben|Two|Tomas|');
    expect(text).toContain('|1 skipped: it no longer exists|');
    expect(text).toContain('|Ben Okafor (ben@demo.example)|');
    const form = listSentFields(page, 'owner').filter(([name]) => name !== 'owner');
    const post = async (owner: string) =>
      call(transferSelectedPage, 'POST', '/', { as: tomas, form: [...form, ['owner', owner]] });
    expect((await post('')).status).toBe(400);
    expect(await readOutcome(await post(ben.email))).toEqual(
      successOutcome(
        '/admin/pipelines?page=2',
        "2 deals transferred to Ben Okafor, 2 skipped: 1 no longer exists, already Ben Okafor's",
      ),
    );
    for (const id of ids) expect(await getOwnerId(id)).toBe(ben.id);
    expect((await readOutcome(await post(ben.email)))[1]).toBe('Nothing transferred');
  });

  test('a selection that was transferred meanwhile is shown again', async () => {
    const { ana, ben, maren, tomas } = people;
    const ids = [
      await addDeal(ana, { companyName: 'One' }),
      await addDeal(ana, { companyName: 'Two' }),
    ];
    const opened = await renderScreen(transferSelectedPage, path(ids), { as: tomas });
    const sent = (html: string): [string, string][] => [
      ...listSentFields(html, 'owner').filter(([name]) => name !== 'owner'),
      ['owner', ben.email],
    ];
    await transferDeal(maren, ids[0]!, maren.email);
    const answer = { as: tomas, form: sent(opened) };
    const refused = await call(transferSelectedPage, 'POST', path(ids), answer);
    expect([refused.status, await getOwnerId(ids[0]!)]).toEqual([412, maren.id]);
    expect(await getOwnerId(ids[1]!), 'all or none').toBe(ana.id);
    const page = await renderScreen(transferSelectedPage, path(ids), answer);
    expect(readText(page)).toContain(
      '|Transferred in the meantime: One to Maren Holt. Transfer the deals again to replace that.|',
    );
    await call(transferSelectedPage, 'POST', path(ids), { as: tomas, form: sent(page) });
    for (const id of ids) expect(await getOwnerId(id)).toBe(ben.id);
  });
});

describe('transfers before accounts are deleted (rule 9.10)', () => {
  test("a deleted account's deals go to a colleague or the trash", async () => {
    const { ana, ben, maren } = people;
    const id = await addDeal(ana);
    const params = { params: { id: ana.id } };
    const page = await renderScreen(deleteUserPage, '/x?back=/admin?page=2', {
      as: maren,
      ...params,
    });
    expect(readText(page)).toContain(
      '|Or first transfer the pipelines to|Nobody: delete them too|',
    );
    expect(readText(page)).toContain('|Ben Okafor (ben@demo.example)|');
    expect(readText(page)).not.toContain('(ana@demo.example)');
    const post = async (owner: string) =>
      call(deleteUserPage, 'POST', '/x', {
        as: maren,
        ...params,
        form: { owner, back: '/admin?page=2' },
      });
    const refused = await post(ana.email);
    expect([refused.status, await refused.json()]).toEqual([
      400,
      { chosen: ana.email, error: 'Please choose another account' },
    ]);
    expect(await readOutcome(await post(ben.email))).toEqual(
      successOutcome('/admin?page=2', 'User deleted successfully'),
    );
    expect(await getOwnerId(id)).toBe(ben.id);
    const without = await renderScreen(deleteUserPage, '/x', {
      as: maren,
      ...at(people.daichi.id),
    });
    expect(findTags(without, 'select'), 'who has no deals').toEqual([]);
  });

  test('deals of several deleted accounts go to none of them', async () => {
    const { ana, ben, daichi, maren } = people;
    const ids = [await addDeal(ana), await addDeal(ben)];
    const selected = [ana.id, ben.id, maren.id];
    const path = `/x?${new URLSearchParams(selected.map((id) => ['id', id]))}`;
    const page = readText(await renderScreen(deleteUsersPage, path, { as: maren }));
    expect(page).toContain('(maren@demo.example)|');
    for (const { email } of [ana, ben]) expect(page).not.toContain(`(${email})`);
    const post = async (owner: string) =>
      call(deleteUsersPage, 'POST', '/x', { as: maren, form: { id: selected, owner } });
    expect((await post(ben.email)).status).toBe(400);
    expect(await getOwnerId(ids[0]!), 'nothing was done').toBe(ana.id);
    expect(await readOutcome(await post(daichi.email))).toEqual(
      successOutcome('/admin', '2 users deleted, 1 skipped: admins cannot be deleted'),
    );
    for (const id of ids) expect(await getOwnerId(id)).toBe(daichi.id);
  });

  test.each([
    ['delete', deleteUserPage],
    ['offboard', offboardPage],
    ['bulk delete', deleteUsersPage],
  ])('a %s page notices deals that came meanwhile', async (_, page) => {
    const { ana, daichi, maren } = people;
    const sent = { as: maren, ...at(daichi.id) };
    const path = `/x?id=${daichi.id}`;
    const opened = collectFormValues(await renderScreen(page, path, sent));
    const id = await addDeal(ana);
    await transferDeal(ana, id, daichi.email);
    const form = { ...opened, outcome: 'delete' };
    const refused = await renderScreen(page, path, { ...sent, form });
    expect(readText(refused)).toContain(
      'announced the deletion of 0 pipelines; by now it would delete 1 pipeline.',
    );
    expect(await getOwnerId(id)).toBe(daichi.id);
    const again = { ...collectFormValues(refused), outcome: 'delete' };
    await call(page, 'POST', path, { ...sent, form: again });
    expect(await getOwnerId(id)).toBeUndefined();
  });

  test.each([
    ['delete', deleteUserPage],
    ['offboard', offboardPage],
    ['transfer', transferPage],
  ])('a disabled new owner stays chosen on the %s page', async (_, page) => {
    const { ana, ben, maren } = people;
    const id = await addDeal(ana);
    await setUserDisabled(maren, ben.id, true);
    const sent = { as: maren, ...at(page === transferPage ? id : ana.id) };
    const form = { owner: ben.email, outcome: 'delete' };
    const refused = await renderScreen(page, '/x', { ...sent, form });
    expect(collectFormValues(refused)).toMatchObject({ owner: ben.email });
    expect(readText(refused)).toContain(`|${ben.email} (cannot be chosen)|`);
    const again = await call(page, 'POST', '/x', { ...sent, form: collectFormValues(refused) });
    expect([again.status, await getOwnerId(id)]).toEqual([400, ana.id]);
  });

  test('a search for a colleague requires a choice', async () => {
    const { ana, maren } = people;
    await addCrowd(201);
    await addDeal(ana);
    const page = async (search: string) => {
      const html = await renderScreen(deleteUserPage, `/x${search}`, { as: maren, ...at(ana.id) });
      return findTags(html, 'input').filter((tag) => tag.includes('type="radio"'));
    };
    const [nobody, ...others] = await page('');
    expect([nobody, others]).toEqual([expect.stringMatching(/checked=""/), []]);
    const found = await page('?find=crowd20');
    expect(found.length).toBeGreaterThan(2);
    for (const radio of found) {
      expect(radio).toContain('required');
      expect(radio).not.toContain('checked');
    }
  });
});
