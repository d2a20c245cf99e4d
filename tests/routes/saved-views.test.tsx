import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { db } from '#db/client';
import { savedViews, users } from '#db/schema';
import { transaction } from '#db/transaction';
import { LIST_COLUMNS } from '~/domain/deal/list-columns';
import { setUserDisabled } from '~/domain/operations/disable-user.server';
import { setAccountRole } from '~/domain/operations/manage-accounts.server';
import { getPreferences, updatePreferences } from '~/domain/user/preferences.server';
import * as landing from '~/routes/_index';
import * as adminList from '~/routes/admin_.pipelines/route';
import * as fieldsApi from '~/routes/api.fields';
import * as columns from '~/routes/columns/route';
import * as dashboard from '~/routes/dashboard/route';
import * as print from '~/routes/dashboard_.print';
import * as login from '~/routes/login/route';
import * as newDeal from '~/routes/pipeline.new/route';
import * as settings from '~/routes/settings';
import * as page from '~/routes/views/route';
import * as rename from '~/routes/views_.$id';
import * as remove from '~/routes/views_.$id_.delete';
import * as open from '~/routes/views_.$id_.open';
import * as update from '~/routes/views_.$id_.update';
import * as save from '~/routes/views_.new';
import { call, type CastMember, createCastForEach } from '../support/cast';
import { addDeal } from '../support/deals';
import { findTags, listSentFields, readText, renderScreen } from '../support/render-screen';
import { failureOutcome, readOutcome, successOutcome } from '../support/toast';

const people = createCastForEach();

const at = (id: number | string) => ({ params: { id: String(id) } });
async function saved(
  as: CastMember,
  name: string,
  back: string,
  more: Record<string, string> = {},
) {
  const answer = await call(save, 'POST', '/views/new', { as, form: { name, back, ...more } });
  expect(answer.status, await answer.clone().text()).toBe(302);
  const to = answer.headers.get('Location')!;
  return { to, id: Number(new URLSearchParams(to.split('?')[1]).get('view')) };
}
const renderList = (as: CastMember, path: string) => renderScreen(dashboard, path, { as });
const listTabs = (html: string) =>
  readText(/<nav aria-label="Views"[\s\S]*?<\/nav>/.exec(html)?.[0] ?? '');
const openTab = (html: string) =>
  /<(?:a|span)[^>]*aria-current="page"[^>]*>([^<]*)/.exec(
    /<nav aria-label="Views"[\s\S]*?<\/nav>/.exec(html)?.[0] ?? '',
  )?.[1];
const act = (as: CastMember, intent: string, id: number) =>
  call(page, 'POST', '/views', { as, form: { intent, id: String(id) } });
const getStartPath = async (as: CastMember) =>
  (await call(landing, 'GET', '/', { as })).headers.get('Location');

test('a view with a long URL opens through a short one', async () => {
  const { ana, ben } = people;
  const filters = `company=${'x'.repeat(90)}`.concat('&industry=y'.padEnd(500, 'y'));
  const { to, id } = await saved(ana, 'Long', `/dashboard?search=${'s'.repeat(90)}&${filters}`);
  const short = `/views/${id}/open`;
  expect(to.length).toBeGreaterThan(500);
  expect(await renderList(ana, '/dashboard')).toContain(`href="${short}"`);
  const opened = await call(open, 'GET', short, { as: ana, ...at(id) });
  expect(opened.headers.get('Location')).toBe(to);
  expect((await call(open, 'GET', short, { as: ben, ...at(id) })).status).toBe(404);
});

