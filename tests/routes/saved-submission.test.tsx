import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { db } from '#db/client';
import { savedSubmissions, users } from '#db/schema';
import { transaction } from '#db/transaction';
import { addCustomField } from '~/domain/custom-field/create.server';
import { updateCustomField } from '~/domain/custom-field/update.server';
import { updateDeal } from '~/domain/deal/update.server';
import { startImport } from '~/domain/import/upload/start.server';
import { addInboxItem } from '~/domain/inbox/insert.server';
import { addNote } from '~/domain/note/create.server';
import { mergeDeals } from '~/domain/operations/merge/merge.server';
import { deleteDeal } from '~/domain/operations/trash/delete.server';
import { openRound } from '~/domain/round/open.server';
import { createUser } from '~/domain/user/create.server';
import type { DomainErrorBody } from '~/errors';
import { withErrorResponses } from '~/http/server/error-responses.server';
import { SIGNED_OUT_MESSAGE } from '~/http/session/guards.server';
import { createLoginHeaders } from '~/http/session/login.server';
import * as account from '~/routes/account/route';
import * as customFields from '~/routes/admin_.fields/route';
import * as allPipelines from '~/routes/admin_.pipelines/route';
import * as dashboard from '~/routes/dashboard/route';
import * as importing from '~/routes/import/route';
import * as columns from '~/routes/import_.$id/route';
import * as inboxItem from '~/routes/inbox_.$id/route';
import * as late from '~/routes/late.$key';
import * as login from '~/routes/login/route';
import * as contactsPage from '~/routes/pipeline.$id.contacts/route';
import * as decisionPage from '~/routes/pipeline.$id.decisions_.$decision/route';
import * as edit from '~/routes/pipeline.$id.edit/route';
import * as evaluation from '~/routes/pipeline.$id.evaluation/route';
import * as later from '~/routes/pipeline.$id.later';
import * as membersPage from '~/routes/pipeline.$id.members/route';
import * as memoPage from '~/routes/pipeline.$id.memo/route';
import * as met from '~/routes/pipeline.$id.met';
import * as notesPage from '~/routes/pipeline.$id.notes/route';
import * as notePage from '~/routes/pipeline.$id.notes_.$note/route';
import * as ownerPage from '~/routes/pipeline.$id.owner/route';
import * as rounds from '~/routes/pipeline.$id.rounds/route';
import * as scorecardPage from '~/routes/pipeline.$id.scorecard/route';
import * as sharePage from '~/routes/pipeline.$id.share/route';
import * as stagePage from '~/routes/pipeline.$id.stage/route';
import * as tasksPage from '~/routes/pipeline.$id.tasks/route';
import * as add from '~/routes/pipeline.new/route';
import * as selected from '~/routes/selected/route';
import * as newView from '~/routes/views_.new';
import { ErrorPage } from '~/ui/layout/error-page';
import { getCookie } from '../support/answers';
import { call, type CastMember, createCastForAll, request } from '../support/cast';
import { addDeal, countDeals, deleteDeals, getStoredDeal } from '../support/deals';
import { listSentFields, readText, renderScreen } from '../support/render-screen';

const HOUR = 60 * 60 * 1000;
const NOT_SAVED = 'You were signed out when you submitted this, so it has not been saved yet.';

const people = createCastForAll();
beforeEach(async () => {
  await deleteDeals();
  await transaction(async (tx) => tx.delete(savedSubmissions));
});
afterEach(() => {
  vi.useRealTimers();
});

type Form = Record<string, string | string[]> | [string, string][];
type Route = Parameters<typeof renderScreen>[0] & Parameters<typeof call>[0];

const NEW: Form = {
  companyName: 'Halden Optics',
  industries: ['', 'AI', 'DX'],
  fundingRound: 'B',
  comments: 'One\r\nTwo',
  ceoName: '',
};

const SCORE = { evaluationScore: '8', seen: '6', intent: 'score', id: '{id}' };
interface Late {
  what: string;
  route: Route;
  path: string;
  form: Record<string, string>;
  who?: 'ana' | 'maren';
}

