import { createHash } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { db } from '#db/client';
import { lateForms as drafts, users } from '#db/schema';
import { transaction } from '#db/transaction';
import { eq } from 'drizzle-orm';
import { LOGGED_OUT, loginHeaders } from '~/web/session/auth.server';
import { createUser } from '~/models/user/write.server';
import { updatePipeline } from '~/models/pipeline/write.server';
import * as account from '~/routes/account';
import * as allPipelines from '~/routes/admin_.pipelines';
import * as dashboard from '~/routes/dashboard';
import * as draftsPage from '~/routes/drafts';
import * as importing from '~/routes/import';
import * as login from '~/routes/login';
import * as edit from '~/routes/pipeline.$id.edit';
import * as evaluation from '~/routes/pipeline.$id.evaluation';
import * as add from '~/routes/pipeline.new';
import * as notesPage from '~/routes/pipeline.$id.notes';
import * as notePage from '~/routes/pipeline.$id.notes_.$note';
import { type Cast, call, cast, type Member, request } from '../support/cast';
import {
  addPipeline,
  clearDeals,
  cookieOf,
  countPipelines,
  storedPipeline,
} from '../support/pipelines';
import { screen, tags, textOf } from '../support/screen';

const HOUR = 60 * 60 * 1000;

let people: Cast;
beforeAll(async () => {
  people = await cast();
});
beforeEach(async () => {
  await clearDeals();
  await transaction(async (tx) => tx.delete(drafts));
});
afterEach(() => {
  vi.useRealTimers();
});

type Form = Record<string, string | string[]>;
type Route = Parameters<typeof call>[0];

const SUBMISSION = '0b9cbb3c-6a6e-4b0e-9c55-1d3c4f9a7e10';
const NEW: Form = {
  submission: SUBMISSION,
  companyName: 'Halden Optics',
  industries: ['AI', 'DX'],
  fundingRound: 'B',
  comments: 'One\nTwo',
  ceoName: '',
};

/** The cookie of the account that last logged in in this browser. */
async function deviceOf(person: Member): Promise<string> {
  return cookieOf(
    new Response(null, { headers: await loginHeaders(request('GET', '/'), person) }),
    'device',
  )!;
}
const rows = () => db.select().from(drafts).orderBy(drafts.id);
const idIn = (path: string) => /\d+/.exec(path)?.[0] ?? '';

/** Submits a form without a session from that user's browser. Returns the response and its cookie. */
async function sendSignedOut(
  route: Route,
  path: string,
  form: Form,
  person: Member | undefined = people.ana,
  more = '',
) {
  const cookie = [person && (await deviceOf(person)), more].filter(Boolean).join('; ');
  const answer = await call(route, 'POST', path, {
    form,
    params: { id: idIn(path) },
    headers: { Cookie: cookie },
  });
  return { answer, key: cookieOf(answer, 'drafts') };
}
/** Signed in, with the drafts' cookie. */
const as = (person: Member, key: string | undefined) => ({
  cookie: [person.cookie, key].filter(Boolean).join('; '),
});
const open = async (person: Member, key: string | undefined) =>
  call(draftsPage, 'GET', '/drafts', { as: as(person, key) });
interface DraftsData {
  drafts: {
    id: number;
    title: string;
    company?: string;
    values: { label: string; value: string }[];
    fields: [string, string][];
    action: string;
  }[];
}
const listDrafts = async (person: Member, key: string | undefined) =>
  ((await (await open(person, key)).json()) as DraftsData).drafts;
/** Submits a draft as 'Submit now' does. */
const send = (
  route: Route,
  { action, fields }: DraftsData['drafts'][number],
  key: string | undefined,
  person = people.ana,
) =>
  call(route, 'POST', action, { as: as(person, key), form: fields, params: { id: idIn(action) } });