describe('saving a view (rules 21.1, 21.2 and 21.3)', () => {
  test('saving is offered on a filtered list, tabs only with views', async () => {
    const { ana } = people;
    const plain = await renderList(ana, '/dashboard');
    expect(listTabs(plain)).toBe('');
    expect(readText(plain)).not.toContain('Save view');
    for (const query of ['round=A', 'sort=oldest', 'size=25'])
      expect(readText(await renderList(ana, `/dashboard?${query}`))).toContain('|Save view|');
    expect(readText(await renderList(ana, '/dashboard?page=2&unknown=1'))).not.toContain(
      'Save view',
    );
  });

  test('a view stores filters, order, size, density and columns', async () => {
    const { ana, ben } = people;
    await updatePreferences(ana, { columns: ['score', 'round'] });
    const { to, id } = await saved(
      { ...ana, cookie: `${ana.cookie}; density=compact` },
      ' Seed, oldest ',
      '/dashboard?sort=oldest&page=3&round=Seed&size=25&unknown=x&details=4',
    );
    expect(to).toBe(
      `/dashboard?view=${id}&round=Seed&size=25&sort=oldest&density=compact&columns=company.score.round`,
    );
    const html = await renderList(ana, to);
    expect(listTabs(html)).toBe('|All|Seed, oldest|');
    expect(html).toContain('Manage views</a>');
    expect(openTab(html)).toBe('Seed, oldest');
    expect(openTab(await renderList(ana, '/dashboard'))).toBe('All');
    expect(listTabs(await renderList(ben, '/dashboard'))).toBe('');
  });

  test('a view sent twice is saved once', async () => {
    const { ana } = people;
    const first = await saved(ana, 'Seed', '/dashboard?round=Seed');
    expect((await saved(ana, 'Seed', '/dashboard?round=Seed')).id).toBe(first.id);
    const another = await saved(ana, 'Seed', '/dashboard?round=A');
    expect(await db.select().from(savedViews)).toHaveLength(2);
    expect(another.id).not.toBe(first.id);
  });

  test('an invalid name and a 51st view are refused', async () => {
    const { ana } = people;
    const form = { back: '/dashboard?round=A' };
    for (const [name, message] of [
      [' ', 'Please enter a name'],
      ['x'.repeat(61), 'Please use at most 60 characters'],
      ['a\u0007b', 'This contains a control character that cannot be stored. Please remove it'],
    ] as const) {
      const answer = await call(save, 'POST', '/views/new', { as: ana, form: { ...form, name } });
      expect([answer.status, await answer.json()]).toEqual([
        400,
        { sent: { name, isShared: false }, errors: [{ path: 'name', message }] },
      ]);
    }
    const huge = { ...form, name: 'x'.repeat(1_000_000) };
    expect((await call(save, 'POST', '/views/new', { as: ana, form: huge })).status).toBe(413);
    const long = { name: 'Long', back: `/dashboard?industry=${'x'.repeat(9_000)}` };
    expect((await call(save, 'POST', '/views/new', { as: ana, form: long })).status).toBe(400);
    for (const back of ['/account', '//evil.example', '/dashboard/print'])
      expect(
        (await call(save, 'POST', '/views/new', { as: ana, form: { name: 'x', back } })).status,
      ).toBe(400);
    for (let n = 0; n < 50; n++) await saved(ana, `View ${n}`, form.back);
    const html = await renderScreen(save, '/views/new?back=/dashboard', {
      as: ana,
      form: { ...form, name: 'One more' },
    });
    expect(readText(html)).toContain('You can have up to 50 views. Please delete one first.');
    expect(findTags(html, 'input').find((tag) => tag.includes('name="name"'))).toContain(
      'One more',
    );
  });
});