/** Returns the cookie of the account that last signed in in this browser. */
async function getDeviceCookie(person: CastMember): Promise<string> {
  const headers = await createLoginHeaders(request('GET', '/'), person);
  return getCookie(new Response(null, { headers }), 'device')!;
}
const rows = () => db.select().from(savedSubmissions).orderBy(savedSubmissions.id);

function getParams(path: string): Record<string, string> {
  const [id = '', note = ''] = path.match(/\d+/g) ?? [];
  return { id, note };
}

async function sendLate(route: Route, path: string, form: Form, person = people.ana) {
  const headers = { Cookie: await getDeviceCookie(person) };
  const answer = await call(route, 'POST', path, { form, params: getParams(path), headers });
  const { message, moveOn } = (await answer.json()) as { message: string; moveOn?: string };
  const to = moveOn && new URL(moveOn, 'http://localhost').searchParams.get('to');
  return { status: answer.status, message, moveOn, to: to ?? '' };
}

async function follow(to: string, as = people.ana): Promise<string> {
  const answer = await call(late, 'GET', to, { as, params: { key: to.slice('/late/'.length) } });
  return answer.headers.get('Location')!;
}

async function reopen(
  route: Route,
  path: string,
  form: Form,
  { field, person = people.ana }: { field: string; person?: CastMember },
) {
  const { to } = await sendLate(route, path, form, person);
  const address = await follow(to, person);
  const html = await renderScreen(route, address, { as: person, params: getParams(path) });
  return { address, text: readText(html), fields: listSentFields(html, field) };
}

const submit = (route: Route, path: string, form: Form, as = people.ana) =>
  call(route, 'POST', path, { as, form, params: getParams(path) });