describe('a form submitted without a session', () => {
  test('is refused, kept for a day under the hash of a key, and offered after the login', async () => {
    const { answer, key } = await sendSignedOut(add, '/pipeline/new', NEW);
    expect([answer.status, await answer.json()]).toEqual([
      401,
      { message: LOGGED_OUT, moveOn: '/api/login?to=%2Fdrafts' },
    ]);
    expect(answer.headers.get('Set-Cookie')).toMatch(
      /; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const [row, ...others] = await rows();
    expect(others).toEqual([]);
    expect(row).toMatchObject({ userId: people.ana.id, path: '/pipeline/new' });
    expect(Math.abs(row!.expire.getTime() - Date.now() - 24 * HOUR)).toBeLessThan(10_000);
    const value = decodeURIComponent(key!.slice(key!.indexOf('=') + 1));
    const secret = JSON.parse(
      Buffer.from(value.slice(0, value.lastIndexOf('.')), 'base64').toString(),
    ) as string;
    expect(row!.key).toBe(createHash('sha256').update(secret).digest('hex'));
    expect(await countPipelines()).toBe(0);
  });

  test('is shown to the same account and submitted as it was typed (rule 12.13)', async () => {
    const { key } = await sendSignedOut(add, '/pipeline/new', NEW);
    const [form] = await listDrafts(people.ana, key);
    expect(form).toMatchObject({
      title: 'New deal',
      values: [
        { label: 'Company name', value: 'Halden Optics' },
        { label: 'Industries', value: 'AI, DX' },
        { label: 'Funding round', value: 'Series B' },
        { label: 'Comments', value: 'One\nTwo' },
      ],
    });
    const html = await screen(draftsPage, '/drafts', { as: as(people.ana, key) });
    expect(textOf(html)).toContain(
      'UTC|Company name|Halden Optics|Industries|AI, DX|Funding round|Series B|Comments|One',
    );
    expect(textOf(html)).toMatch(/\|New deal\|Submitted \w+ \d+, \d{4}, \d+:\d\d/);
    for (const piece of ['|Submit now|', '|Discard|']) expect(textOf(html)).toContain(piece);
    expect(
      tags(html, 'form').some(
        (tag) => tag.includes('method="post"') && tag.includes(`action="${form!.action}"`),
      ),
    ).toBe(true);
    expect((await send(add, form!, key)).headers.get('Location')).toBe('/dashboard');
    const [row] = await db.query.pipelines.findMany();
    expect(row).toMatchObject({
      userId: people.ana.id,
      companyName: 'Halden Optics',
      industries: ['AI', 'DX'],
      comments: 'One\nTwo',
      ceoName: null,
      submission: SUBMISSION,
    });
  });

  test('is removed once submitted, and submitting it again creates no second deal', async () => {
    const { key } = await sendSignedOut(add, '/pipeline/new', NEW);
    const [form] = await listDrafts(people.ana, key);
    await send(add, form!, key);
    expect([await rows(), (await open(people.ana, key)).headers.get('Location')]).toEqual([
      [],
      '/dashboard',
    ]);
    await send(add, form!, key);
    expect(await countPipelines()).toBe(1);
  });

  test('may be a note, new or edited, and is added once (rule 18.9)', async () => {
    const id = await addPipeline(people.ana, { companyName: 'Acme' });
    const form = { text: 'Called,\nno answer', submission: SUBMISSION };
    const { key } = await sendSignedOut(notesPage, `/pipeline/${id}/notes`, form);
    const [draft] = await listDrafts(people.ana, key);
    expect(draft).toMatchObject({
      title: 'New note',
      company: 'Acme',
      values: [{ label: 'Note', value: 'Called,\nno answer' }],
    });
    for (const _ of 'ab') expect((await send(notesPage, draft!, key)).status).toBe(302);
    expect(await db.query.notes.findMany()).toMatchObject([{ text: 'Called,\nno answer' }]);
    const note = (await db.query.notes.findFirst())!.id;
    const edit = { text: 'Called again', version: '0' };
    await sendSignedOut(notePage, `/pipeline/${id}/notes/${note}`, edit, people.ana, key);
    expect(await listDrafts(people.ana, key)).toMatchObject([{ title: 'Note', company: 'Acme' }]);
  });

  test('an error or a conflict is shown as usual, and the draft stays until it is saved', async () => {
    const id = await addPipeline(people.ana, { comments: 'First' });
    const { key } = await sendSignedOut(edit, `/pipeline/${id}/edit`, {
      companyName: 'Acme',
      comments: 'Mine',
      version: '1',
      then: 'evaluate',
    });
    await updatePipeline(people.tomas, id, { comments: 'Theirs' });
    const [form] = await listDrafts(people.ana, key);
    expect(form).toMatchObject({ title: 'Edit Deal', company: 'Acme' });
    const refused = await send(edit, form!, key);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({
      conflict: { version: 2, clashes: [{ field: 'comments', mine: 'Mine', theirs: 'Theirs' }] },
    });
    expect(await rows()).toHaveLength(1);
    const again = {
      ...form!,
      fields: [...form!.fields.filter(([name]) => name !== 'version'), ['version', '2']] as [
        string,
        string,
      ][],
    };
    expect((await send(edit, again, key)).headers.get('Location')).toBe(
      `/pipeline/${id}/evaluation`,
    );
    expect([await rows(), (await storedPipeline(id))!.comments]).toEqual([[], 'Mine']);
  });

  test('submitted later, it clears the fields it showed empty and leaves those it did not show', async () => {
    const id = await addPipeline(people.ana, {
      ceoName: 'Mei',
      industries: ['AI'],
      comments: 'First',
      fundingRound: 'B',
    });
    const sent = { companyName: 'Acme', comments: '', industries: '', version: '1' };
    const { key } = await sendSignedOut(edit, `/pipeline/${id}/edit`, sent);
    const [form] = await listDrafts(people.ana, key);
    expect((await send(edit, form!, key)).status).toBe(302);
    const untouched = { ceoName: 'Mei', fundingRound: 'B' };
    expect(await storedPipeline(id)).toMatchObject({
      industries: [],
      comments: null,
      ...untouched,
    });
  });

  test('an evaluation, a score and a name are also kept', async () => {
    const id = await addPipeline(people.ana, { evaluationScore: 6 });
    const { key } = await sendSignedOut(evaluation, `/pipeline/${id}/evaluation`, {
      marketSize: '9.5',
      marketNotes: 'Large',
      version: '0',
    });
    await sendSignedOut(
      dashboard,
      `/dashboard?sort=oldest&score=${id}`,
      { intent: 'score', id: String(id), evaluationScore: '8', seen: '6' },
      people.ana,
      key,
    );
    await sendSignedOut(
      account,
      '/account',
      { intent: 'name', firstName: 'Anna', lastName: 'Lindqvist' },
      people.ana,
      key,
    );
    const forms = await listDrafts(people.ana, key);
    expect(
      forms.map(({ title, company, values }) => [
        title,
        company,
        ...values.map(({ label, value }) => `${label}: ${value}`),
      ]),
    ).toEqual([
      ['Evaluation', 'Acme', 'Market size: 9.5', 'Market notes: Large'],
      ['Score', 'Acme', 'Score: 8'],
      ['Your name', undefined, 'First name: Anna', 'Last name: Lindqvist'],
    ]);
    expect((await send(evaluation, forms[0]!, key)).status).toBe(302);
    expect((await send(dashboard, forms[1]!, key)).headers.get('Location')).toBe(
      '/dashboard?sort=oldest',
    );
    expect((await send(account, forms[2]!, key)).status).toBe(302);
    expect([
      (await storedPipeline(id))!.evaluationScore,
      await db.$count(users, eq(users.firstName, 'Anna')),
      await rows(),
    ]).toEqual([8, 1, []]);
  });

  test('a score on the admin list is also kept', async () => {
    const id = await addPipeline(people.ana);
    const { key } = await sendSignedOut(
      allPipelines,
      '/admin/pipelines',
      { intent: 'score', id: String(id), evaluationScore: '8', seen: '' },
      people.maren,
    );
    const [form] = await listDrafts(people.maren, key);
    expect((await send(allPipelines, form!, key, people.maren)).headers.get('Location')).toBe(
      '/admin/pipelines',
    );
    expect([(await storedPipeline(id))!.evaluationScore, await rows()]).toEqual([8, []]);
  });

  test('a deal deleted in the meantime is reported', async () => {
    const id = await addPipeline(people.ben);
    const { key } = await sendSignedOut(edit, `/pipeline/${id}/edit`, {
      companyName: 'Acme',
      version: '1',
    });
    expect((await listDrafts(people.ana, key))[0]!.company).toBe('a deal that no longer exists');
  });
});

describe('only for the same account', () => {
  test('another account is sent home and can neither submit nor discard it (rule 12.13)', async () => {
    const { key } = await sendSignedOut(add, '/pipeline/new', NEW);
    for (const [person, home] of [
      [people.ben, '/dashboard'],
      [people.tomas, '/dashboard'],
      [people.maren, '/admin'],
    ] as const) {
      const answer = await open(person, key);
      expect([answer.status, answer.headers.get('Location')]).toEqual([302, home]);
    }
    const [row] = await rows();
    await call(draftsPage, 'POST', '/drafts', {
      as: as(people.ben, key),
      form: { id: String(row!.id) },
    });
    await call(add, 'POST', `/pipeline/new?draft=${row!.id}`, {
      as: people.ben,
      form: { companyName: 'Other' },
    });
    expect(await rows()).toEqual([row]);
    expect(await listDrafts(people.ana, key)).toHaveLength(1);
  });

  test('another browser of the same account does not show it', async () => {
    await sendSignedOut(add, '/pipeline/new', NEW);
    expect((await open(people.ana, undefined)).status).toBe(302);
  });

  test('a forged or changed key gives access to nothing', async () => {
    const { key } = await sendSignedOut(add, '/pipeline/new', NEW);
    const [row] = await rows();
    const signature = key!.slice(key!.lastIndexOf('.'));
    const made = (value: string) =>
      `drafts=${encodeURIComponent(Buffer.from(JSON.stringify(value)).toString('base64'))}`;
    for (const forged of [
      'drafts=',
      'drafts=x',
      'drafts=%',
      made(row!.key),
      made(row!.key) + signature,
      `${key!.slice(0, -4)}AAAA`,
      key!.replace(/=./, '=x'),
    ])
      expect([forged, (await open(people.ana, forged)).status]).toEqual([forged, 302]);
  });

  test('a browser without a login, or with a forged login cookie, keeps nothing', async () => {
    const device = await deviceOf(people.ana);
    const made = `device=${encodeURIComponent(Buffer.from(JSON.stringify(`x ${people.ana.id}`)).toString('base64'))}`;
    for (const cookie of [
      '',
      'device=x',
      made,
      made + device.slice(device.lastIndexOf('.')),
      `${device.slice(0, -4)}AAAA`,
    ]) {
      const answer = await call(add, 'POST', '/pipeline/new', {
        form: NEW,
        headers: { Cookie: cookie },
      });
      expect([answer.status, cookieOf(answer, 'drafts'), await answer.json()]).toEqual([
        401,
        undefined,
        { message: LOGGED_OUT, moveOn: '/api/login?to=%2Fpipeline%2Fnew' },
      ]);
    }
    expect(await rows()).toEqual([]);
  });

  test('the cookie of a deleted account keeps nothing, and its drafts are deleted with it', async () => {
    const leaving = await createUser({
      email: 'leaving@demo.example',
      password: 'demo-password-2026',
      approvalStatus: 'approved',
    });
    const person = { ...people.ana, ...leaving } as Member;
    const device = await deviceOf(person);
    await sendSignedOut(add, '/pipeline/new', NEW, person);
    expect(await rows()).toHaveLength(1);
    await transaction(async (tx) => tx.delete(users).where(eq(users.id, leaving.id)));
    expect(await rows()).toEqual([]);
    const answer = await call(add, 'POST', '/pipeline/new', {
      form: NEW,
      headers: { Cookie: device },
    });
    expect([answer.status, cookieOf(answer, 'drafts'), await rows()]).toEqual([401, undefined, []]);
  });
});

describe('drafts have limits', () => {
  test('24 hours', async () => {
    const { key } = await sendSignedOut(add, '/pipeline/new', NEW);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * HOUR - 60_000 });
    expect(await listDrafts(people.ana, key)).toHaveLength(1);
    vi.setSystemTime(Date.now() + 61_000);
    expect((await open(people.ana, key)).status).toBe(302);
    await sendSignedOut(add, '/pipeline/new', { companyName: 'Next' }, people.ben);
    expect((await rows()).map(({ userId }) => userId)).toEqual([people.ben.id]);
  });

  test('five for an account, the oldest is deleted first; a repeated one counts once (rule 12.14)', async () => {
    await sendSignedOut(add, '/pipeline/new', { companyName: 'Of Ben' }, people.ben);
    const { key } = await sendSignedOut(add, '/pipeline/new', { companyName: 'Company 0' });
    for (const n of [1, 2, 3, 4, 5, 6, 6])
      await sendSignedOut(add, '/pipeline/new', { companyName: `Company ${n}` }, people.ana, key);
    expect((await listDrafts(people.ana, key)).map(({ values }) => values[0]!.value)).toEqual(
      [2, 3, 4, 5, 6].map((n) => `Company ${n}`),
    );
    expect(await rows()).toHaveLength(6);
  });

  test('256 KB, as for every form', async () => {
    const { answer } = await sendSignedOut(add, '/pipeline/new', {
      companyName: 'x'.repeat(256 * 1024),
    });
    expect([answer.status, await rows()]).toEqual([413, []]);
  });

  test('never passwords, whatever the form; nor actions without input (rule 12.13)', async () => {
    const password = 'a-password-of-2026';
    await sendSignedOut(account, '/account', {
      intent: 'password',
      current: password,
      password,
      confirmPassword: password,
      firstName: 'Anna',
    });
    await sendSignedOut(account, '/account', { intent: 'end', sid: 'x' });
    await sendSignedOut(evaluation, '/pipeline/1/evaluation', {
      intent: 'deal-score',
      version: '0',
    });
    await sendSignedOut(add, '/pipeline/new', { submission: SUBMISSION, companyName: ' ' });
    expect(await rows()).toEqual([]);
    await sendSignedOut(account, '/account', {
      intent: 'name',
      firstName: 'Anna',
      lastName: 'L',
      password,
      current: password,
    });
    expect(await rows()).toMatchObject([{ form: 'firstName=Anna&lastName=L&intent=name' }]);
  });

  test('reading a page keeps nothing', async () => {
    const answer = await call(add, 'GET', '/pipeline/new', {
      headers: { Cookie: await deviceOf(people.ana) },
    });
    expect([answer.status, cookieOf(answer, 'drafts'), await rows()]).toEqual([401, undefined, []]);
  });
});