describe('a view with changed filters (rules 21.5 and 21.6)', () => {
  test('a changed view offers Update view and Save as new', async () => {
    const { ana } = people;
    const { to, id } = await saved(ana, 'Seed', '/dashboard?round=Seed');
    expect(readText(await renderList(ana, to))).not.toMatch(/Update view|Save as new|Save view/);
    const changed = to.replace('round=Seed', 'industry=AI&round=A');
    const html = await renderList(ana, `${changed}&page=2`);
    expect(openTab(html)).toBe('Seed');
    expect(readText(html)).toContain('|Update view|Save as new|');
    expect((await db.select().from(savedViews))[0]).toMatchObject({ search: 'round=Seed' });
    const answer = await call(update, 'POST', `/views/${id}/update`, {
      as: ana,
      ...at(id),
      form: { back: changed },
    });
    expect(await readOutcome(answer)).toEqual(successOutcome(changed, 'View Seed updated'));
    expect(readText(await renderList(ana, changed))).not.toContain('Update view');
    const other = await saved(ana, 'New', changed.replace('round=A', 'round=B'));
    expect(other.id).not.toBe(id);
    expect(await db.$count(savedViews)).toBe(2);
  });

  test('filters that somebody else has saved are replaced knowingly', async () => {
    const { ana } = people;
    const { to, id } = await saved(ana, 'Seed', '/dashboard?round=Seed');
    const post = async (back: string) => {
      const form = Object.fromEntries(listSentFields(await renderList(ana, back), 'seen'));
      return () => call(update, 'POST', `/views/${id}/update`, { as: ana, ...at(id), form });
    };
    const mine = to.replace('round=Seed', 'round=A');
    const stale = await post(mine);
    await (
      await post(to.replace('round=Seed', 'round=B'))
    )();
    expect(await readOutcome(await stale())).toEqual(
      failureOutcome(
        mine,
        'Not updated',
        'This view has been changed in the meantime. Update it again to replace that.',
      ),
    );
    expect((await db.select().from(savedViews))[0]).toMatchObject({ search: 'round=B' });
    expect(await readOutcome(await (await post(mine))())).toEqual(
      successOutcome(mine, 'View Seed updated'),
    );
  });

  test("filters keep the view's density and columns", async () => {
    const { ana } = people;
    const { to, id } = await saved(ana, 'Seed', '/dashboard?round=Seed&columns=company.score');
    const filters = /<form[^>]*action="\/dashboard"[\s\S]*?<\/form>/.exec(
      await renderList(ana, to),
    )![0];
    const kept = findTags(filters, 'input').filter((tag) => tag.includes('hidden'));
    expect(kept.map((tag) => /value="([^"]*)"/.exec(tag)![1])).toEqual([
      String(id),
      'comfortable',
      'company.score',
    ]);
    const answer = await call(settings, 'POST', '/settings', {
      as: ana,
      form: { back: to, density: 'compact' },
    });
    const compact = answer.headers.get('Location')!;
    expect(compact).toBe(to.replace('comfortable', 'compact'));
    expect(readText(await renderList(ana, compact))).toContain('|Update view|Save as new|');
  });

  test('an unknown or foreign view in the URL is ignored', async () => {
    const { ana, ben } = people;
    const { id } = await saved(ben, 'His', '/dashboard?round=Seed');
    await addDeal(ana, { companyName: 'Gantrywell', fundingRound: 'Seed' });
    for (const view of [id, 999_999, 'x', '1e3', '-1']) {
      const html = await renderList(ana, `/dashboard?view=${view}&round=Seed`);
      expect(readText(html)).toContain('|Gantrywell|');
      expect(readText(html)).not.toMatch(/Update view|His/);
    }
  });
});