describe('a form submitted without a session (rules 12.13, 16.76 and 18.9)', () => {
  test("a submission is saved for a day under a key's hash", async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { status, message, to } = await sendLate(add, '/pipeline/new', NEW);
    expect([status, message]).toEqual([401, SIGNED_OUT_MESSAGE]);
    const [row, ...others] = await rows();
    expect(others).toEqual([]);
    expect(row).toMatchObject({ userId: people.ana.id, path: '/pipeline/new' });
    expect(row!.expire.getTime()).toBe(Date.now() + 24 * HOUR);
    const key = /^\/late\/([\w-]{43})$/.exec(to)![1]!;
    expect(row!.key).toBe(createHash('sha256').update(key).digest('hex'));
    expect(await countDeals()).toBe(0);
  });

  test('a saved submission returns after login until it is saved', async () => {
    const { address, text, fields } = await reopen(add, '/pipeline/new', NEW, {
      field: 'companyName',
    });
    expect(text).toContain(NOT_SAVED);
    expect(fields).toEqual(
      expect.arrayContaining([
        ['companyName', 'Halden Optics'],
        ['industries', 'AI'],
        ['industries', 'DX'],
        ['fundingRound', 'B'],
        ['comments', 'One\nTwo'],
      ]),
    );
    expect((await submit(add, address, fields)).headers.get('Location')).toBe('/dashboard');
    expect(await db.query.deals.findMany()).toMatchObject([
      { companyName: 'Halden Optics', industries: ['DX', 'AI'], comments: 'One\nTwo' },
    ]);
    expect(await rows()).toEqual([]);
    expect(readText(await renderScreen(add, address, { as: people.ana }))).not.toContain(NOT_SAVED);
  });

  test('an error or conflict keeps the saved submission', async () => {
    const id = await addDeal(people.ana, { comments: 'First' });
    const path = `/pipeline/${id}/edit`;
    const opened = await renderScreen(edit, path, { as: people.ana, params: getParams(path) });
    const sent = listSentFields(opened, 'companyName').map(([name, value]): [string, string] => [
      name,
      name === 'comments' ? 'Mine' : value,
    ]);
    await updateDeal(people.tomas, id, { comments: 'Theirs' });
    const { address, fields } = await reopen(edit, path, sent, { field: 'companyName' });
    const invalid = fields.map(([name, value]): [string, string] => [
      name,
      name === 'companyName' ? '' : value,
    ]);
    expect((await submit(edit, address, invalid)).status).toBe(400);
    const refused = await submit(edit, address, fields);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({
      conflict: {
        version: 2,
        fieldConflicts: [{ field: 'comments', mine: 'Mine', theirs: 'Theirs' }],
      },
    });
    expect(await rows()).toHaveLength(1);
    const again: Form = [
      ...fields.filter(([name]) => !['version', 'opened'].includes(name)),
      ['version', '2'],
    ];
    expect((await submit(edit, address, again)).status).toBe(302);
    expect([await rows(), (await getStoredDeal(id))!.comments]).toEqual([[], 'Mine']);
  });

  test('a saved value of an archived field comes back to copy', async () => {
    const { key } = await addCustomField(people.maren, {
      name: 'Heat',
      kind: 'text',
      hint: null,
      required: false,
      options: [],
    });
    const form = { companyName: 'Halden Optics', [`field-${key}`]: 'High' };
    await updateCustomField(people.maren, key, { archived: true });
    const { text } = await reopen(add, '/pipeline/new', form, { field: 'companyName' });
    expect(text).toContain('|Heat|High|');
  });

  test('a saved submission leaves hidden fields as stored', async () => {
    const id = await addDeal(people.ana, {
      ceoName: 'Mei',
      industries: ['AI'],
      comments: 'First',
    });
    const sent = { companyName: 'Acme', comments: '', industries: '', version: '1' };
    const path = `/pipeline/${id}/edit`;
    const { address, fields } = await reopen(edit, path, sent, { field: 'companyName' });
    expect((await submit(edit, address, fields)).status).toBe(302);
    expect(await getStoredDeal(id)).toMatchObject({
      industries: [],
      comments: null,
      ceoName: 'Mei',
    });
  });

  test.each<Late>([
    {
      what: 'an evaluation',
      route: evaluation,
      path: '/pipeline/{id}/evaluation',
      form: { marketSize: '9.5', marketNotes: 'Large', version: '0' },
    },
    { what: 'a score', route: dashboard, path: '/dashboard?score={id}', form: SCORE },
    {
      what: 'a score of staff',
      route: allPipelines,
      path: '/admin/pipelines?score={id}',
      form: SCORE,
      who: 'maren',
    },
    { what: 'a note', route: notesPage, path: '/pipeline/{id}/notes', form: { text: 'Called' } },
    {
      what: 'a meeting',
      route: met,
      path: '/pipeline/{id}/met',
      form: { note: 'They came', seen: '{seen}' },
    },
    {
      what: 'a next meeting',
      route: later,
      path: '/pipeline/{id}/later',
      form: { nextMeetingDate: '30 days', seen: '{seen}' },
    },
    {
      what: 'a name',
      route: account,
      path: '/account',
      form: { firstName: 'Anna', lastName: 'Q', intent: 'name' },
    },
    {
      what: 'a saved view',
      route: newView,
      path: '/views/new?back=/dashboard',
      form: { name: 'Mine', back: '/dashboard' },
    },
    {
      what: 'a round',
      route: rounds,
      path: '/pipeline/{id}/rounds',
      form: { until: '2199-12-31', userIds: '{ben}' },
    },
  ])('a saved submission restores $what', async ({ route, path, form, who = 'ana' }) => {
    const field = Object.keys(form)[0]!;
    const fields = { evaluationScore: 6, nextMeetingDate: '7 days' };
    const id = await addDeal(people.ana, fields);
    const seen = String((await getStoredDeal(id))!.nextMeetingSetAt!.getTime());
    const filled = (text: string) =>
      text.replace('{id}', String(id)).replace('{seen}', seen).replace('{ben}', people.ben.id);
    const sent = Object.entries(form).map(([name, value]): [string, string] => [
      name,
      filled(value),
    ]);
    const page = await reopen(route, filled(path), sent, { field, person: people[who] });
    expect(page.fields).toEqual(expect.arrayContaining(sent));
    expect((await submit(route, page.address, page.fields, people[who])).status).toBe(302);
    expect(await rows()).toEqual([]);
  });

  test('a saved submission of a meeting keeps its version', async () => {
    const id = await addDeal(people.ana, { nextMeetingDate: '7 days' });
    const form = { nextMeetingDate: '30 days', seen: '1' };
    const path = `/pipeline/${id}/later`;
    const page = await reopen(later, path, form, { field: 'seen' });
    expect((await submit(later, page.address, page.fields)).status).toBe(409);
    expect((await getStoredDeal(id))!.nextMeetingDate).toBe('7 days');
  });

  test('a saved submission restores a new custom field', async () => {
    const form = { name: 'Heat', kind: 'text', hint: 'How warm it is', do: 'add' };
    const page = await reopen(customFields, '/admin/fields', form, {
      field: 'hint',
      person: people.maren,
    });
    const typed = [
      ['name', 'Heat'],
      ['hint', 'How warm it is'],
    ];
    expect(page.fields).toEqual(expect.arrayContaining(typed));
  });

  test('a saved submission restores the text of a decline', async () => {
    const { id } = await addInboxItem(undefined, {
      source: 'api',
      companyName: 'Aster',
      text: 'Hello',
    });
    const form = { reason: 'Team', text: 'Thank you, but no.', intent: 'decline' };
    const page = await reopen(inboxItem, `/inbox/${id}`, form, {
      field: 'reason',
      person: people.maren,
    });
    expect(page.fields).toEqual(expect.arrayContaining([['text', 'Thank you, but no.']]));
  });

  test('a saved submission restores an edit of a deleted note', async () => {
    const id = await addDeal(people.ana);
    const note = await addNote(people.ana, id, 'First');
    const path = `/pipeline/${id}/notes/${note}`;
    const { to } = await sendLate(notePage, path, { text: 'Called again', version: '0' });
    const address = await follow(to);
    await submit(notePage, path, { intent: 'delete' });
    const html = await renderScreen(notePage, address, { as: people.ana, params: getParams(path) });
    expect(listSentFields(html, 'text')).toContainEqual(['text', 'Called again']);
  });

  test('a saved submission restores a change of many deals', async () => {
    const ids = await Promise.all(Array.from({ length: 60 }, () => addDeal(people.ana)));
    const path = `/selected?${new URLSearchParams(ids.map((id) => ['id', String(id)]))}`;
    const form = { id: ids.map(String), fundingRound: 'B', note: 'After the fair' };
    const { address, fields } = await reopen(selected, path, form, { field: 'fundingRound' });
    expect(fields).toEqual(
      expect.arrayContaining([
        ['fundingRound', 'B'],
        ['note', 'After the fair'],
        ['id', String(ids[59])],
      ]),
    );
    expect((await submit(selected, address, fields)).status).toBe(302);
    expect(await rows()).toEqual([]);
  });

  test('a saved submission restores pasted cells, not a file', async () => {
    const cells = `Company\tCEO\n${'Halden Optics\tIda Moe\n'.repeat(40)}`;
    const upload = async (name: string, value: string | File) => {
      const form = new FormData();
      form.set(name, value);
      const encoded = new Request('http://localhost:3000/import', { method: 'POST', body: form });
      const body = await encoded.arrayBuffer();
      const headers = new Headers(encoded.headers);
      headers.set('Cookie', await getDeviceCookie(people.ana));
      headers.set('Content-Length', String(body.byteLength));
      const sent = new Request(encoded.url, { method: 'POST', headers, body });
      const action = () => importing.action({ request: sent, params: {}, context: {} });
      return (await call({ action }, 'POST', '/import')).json() as Promise<{ moveOn: string }>;
    };
    const { moveOn } = await upload('cells', cells);
    const address = await follow(decodeURIComponent(moveOn.split('to=')[1]!));
    const html = await renderScreen(importing, address, { as: people.ana });
    expect(listSentFields(html, 'cells')).toContainEqual(['cells', cells]);
    expect((await upload('file', new File(['Company\nAcme'], 'deals.csv'))).moveOn).toBe(
      '/api/login?to=%2Fimport',
    );
    expect(await rows()).toHaveLength(1);
  });

  test('a saved submission restores the columns of an import', async () => {
    const cells = 'Company\tPartner note\nHalden Optics\tIda\n';
    const { id, read } = await startImport(people.maren, { cells }, { suggestsFields: true });
    await read;
    const form = { 'holds-0': 'deals', 'shown-0': 'deals', 'target-0-0': 'companyName' };
    const sent = { ...form, 'target-0-1': 'keep', 'name-0-1': 'Note of Ida' };
    const { address, fields, text } = await reopen(columns, `/import/${id}?columns`, sent, {
      field: 'holds-0',
      person: people.maren,
    });
    expect(text).toContain(NOT_SAVED);
    expect(fields).toEqual(
      expect.arrayContaining([
        ['target-0-1', 'keep'],
        ['name-0-1', 'Note of Ida'],
      ]),
    );
    expect((await submit(columns, address, fields, people.maren)).status).toBe(302);
    expect(await rows()).toEqual([]);
  });

  test('a saved submission of a deleted deal can be copied', async () => {
    const id = await addDeal(people.ben);
    const sent = { companyName: 'Acme', comments: 'Half an hour', version: '1', ceoName: '' };
    const { to } = await sendLate(edit, `/pipeline/${id}/edit`, sent);
    const address = await follow(to);
    expect(
      (await call(edit, 'GET', address, { as: people.ana, params: getParams(address) })).status,
    ).toBe(404);
    const html = await renderScreen({ default: () => <ErrorPage status={404} /> }, address, {
      as: people.ana,
    });
    expect(readText(html)).toContain(
      '|What you typed|company name: Acme\n\ncomments: Half an hour|',
    );
  });
});