test('discarding deletes a draft, and leads to the remaining ones or home', async () => {
  const { key } = await sendSignedOut(add, '/pipeline/new', { companyName: 'One' });
  await sendSignedOut(add, '/pipeline/new', { companyName: 'Two' }, people.ana, key);
  const discard = async () =>
    (
      await call(draftsPage, 'POST', '/drafts', {
        as: as(people.ana, key),
        form: { id: String((await rows())[0]!.id) },
      })
    ).headers.get('Location');
  expect([await discard(), await discard(), await rows()]).toEqual(['/drafts', '/dashboard', []]);
});

test('the login says that the work is kept, in this browser alone (rule 12.13)', async () => {
  const { key } = await sendSignedOut(add, '/pipeline/new', NEW);
  const shown = async (person: Member) =>
    textOf(
      await screen(login, '/login?to=%2Fdrafts', {
        as: { cookie: `${await deviceOf(person)}; ${key}` },
      }),
    );
  expect(await shown(people.ana)).toContain('is kept. Sign in to submit it now.');
  expect(await shown(people.ben)).not.toContain('is kept');
  expect(textOf(await screen(login, '/login?to=%2Fdrafts'))).not.toContain('is kept');
});

test("the login leads to the user's drafts, whatever page was requested", async () => {
  const { key } = await sendSignedOut(add, '/pipeline/new', NEW);
  const enter = async (person: Member, to: string) =>
    (
      await call(login, 'POST', '/login', {
        form: { email: person.email, password: person.plainPassword, to },
        headers: { Cookie: key! },
      })
    ).headers.get('Location');
  expect([
    await enter(people.ana, '/drafts'),
    await enter(people.ana, '/dashboard?sort=oldest'),
    await enter(people.ana, ''),
  ]).toEqual(['/drafts', '/drafts', '/drafts']);
  expect([await enter(people.ben, '/account'), await enter(people.ben, '/drafts')]).toEqual([
    '/account',
    '/drafts',
  ]);
});