describe('shared views (rules 21.7 and 21.8)', () => {
  test('a shared view shows everyone their own deals', async () => {
    const { ana, ben, tomas } = people;
    await addDeal(ana, { companyName: 'Hers', fundingRound: 'Seed' });
    await addDeal(ben, { companyName: 'His', fundingRound: 'Seed' });
    const form = await renderScreen(save, '/views/new?back=/dashboard', { as: tomas });
    expect(readText(form)).toContain('|Share with everyone|');
    expect(
      readText(await renderScreen(save, '/views/new?back=/dashboard', { as: ana })),
    ).not.toContain('Share');
    await saved(ana, 'Own', '/dashboard?round=A', { isShared: 'on' });
    const { to, id } = await saved(tomas, 'All seed', '/dashboard?round=Seed', { isShared: 'on' });
    expect(listTabs(await renderList(ben, '/dashboard'))).toBe('|All|All seed|Tomas|');
    expect(listTabs(await renderList(ana, '/dashboard'))).toBe('|All|Own|All seed|Tomas|');
    const hers = readText(await renderList(ana, to));
    expect(hers).toContain('|Hers|');
    expect(hers).not.toContain('|His|');
    const changed = await renderList(ana, to.replace('Seed', 'A'));
    expect(readText(changed)).toContain('|Save as new|');
    expect(readText(changed)).not.toContain('Update view');
    const admins = await renderList(people.maren, to.replace('Seed', 'A'));
    expect(readText(admins)).toContain('|Update view|Save as new|');
    expect((await act(ana, 'share', id)).status).toBe(302);
    const refused = { as: ana, ...at(id), form: { name: 'Mine now', back: to } };
    expect([
      (await call(rename, 'POST', `/views/${id}`, refused)).status,
      (await call(update, 'POST', `/views/${id}/update`, refused)).status,
      (await call(remove, 'POST', `/views/${id}/delete`, refused)).status,
    ]).toEqual([403, 403, 403]);
  });

  test('a private view is 404 for others, even for staff', async () => {
    const { ana, maren } = people;
    const { id } = await saved(ana, 'Own', '/dashboard?round=A');
    for (const route of [rename, remove])
      expect((await call(route, 'GET', `/views/${id}`, { as: maren, ...at(id) })).status).toBe(404);
    expect(await readOutcome(await act(maren, 'start', id))).toEqual(
      failureOutcome('/views', 'Not changed', 'This view no longer exists.'),
    );
  });

  test('a view made private leaves open lists without its tab', async () => {
    const { ana, tomas, maren } = people;
    await addDeal(ana, { companyName: 'Hers', fundingRound: 'Seed' });
    const { to, id } = await saved(tomas, 'All seed', '/dashboard?round=Seed', { isShared: 'on' });
    await act(ana, 'start', id);
    expect(openTab(await renderList(maren, to))).toBe('All seed');
    await act(tomas, 'unshare', id);
    const open = await renderList(ana, to);
    expect(readText(open)).toContain('|Hers|');
    expect(open).not.toContain('All seed');
    expect(await getStartPath(ana)).toBe('/dashboard');
    const form = { name: 'Mine', back: to };
    for (const [route, path] of [
      [update, `/views/${id}/update`],
      [rename, `/views/${id}`],
      [remove, `/views/${id}/delete`],
    ] as const)
      expect((await call(route, 'POST', path, { as: maren, ...at(id), form })).status).toBe(404);
    expect((await readOutcome(await act(maren, 'adopt', id)))[2]).toBe(
      'This view no longer exists.',
    );
    expect(listTabs(await renderList(tomas, to))).toBe('|All|All seed|');
  });

  describe('a shared view of a disabled user or former staff (rule 21.29)', () => {
    const rows = async (as: CastMember) =>
      readText(await renderScreen(page, '/views', { as }))
        .split('|Shared by others|')
        .pop()!;

    test.each(['disabled', 'demoted'])(
      '%s: the view stays shared and staff can adopt it',
      async (what) => {
        const { ana, tomas, maren } = people;
        await addDeal(ana, { companyName: 'Hers', fundingRound: 'Seed' });
        const { to, id } = await saved(tomas, 'All seed', '/dashboard?round=Seed', {
          isShared: 'on',
        });
        const before = await renderList(ana, to);
        expect(await rows(maren)).not.toContain('|Adopt|');
        if (what === 'disabled') await setUserDisabled(maren, tomas.id, true);
        else await setAccountRole(tomas, 'user');
        expect(await renderList(ana, to)).toBe(before);
        expect(await rows(ana)).not.toContain('|Adopt|');
        expect(await readOutcome(await act(ana, 'adopt', id))).toContain(
          'You are not allowed to do this.',
        );
        expect(await rows(maren)).toContain('|No owner (created by Tomas)|Adopt|');
        if (what === 'demoted') {
          expect(listTabs(await renderList(tomas, '/dashboard'))).toBe('|All|All seed|Tomas|');
          expect(await readOutcome(await act(tomas, 'unshare', id))).toContain(
            'You are not allowed to do this.',
          );
          for (const route of [rename, remove])
            expect(
              (await call(route, 'GET', `/views/${id}`, { as: tomas, ...at(id) })).status,
            ).toBe(403);
        }
        expect(await readOutcome(await act(maren, 'adopt', id))).toEqual(
          successOutcome('/views', 'You now own this view'),
        );
        expect(listTabs(await renderList(maren, '/dashboard'))).toBe('|All|All seed|');
        expect(listTabs(await renderList(ana, to))).toBe('|All|All seed|Maren|');
        expect(readText(await renderList(ana, to))).toContain('|Hers|');
        expect(await readOutcome(await act(maren, 'adopt', id))).toContain(
          'This view already has an owner.',
        );
      },
    );
  });

  test('views of All Pipelines are tabs there and for staff only', async () => {
    const { ana, tomas, maren } = people;
    const back = '/admin/pipelines?group=CCIA&sort=round_asc';
    const { to } = await saved(tomas, 'CCIA', back, { isShared: 'on' });
    expect(listTabs(await renderScreen(adminList, to, { as: maren }))).toBe('|All|CCIA|Tomas|');
    expect(listTabs(await renderList(maren, '/dashboard'))).toBe('');
    expect(readText(await renderScreen(page, '/views', { as: ana }))).not.toContain('CCIA');
  });
});