describe('saved submissions belong to one account (rule 12.13)', () => {
  test('another account is led home and sees nothing', async () => {
    const { to } = await sendLate(add, '/pipeline/new', NEW);
    const homes = [
      [people.ben, '/dashboard'],
      [people.tomas, '/dashboard'],
      [people.maren, '/admin'],
    ] as const;
    for (const [person, home] of homes) expect(await follow(to, person)).toBe(home);
    const address = await follow(to);
    const html = await renderScreen(add, address, { as: people.ben });
    expect(html).not.toContain('Halden');
    expect((await submit(add, address, { companyName: 'Other' }, people.ben)).status).toBe(302);
    expect(await rows()).toHaveLength(1);
    expect(await follow(to)).toBe(address);
  });

  test('a form goes to its opener after a colleague signed in', async () => {
    const opened = { ...NEW, openedBy: people.ana.id };
    const { to } = await sendLate(add, '/pipeline/new', opened, people.ben);
    expect(await follow(to, people.ben)).toBe('/dashboard');
    const html = await renderScreen(add, await follow(to), { as: people.ana });
    expect(html).toContain('Halden Optics');
  });

  test('a guessed key leads home', async () => {
    const { to } = await sendLate(add, '/pipeline/new', NEW);
    const [row] = await rows();
    for (const key of ['', 'x', row!.key, `${to.slice(0, -4)}AAAA`.slice('/late/'.length)])
      expect([key, await follow(`/late/${key}`)]).toEqual([key, '/dashboard']);
  });

  test('a missing or forged login cookie saves no submission', async () => {
    const device = await getDeviceCookie(people.ana);
    const value = Buffer.from(JSON.stringify(`x ${people.ana.id}`)).toString('base64');
    const made = `device=${encodeURIComponent(value)}`;
    for (const cookie of [
      '',
      'device=x',
      made,
      made + device.slice(device.lastIndexOf('.')),
      `${device.slice(0, -4)}AAAA`,
    ]) {
      const headers = { Cookie: cookie };
      const answer = await call(add, 'POST', '/pipeline/new', { form: NEW, headers });
      expect([answer.status, await answer.json()]).toEqual([
        401,
        { message: SIGNED_OUT_MESSAGE, moveOn: '/api/login?to=%2Fpipeline%2Fnew' },
      ]);
    }
    expect(await rows()).toEqual([]);
  });

  test('a deleted account loses its saved submissions', async () => {
    const leaving = await createUser({
      email: 'leaving@demo.example',
      password: 'demo-password-2026',
      approvalStatus: 'approved',
    });
    const person = { ...people.ana, ...leaving } as CastMember;
    const headers = { Cookie: await getDeviceCookie(person) };
    await sendLate(add, '/pipeline/new', NEW, person);
    expect(await rows()).toHaveLength(1);
    await transaction(async (tx) => tx.delete(users).where(eq(users.id, leaving.id)));
    expect(await rows()).toEqual([]);
    const answer = await call(add, 'POST', '/pipeline/new', { form: NEW, headers });
    expect([answer.status, await rows()]).toEqual([401, []]);
  });
});