test('pasted cells of an import are kept like any form, and sent as a form that uploads (rule 16.76)', async () => {
  const cells = `Company\tCEO\n${'Halden Optics\tIda Moe\n'.repeat(40)}`;
  const device = await deviceOf(people.ana);
  const sendUpload = async (name: string, value: string | File) => {
    const form = new FormData();
    form.set(name, value);
    const encoded = new Request('http://localhost:3000/import', { method: 'POST', body: form });
    const body = await encoded.arrayBuffer();
    const headers = new Headers(encoded.headers);
    headers.set('Cookie', device);
    headers.set('Content-Length', String(body.byteLength));
    const sent = new Request(encoded.url, { method: 'POST', headers, body });
    const action = () => importing.action({ request: sent, params: {}, context: {} });
    return call({ action }, 'POST', '/import');
  };
  const answer = await sendUpload('cells', cells);
  expect(answer.status).toBe(401);
  const key = cookieOf(answer, 'drafts');
  const [draft] = await listDrafts(people.ana, key);
  expect(draft).toMatchObject({
    title: 'Import',
    action: expect.stringMatching(/^\/import\?draft=/),
  });
  expect(draft!.fields).toEqual([['cells', cells.replaceAll('\n', '\r\n')]]);
  expect(draft!.values[0]!.value).toMatch(/^Company\tCEO\r\n.{100,520}…$/s);
  const html = await screen(draftsPage, '/drafts', { as: as(people.ana, key) });
  expect(tags(html, 'form').join()).toContain('encType="multipart/form-data"');
  await sendUpload('file', new File(['Company\nAcme'], 'deals.csv'));
  expect(await rows()).toHaveLength(1);
});