describe('the page of views (rule 21.9)', () => {
  test('the page renames, orders, deletes and explains views', async () => {
    const { ana } = people;
    expect(readText(await renderScreen(page, '/views', { as: ana }))).toContain(
      'You have no views yet.',
    );
    const a = await saved(ana, 'A', '/dashboard?round=A');
    const b = await saved(ana, 'B', '/dashboard?round=B');
    expect(await readOutcome(await act(ana, 'down', a.id))).toEqual(
      successOutcome('/views', 'View moved'),
    );
    await act(ana, 'up', b.id);
    expect(listTabs(await renderList(ana, '/dashboard'))).toBe('|All|B|A|');
    const form = { name: 'Angel', back: '/views' };
    await call(rename, 'POST', `/views/${a.id}`, { as: ana, ...at(a.id), form });
    expect(listTabs(await renderList(ana, '/dashboard'))).toBe('|All|B|Angel|');
    const asked = await renderScreen(remove, `/views/${b.id}/delete`, { as: ana, ...at(b.id) });
    expect(readText(asked)).toContain('|Delete view B?|Its deals are not deleted.|');
    await call(remove, 'POST', `/views/${b.id}/delete`, { as: ana, ...at(b.id), form: {} });
    expect(listTabs(await renderList(ana, '/dashboard'))).toBe('|All|Angel|');
    expect(await readOutcome(await act(ana, 'nonsense', a.id))).toMatchObject({ 3: true });
  });
});