describe('limits of saved submissions (rule 12.14)', () => {
  test('a saved submission expires after 24 hours', async () => {
    const { to } = await sendLate(add, '/pipeline/new', NEW);
    const address = await follow(to);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * HOUR - 60_000 });
    expect(await follow(to)).toBe(address);
    vi.setSystemTime(Date.now() + 61_000);
    expect(await follow(to)).toBe('/dashboard');
    // Triggers the clean-up, which deletes old rows only as people work.
    await addDeal(people.ben);
    await sendLate(add, '/pipeline/new', { companyName: 'Next' }, people.ben);
    expect((await rows()).map(({ userId }) => userId)).toEqual([people.ben.id]);
  });

  test('an account has five saved submissions, oldest go first', async () => {
    await sendLate(add, '/pipeline/new', { companyName: 'Of Ben' }, people.ben);
    for (const n of [0, 1, 2, 3, 4, 5, 6])
      await sendLate(add, '/pipeline/new', { companyName: `Company ${n}` });
    expect((await rows()).map(({ form }) => form)).toEqual(
      ['Of Ben', ...[2, 3, 4, 5, 6].map((n) => `Company ${n}`)].map((name) =>
        JSON.stringify([['companyName', name]]),
      ),
    );
  });

  test('a form with a password is never saved', async () => {
    const password = 'a-password-of-2026';
    for (const intent of ['password', 'name'])
      await sendLate(account, '/account', { intent, current: password, password, firstName: 'A' });
    expect(await rows()).toEqual([]);
  });

  test('reading a page saves no submission', async () => {
    const headers = { Cookie: await getDeviceCookie(people.ana) };
    const answer = await call(add, 'GET', '/pipeline/new', { headers });
    expect([answer.status, await rows()]).toEqual([401, []]);
  });
});