describe('the default view (rules 21.10 and 21.11)', () => {
  test("'/' and a login open the default view, a save leads home", async () => {
    const { ana, tomas } = people;
    expect(await getStartPath(ana)).toBe('/dashboard');
    const { to, id } = await saved(tomas, 'Seed', '/dashboard?round=Seed', { isShared: 'on' });
    expect(await readOutcome(await act(ana, 'start', id))).toEqual(
      successOutcome('/views', 'This view is now your default'),
    );
    expect(readText(await renderScreen(page, '/views', { as: ana }))).toContain('|Default|');
    expect(await getStartPath(ana)).toBe(to);
    const form = { email: ana.email, password: ana.plainPassword };
    const answer = await call(login, 'POST', '/login', { form });
    expect(answer.headers.get('Location')).toBe(to);
    const deal = { as: ana, form: { companyName: 'New' } };
    const stored = await call(newDeal, 'POST', '/pipeline/new', deal);
    expect(stored.headers.get('Location')).toMatch(/^\/dashboard(#|$)/);
    await act(ana, 'unstart', id);
    expect(await getStartPath(ana)).toBe('/dashboard');
  });

  test('a lost default view falls back to the specified page', async () => {
    const { ana, tomas, maren } = people;
    const { id } = await saved(tomas, 'Seed', '/dashboard?round=Seed', { isShared: 'on' });
    await act(ana, 'start', id);
    await act(tomas, 'unshare', id);
    expect(await getStartPath(ana)).toBe('/dashboard');
    await act(tomas, 'start', id);
    await call(remove, 'POST', `/views/${id}/delete`, { as: tomas, ...at(id), form: {} });
    expect(await getStartPath(tomas)).toBe('/dashboard');
    const staff = await saved(tomas, 'All', '/admin/pipelines?round=A');
    await act(tomas, 'start', staff.id);
    expect(await getStartPath(tomas)).toBe(staff.to);
    await transaction(async (tx) =>
      tx.update(users).set({ role: 'user' }).where(eq(users.id, tomas.id)),
    );
    expect(await getStartPath(tomas)).toBe('/dashboard');
    expect(await getStartPath(maren)).toBe('/admin');
  });
});

describe('columns of the list (rules 21.15 and 21.16)', () => {
  const choose = (as: CastMember, back: string, column: string[], intent = '') =>
    call(columns, 'POST', '/columns', { as, form: { back, column, intent } });
  const heads = (html: string) =>
    readText(/<thead>[\s\S]*<\/thead>/.exec(html)![0])
      .split('|')
      .filter(Boolean);
  const [updated, ...others] = LIST_COLUMNS.map(({ label }) => label);
  const ALL = [updated, 'Company', ...others, 'Actions'];

  test('chosen columns apply to lists and prints, others not sent', async () => {
    const { maren } = people;
    const text = 'Sensors for rooms';
    await addDeal(maren, {
      companyName: 'Ibex',
      businessIntroduction: text,
      fundingRound: 'A',
    });
    expect(heads(await renderList(maren, '/dashboard'))).toEqual(ALL);
    const form = await renderScreen(columns, '/columns?back=/dashboard', { as: maren });
    expect(findTags(form, 'input').filter((tag) => tag.includes('checked'))).toHaveLength(
      LIST_COLUMNS.length,
    );
    const chosen = ['round', 'score', 'meeting', 'score', 'bogus'];
    expect(await readOutcome(await choose(maren, '/dashboard?sort=oldest', chosen))).toEqual(
      successOutcome('/dashboard?sort=oldest', 'Columns saved'),
    );
    const shown = ['Company', 'Round', 'Score', 'Next Meeting', 'Actions'];
    const list = await renderList(maren, '/dashboard?sort=updated_asc');
    expect(heads(list)).toEqual(shown);
    expect(readText(list)).toContain('|Ibex|');
    const admin = await renderScreen(adminList, '/admin/pipelines', { as: maren });
    expect(heads(admin)).toEqual(['Select', ...shown]);
    const data = await call(dashboard, 'GET', '/dashboard', { as: maren });
    const printed = await call(print, 'GET', '/dashboard/print', { as: maren });
    const paper = await printed.text();
    for (const sent of [list, admin, await data.text(), paper]) expect(sent).not.toContain(text);
    expect(paper).toContain('<th scope="col">Next Meeting</th>');
    expect(paper).not.toContain('<th scope="col">Owner</th>');
    await choose(maren, '/dashboard', [], 'default');
    expect((await getPreferences(maren)).columns).toBeNull();
    expect(heads(await renderList(maren, '/dashboard'))).toEqual(ALL);
  });

  test("a view's columns are in the URL and keep one's own choice", async () => {
    const { ana } = people;
    await addDeal(ana, { fundingRound: 'Seed' });
    const { to } = await saved(ana, 'Seed', '/dashboard?round=Seed');
    const answer = await choose(ana, to, ['score']);
    const changed = answer.headers.get('Location')!;
    expect(changed).toBe(`${to}&columns=company.score`);
    const html = await renderList(ana, changed);
    expect(heads(html)).toEqual(['Company', 'Score', 'Actions']);
    expect(readText(html)).toContain('|Update view|');
    expect((await getPreferences(ana)).columns).toBeNull();
  });

  test('columns are moved, also among custom fields', async () => {
    const { ana, maren } = people;
    await call(fieldsApi, 'POST', '/api/fields', {
      as: maren,
      json: { name: 'Lead', kind: 'text' },
    });
    await addDeal(ana, { fields: { lead: 'Noor' }, evaluationScore: 7.5 });
    const [to] = await readOutcome(
      await choose(ana, '/dashboard', ['updated', 'score', 'field-lead'], 'up-field-lead'),
    );
    expect(to).toBe('/columns?back=%2Fdashboard&moved=up-field-lead');
    const page = await renderList(ana, '/dashboard');
    expect(heads(page)).toEqual(['Last Updated', 'Company', 'Lead', 'Score', 'Actions']);
    expect(readText(page)).toMatch(/\|Noor\|7\.5\|/);
    const form = await renderScreen(columns, String(to), { as: ana });
    expect(readText(form)).toMatch(/\|Last Updated\|Lead\|Score\|Owner\|/);
    const paper = await call(print, 'GET', '/dashboard/print', { as: ana });
    expect(await paper.text()).toMatch(/Company<.*Lead<.*Score<.*Noor<.*7\.5</s);
  });

  test('the first column moves no further', async () => {
    const { ana } = people;
    await choose(ana, '/dashboard', ['score', 'round'], 'up-score');
    expect((await getPreferences(ana)).columns).toEqual(['score', 'round']);
    await choose(ana, '/dashboard', ['score', 'round'], 'down-bogus');
    expect((await getPreferences(ana)).columns).toEqual(['score', 'round']);
  });

  test('a saved view keeps the order of its columns', async () => {
    const { ana } = people;
    await addDeal(ana, { fundingRound: 'Seed' });
    const chosen = ['score', 'stage', 'updated'];
    const [moved] = await readOutcome(
      await choose(ana, '/dashboard?columns=all', chosen, 'down-score'),
    );
    const list = new URLSearchParams(String(moved).split('?')[1]).get('back')!;
    expect(list).toBe('/dashboard?columns=company.stage.score.updated');
    const { to } = await saved(ana, 'Ordered', list);
    expect(heads(await renderList(ana, to))).toEqual([
      'Company',
      'Stage',
      'Score',
      'Last Updated',
      'Actions',
    ]);
    expect(readText(await renderList(ana, to))).not.toContain('Update view');
    const other = `/dashboard?view=${/view=(\d+)/.exec(to)![1]}&columns=company.score.stage.updated`;
    expect(readText(await renderList(ana, other))).toContain('|Update view|');
  });
});