describe('login and saved submissions (rules 12.4 and 12.13)', () => {
  test('the login page says that the form is saved', async () => {
    const { to } = await sendLate(add, '/pipeline/new', NEW);
    const page = async (path: string) => readText(await renderScreen(login, path));
    expect(await page(`/login?${new URLSearchParams({ to })}`)).toContain(
      'We kept your entries. Sign in to save them.',
    );
    expect(await page('/login?to=%2Fdashboard')).not.toContain('is kept');
  });

  test('the login leads to the requested page, even if signed in', async () => {
    const { ana } = people;
    const form = { email: ana.email, password: ana.plainPassword, to: '/late/x' };
    const entered = await call(login, 'POST', '/login', { form });
    expect(entered.headers.get('Location')).toBe('/late/x');
    const leads = async (to: string) => {
      const path = `/login?${new URLSearchParams({ to })}`;
      return (await call(login, 'GET', path, { as: ana })).headers.get('Location');
    };
    expect(await leads('/late/x')).toBe('/late/x');
    for (const elsewhere of ['https://evil.example/', '/api/pipelines/export', ''])
      expect([elsewhere, await leads(elsewhere)]).toEqual([elsewhere, '/dashboard']);
  });
});

describe('a form whose deal is gone (rule 12.13)', () => {
  const post = async (id: number, typed: Record<string, string>) => {
    const { routes } = withErrorResponses({ routes: { notes: { module: notesPage } } });
    const answer = await call(routes.notes.module, 'POST', `/pipeline/${id}/notes`, {
      as: people.ana,
      params: { id: String(id) },
      form: typed,
    });
    return { status: answer.status, body: (await answer.json()) as DomainErrorBody };
  };
  const renderError = (status: number, body: DomainErrorBody) =>
    renderScreen({ default: () => <ErrorPage status={status} {...body} /> }, '/', {
      as: people.ana,
    });

  test('the error page shows what was typed', async () => {
    const id = await addDeal(people.ana);
    await deleteDeal(people.ana, id);
    const { status, body } = await post(id, { text: 'Half an hour', back: '/dashboard' });
    expect(status).toBe(404);
    const text = readText(await renderError(status, body));
    expect(text).toContain('|What you typed|Half an hour|');
  });

  test.each<[string, Route, Record<string, string>]>([
    ['notes', notesPage, { text: '' }],
    ['contacts', contactsPage, { name: '' }],
    ['tasks', tasksPage, { title: '' }],
    ['rounds', rounds, { until: 'Friday' }],
    ['stage', stagePage, { stage: 'Nowhere' }],
    ['decisions/1', decisionPage, { outcome: 'unknown' }],
    ['memo', memoPage, { title: '' }],
    ['share', sharePage, { facts: '' }],
    ['evaluation', evaluation, { marketSize: 'high' }],
    ['edit', edit, { companyName: '' }],
    ['owner', ownerPage, { owner: 'nobody' }],
    ['members', membersPage, { member: 'nobody' }],
    ['scorecard', scorecardPage, { marketSize: 'high' }],
  ])('wrong input for %s is no reason when the deal is gone', async (path, route, form) => {
    const id = await addDeal(people.ana);
    await deleteDeal(people.ana, id);
    const params = { id: String(id), decision: '1' };
    const answer = await call(route, 'POST', `/pipeline/${id}/${path}`, {
      as: people.ana,
      params,
      form,
    });
    expect(answer.status).toBe(404);
  });

  test.each([
    ['edit', edit, { comments: 'Half an hour' }],
    ['evaluation', evaluation, { marketNotes: 'Half an hour' }],
    ['memo', memoPage, { title: 'Half an hour' }],
    ['contacts', contactsPage, { name: 'Half an hour' }],
    ['tasks', tasksPage, { title: 'Half an hour' }],
  ] as const)('%s shows what somebody typed who only reads by now', async (path, route, form) => {
    const { ana, ben } = people;
    const id = await addDeal(ana);
    await openRound(ana, id, { userIds: [ben.id], until: '2199-12-31' });
    const { routes } = withErrorResponses({ routes: { page: { module: route } } });
    const answer = await call(routes.page!.module, 'POST', `/pipeline/${id}/${path}`, {
      as: ben,
      params: { id: String(id) },
      form,
    });
    expect(answer.status).toBe(403);
    const { typed = [] } = (await answer.json()) as DomainErrorBody;
    expect(typed.map(([, text]) => text)).toContain('Half an hour');
  });

  test('the error page leads to the deal it was merged into', async () => {
    const winner = await addDeal(people.ana);
    const loser = await addDeal(people.ana);
    await mergeDeals(people.ana, winner, { otherId: loser });
    const { status, body } = await post(loser, { text: 'Half an hour' });
    const html = await renderError(status, body);
    expect(readText(html)).toMatch(/has been merged.*What you typed\|Half an hour\|/);
    expect(html).toContain(`href="/pipeline/${winner}"`);
  });
});
