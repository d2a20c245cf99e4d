import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { db } from '#db/client';
import { shareOpenings, shares, trash, users } from '#db/schema';
import { transaction } from '#db/transaction';
import { ATTACHMENT_RULES } from '~/domain/attachment/list.server';
import { setCollaborators } from '~/domain/collaborator/update.server';
import { removeDealRecord } from '~/domain/deal/edit-record.server';
import { updateDeal } from '~/domain/deal/update.server';
import { saveEvaluation } from '~/domain/evaluation/update.server';
import { hashKey } from '~/domain/key.server';
import { addNote } from '~/domain/note/create.server';
import { deleteNote } from '~/domain/note/delete.server';
import { updateNote } from '~/domain/note/update.server';
import { setUserDisabled } from '~/domain/operations/disable-user.server';
import { mergeDeals } from '~/domain/operations/merge/merge.server';
import { splitMerge } from '~/domain/operations/merge/split.server';
import { transferDeal } from '~/domain/operations/transfer-deals.server';
import { deleteDeal } from '~/domain/operations/trash/delete.server';
import { deleteUser } from '~/domain/operations/trash/delete-users.server';
import { undoOwnOperation } from '~/domain/operations/undo/undo.server';
import { createShare } from '~/domain/share/create.server';
import { getShareByKey } from '~/domain/share/get.server';
import { flushShareOpenings, recordShareOpening } from '~/domain/share/openings.server';
import { ShareInput } from '~/domain/share/schema';
import { listDealHistory } from '~/domain/timeline/deal-history.server';
import { env } from '~/env.server';
import { catchDomainError } from '~/result.server';
import * as transferSelectedPage from '~/routes/admin_.pipelines_.owner/route';
import * as fieldsApi from '~/routes/api.fields';
import * as sharesApi from '~/routes/api.pipelines_.$id_.shares';
import * as shareApi from '~/routes/api.pipelines_.$id_.shares_.$share';
import * as dealPage from '~/routes/pipeline.$id._index/route';
import * as historyPage from '~/routes/pipeline.$id.history/route';
import * as ownerPage from '~/routes/pipeline.$id.owner/route';
import * as sharePage from '~/routes/pipeline.$id.share/route';
import * as previewPage from '~/routes/pipeline.$id.share_.preview';
import * as outsiders from '~/routes/share.$/route';
import { uploadAttachment } from '../support/attachments';
import { addPerson, call, type CastMember, createCastForEach } from '../support/cast';
import { addDeal, FULL_DEAL } from '../support/deals';
import { recordQueries } from '../support/query-plans';
import { findTags, listSentFields, readText, renderScreen } from '../support/render-screen';
import { readOutcome, successOutcome } from '../support/toast';

const DAY = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);

const people = createCastForEach();
let id: number;
beforeEach(async () => {
  id = await addDeal(people.ana, { ...FULL_DEAL, companyName: 'Gantrywell' });
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(flushShareOpenings);

const later = (days: number) =>
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * DAY });
const path = () => `/api/pipelines/${id}/shares`;
const at = () => ({ params: { id: String(id) } });
interface Share {
  id: number;
  url: string;
  openings: { day: string; count: number }[];
}
const post = (as: CastMember, json: unknown) =>
  call(sharesApi, 'POST', path(), { as, ...at(), json });
async function make(json: object = {}, as = people.ana): Promise<Share> {
  const answer = await post(as, json);
  expect(answer.status).toBe(201);
  return (await answer.json()) as Share;
}
async function list(as = people.ana): Promise<Share[]> {
  return (await (await call(sharesApi, 'GET', path(), { as, ...at() })).json()) as Share[];
}
const end = (as: CastMember, share: number) =>
  call(shareApi, 'DELETE', `${path()}/${share}`, {
    as,
    params: { id: String(id), share: String(share) },
  });

let asked = 0;
/** Opens the address as an outsider, each time from another network. */
async function open(address: string, method = 'GET', sent: object = {}): Promise<Response> {
  const { pathname } = new URL(address, 'http://localhost:3000');
  const params = { '*': pathname.slice('/share/'.length) };
  const context = { address: `203.1.${asked++ % 250}.1` };
  return call(outsiders, method, pathname, { params, context, ...sent });
}
const read = async (address: string) => readText(await (await open(address)).text());
const isThere = async ({ url }: Share) => (await open(url)).status === 200;

const addFile = (name?: string, deal = id) => uploadAttachment(people.ana, deal, name);
const history = async () =>
  (await listDealHistory(people.maren, id, { limit: 1, offset: 0 }))[0]!.fields;

describe('/api/pipelines/{id}/shares (rule 26.10)', () => {
  test('misspelled keys alone open no page', async () => {
    expect((await post(people.ana, { fact: false })).status).toBe(400);
    expect(await list()).toEqual([]);
    await make();
  });

  test('a share form sent twice leaves the page that is shown', async () => {
    const form = { until: inDays(7), facts: 'on', submission: 'a'.repeat(36) };
    const send = () =>
      renderScreen(sharePage, `/pipeline/${id}/share`, { as: people.ana, ...at(), form });
    const urls = [await send(), await send()].map(
      (html) => /http[^"<]*\/share\/[\w-]+/.exec(html)![0],
    );
    const statuses = await Promise.all(urls.map(async (url) => (await open(url)).status));
    expect(statuses).toEqual([404, 200]);
    expect(await list()).toHaveLength(1);
  });

  test('the API creates a share for seven days, lists and ends it', async () => {
    const { ana } = people;
    const file = await addFile();
    const note = await addNote(ana, id, 'For them');
    const parts = { facts: true, comments: false, nextMeeting: true, score: false };
    const chosen = { ...parts, evaluation: false, files: [file], notes: [note] };
    const made = await make({ nextMeeting: true, notes: [note], files: [file, file] });
    const { url, ...listed } = made;
    expect(listed).toEqual({
      id: expect.any(Number),
      until: inDays(7),
      ...chosen,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
      openings: [],
    });
    expect(url).toMatch(/^http:\/\/localhost:3000\/share\/[\w-]{22,}$/);
    expect(await list(), 'the address is in the first answer alone').toEqual([listed]);
    expect(await history()).toEqual({ shared: [null, inDays(7)] });
    const [stored] = await db.select().from(shares);
    expect(JSON.stringify(stored)).not.toContain(url.split('/').at(-1));
    expect(stored!.key).toBe(hashKey(url.split('/').at(-1)!));

    expect(await isThere(made)).toBe(true);
    expect((await end(ana, listed.id)).status).toBe(200);
    expect(await list()).toEqual([]);
    expect(await isThere(made)).toBe(false);
    expect(await history()).toEqual({ shared: [[inDays(7)], null] });
    expect((await end(ana, listed.id)).status).toBe(404);
  });

  test.each([
    ['a past day', { until: '2026-01-01' }, 'until'],
    ['yesterday', { until: inDays(-1) }, 'until'],
    ['no day', { until: 'soon' }, 'until'],
    ['an empty day', { until: '' }, 'until'],
    ['a day that there is not', { until: '2099-02-30' }, 'until'],
    ['facts that are a text', { facts: 'yes' }, 'facts'],
    ['comments that are a number', { comments: 1 }, 'comments'],
    ['a next meeting that is a text', { nextMeeting: 'on' }, 'nextMeeting'],
    ['a score that is null', { score: null }, 'score'],
    ['an evaluation that is a number', { evaluation: 1 }, 'evaluation'],
    ['files that are no list', { files: 7 }, 'files'],
    ['a file that is a text', { files: ['7'] }, 'files'],
    ['a file that there is not', { files: [999_999] }, 'files'],
    ['a note that there is not', { notes: [999_999] }, 'notes'],
    ['too many notes', { notes: Array.from({ length: 201 }, (_, n) => n + 1) }, 'notes'],
  ])('a share with %s is refused', async (_, json, field) => {
    const answer = await post(people.ana, json);
    const { errors } = (await answer.json()) as { errors: { path: string }[] };
    expect([answer.status, errors.map((error) => error.path.split('.')[0])]).toEqual([
      400,
      [field],
    ]);
    expect(await list()).toEqual([]);
  });

  test('a page of an account that was just deleted is refused', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await deleteUser(people.maren, people.tomas.id);
    const input = ShareInput.parse({});
    const result = await catchDomainError(() => createShare(people.tomas, id, input));
    expect(result).toMatchObject({ ok: false, error: { status: 409 } });
    logged.mockClear();
  });

  test('foreign files and notes and a 101st share are refused', async () => {
    const other = await addDeal(people.ana);
    const file = await addFile('other', other);
    const note = await addNote(people.ana, other, 'Other');
    for (const json of [{ files: [file] }, { notes: [note] }])
      expect((await post(people.ana, json)).status).toBe(400);
    const { until } = { until: inDays(-1) };
    const row = { dealId: id, userId: people.ana.id, facts: false, evaluation: false };
    const rows = Array.from({ length: 100 }, (_, n) => ({
      ...row,
      files: [],
      notes: [],
      createdAt: new Date(),
      key: `${n}`,
      until: n ? inDays(1) : until,
    }));
    await transaction(async (tx) => tx.insert(shares).values(rows));
    await make();
    const answer = await post(people.ana, {});
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { message: 'A deal can have at most 100 shared pages at a time.' },
    ]);
  });
});

describe('/share/KEY (rules 26.11, 26.12 and 26.15)', () => {
  test('a share shows nothing internal by default', async () => {
    const { ana } = people;
    await saveEvaluation(ana, id, { marketSize: 9 });
    await addNote(ana, id, 'Not for them');
    await addFile('secret.pdf');
    const page = await read((await make()).url);
    for (const part of ['|CEO|Mei|', '|AI, Space · Z · $5M|']) expect(page).toContain(part);
    for (const internal of ['<b>&"', 'Comments', '30 days', '7.5', '9.0', 'them', 'secret'])
      expect(page).not.toContain(internal);
  });

  test('a share without facts shows only the name', async () => {
    const { url } = await make({ facts: false });
    expect(await read(url)).toMatch(/^\|Gantrywell\|Gantrywell\|Available until [^|]+ \(UTC\)\|$/);
  });

  test.each([
    ['comments', '|Comments|<b>&"|'],
    ['nextMeeting', '|Next meeting|30 days ('],
    ['score', '|Score|7.5/10|'],
  ])('a share with %s alone shows nothing else', async (part, shown) => {
    const page = await read((await make({ facts: false, [part]: true })).url);
    expect(page).toContain(shown);
    for (const other of ['Mei', '$5M', 'AI']) expect(page).not.toContain(other);
    expect(['Comments', 'Next meeting', 'Score'].filter((label) => page.includes(label))).toEqual([
      shown.split('|')[1],
    ]);
  });

  test("a share carries the fund's name if it is set", async () => {
    const { url } = await make();
    env.FUND_NAME = 'Quillmoor Ventures';
    expect(await read(url)).toContain('|Quillmoor Ventures|Gantrywell|');
    env.FUND_NAME = '';
  });

  test('a share shows chosen facts, scores, notes and files', async () => {
    const { ana } = people;
    const field = async (json: object) => {
      const answer = await call(fieldsApi, 'POST', '/api/fields', { as: people.maren, json });
      return ((await answer.json()) as { key: string }).key;
    };
    const source = await field({ name: 'Source', kind: 'text' });
    const person = await field({ name: 'Champion', kind: 'person' });
    await updateDeal(ana, id, { fields: { [source]: 'Fair', [person]: people.ben.id } });
    await saveEvaluation(ana, id, { marketSize: 9, marketNotes: 'A <wide> market' });
    const shown = await addNote(ana, id, 'For them');
    await addNote(ana, id, 'Not for them');
    const files = [await addFile('deck.pdf')];
    await addFile('secret.pdf');
    const { url } = await make({ score: true, evaluation: true, notes: [shown], files });
    const text = await read(url);
    for (const part of [
      '|CEO|Mei|',
      '|AI, Space|',
      '|Target size|$5M|',
      '|7.5/10|',
      '|Source|Fair|',
      '|Market size|9.0|',
      '|A <wide> market|',
      '|Notes|',
      '|For them|',
      '|deck.pdf|',
    ])
      expect(text).toContain(part);
    for (const other of ['Not for them', 'secret', 'Champion', 'Ana', 'Ben', '@', 'Owner'])
      expect(text).not.toContain(other);
  });

  test('a share has no empty evaluation and no collaborators', async () => {
    const { ana, ben, chiara } = people;
    await setCollaborators(ana, id, [ben.id]);
    const texts = [`@Ben and @${chiara.email}: call them@ben.example`, 'No names'];
    const notes = [];
    for (const text of texts) notes.push(await addNote(ana, id, text));
    const { url } = await make({ evaluation: true, notes });
    const page = await read(url);
    expect(page).not.toContain('Evaluation');
    expect(page).toContain('|@colleague and @colleague: call them@ben.example|');
    expect(page).toContain('|No names|');
  });

  test('a share names no account or previous owner', async () => {
    const { ana, maren } = people;
    const disabled = await addPerson(maren, 'left@demo.example', ['Zora', 'O’Neil']);
    const deleted = await addPerson(maren, 'gone@demo.example', ['Yves', 'Petit']);
    await setUserDisabled(maren, disabled.id, true);
    await deleteUser(maren, deleted.id);
    await transaction(async (tx) => tx.delete(trash));
    const texts = ["@Zora, @zora o'neil, @left@demo.example", '@Yves Petit or gone@demo.example.'];
    const notes = [];
    for (const text of texts) notes.push(await addNote(ana, id, text));
    await updateDeal(ana, id, { comments: 'Ask @Yves' });
    await saveEvaluation(ana, id, { marketNotes: 'By @Zora' });
    const page = await read((await make({ comments: true, evaluation: true, notes })).url);
    expect(page).not.toMatch(/Zora|O’Neil|o'neil|Yves|\bPetit\b|@demo/i);
    expect(page).toContain('|@colleague, @colleague, @colleague|');
    expect(page).toContain('|@colleague or colleague.|');
  });

  test("a share follows the deal's edits and deletions", async () => {
    const { ana } = people;
    const notes = [await addNote(ana, id, 'First'), await addNote(ana, id, 'Second')];
    const files = [await addFile('one.pdf'), await addFile('two.pdf')];
    const { url } = await make({ facts: true, notes, files });
    await updateDeal(ana, id, { companyName: 'Renamed' });
    await updateNote(ana, notes[0]!, 'Edited');
    await deleteNote(ana, notes[1]!);
    await removeDealRecord(ATTACHMENT_RULES, ana, id, files[1]!);
    const page = await read(url);
    for (const part of ['Renamed', '|Edited|', '|one.pdf|']) expect(page).toContain(part);
    for (const gone of ['Second', 'two.pdf']) expect(page).not.toContain(gone);
    expect((await open(`${url}/files/${files[1]}`)).status).toBe(404);
  });

  test('a share loses what a split moves to another deal', async () => {
    const { ana } = people;
    const other = await addDeal(ana);
    const file = await addFile('brought', other);
    const note = await addNote(ana, other, 'Brought');
    const merge = await mergeDeals(ana, id, { otherId: other });
    const { url } = await make({ files: [file], notes: [note] });
    for (const part of ['brought', 'Brought']) expect(await read(url)).toContain(part);
    await splitMerge(ana, id, merge.id);
    expect(await read(url)).not.toMatch(/brought/i);
    expect((await open(`${url}/files/${file}`)).status).toBe(404);
  });

  test('a share sends only its own files', async () => {
    const other = await addDeal(people.ana);
    const shown = await addFile();
    const hidden = await addFile('no');
    const foreign = await addFile('x', other);
    const { url } = await make({ files: [shown] });
    const context = { address: '203.0.113.1' } as { address: string; file?: { name: string } };
    const answer = await open(`${url}/files/${shown}`, 'GET', { context });
    expect(answer.status).toBe(200);
    expect(context.file!.name).toMatch(/^[\da-f]{64}$/);
    expect(answer.headers.get('Content-Disposition')).toMatch(/^attachment; filename="deck\.pdf"/);
    expect(answer.headers.get('Content-Security-Policy')).toBe("default-src 'none'; sandbox");
    for (const wrong of [hidden, foreign, 999_999, '1e1', '0', `${shown}/x`, ''])
      expect((await open(`${url}/files/${wrong}`)).status, String(wrong)).toBe(404);
    const second = await make();
    expect((await open(`${second.url}/files/${shown}`)).status, 'by the key of another').toBe(404);
    expect(
      (await list()).map(({ openings }) => openings),
      'a file is no opening',
    ).toEqual([[], []]);
  });

  test('a share counts each GET by its day', async () => {
    const { url } = await make({ until: inDays(3) });
    for (const method of ['GET', 'GET', 'HEAD']) expect((await open(url, method)).status).toBe(200);
    const first = inDays(0);
    later(1);
    await open(url);
    expect((await list())[0]!.openings).toEqual([
      { day: first, count: 2 },
      { day: inDays(0), count: 1 },
    ]);
    await end(people.ana, (await list())[0]!.id);
    expect(await db.$count(shareOpenings)).toBe(0);
  });

  test('a share shows 50 notes a page with links to the others', async () => {
    const notes: number[] = [];
    for (let n = 0; n < 51; n++) notes.push(await addNote(people.ana, id, `Note ${n}.`));
    const { url } = await make({ notes });
    const first = await (await open(url)).text();
    expect(readText(first)).toMatch(/Note 0\.(.|\n)*Note 49\.\|More notes/);
    expect(readText(first)).not.toContain('Note 50.');
    const { pathname } = new URL(url);
    expect(first).toContain(`href="${pathname}?notes=2"`);
    const second = await call(outsiders, 'GET', `${pathname}?notes=2`, {
      params: { '*': pathname.slice('/share/'.length) },
      context: { address: '203.1.251.1' },
    });
    const text = readText(await second.text());
    expect(text).toMatch(/Note 50\.\|Earlier notes/);
    expect(text).not.toContain('Note 49.');
  });

  test('a share is read once until something changes', async () => {
    const note = await addNote(people.ana, id, 'For them');
    const { url } = await make({ notes: [note] });
    await read(url);
    // Waits until the first opening was stored.
    expect(await read(url)).toContain('For them');
    const queries = await recordQueries(() => read(url));
    expect(queries.filter((query) => query.includes('from "notes"'))).toEqual([]);
    await updateNote(people.ana, note, 'For nobody else');
    expect(await read(url)).toContain('For nobody else');
  });

  test('a share that ends while it opens is not counted', async () => {
    const { id: share, url } = await make();
    const opened = await getShareByKey(url.split('/').at(-1)!);
    await end(people.ana, share);
    await recordShareOpening(opened.share);
    expect(await db.$count(shareOpenings)).toBe(0);
  });

  test('a share lasts through its last day', async () => {
    const file = await addFile();
    const made = await make({ until: inDays(1), files: [file] });
    later(1);
    expect(await isThere(made)).toBe(true);
    later(1);
    for (const address of [made.url, `${made.url}/files/${file}`]) {
      const answer = await open(address);
      expect(answer.status).toBe(404);
      expect(readText(await answer.text())).toBe(
        '|Not available|Not available|This page is no longer shared, or its address is incomplete. Please ask the person who sent it to you.|',
      );
    }
    expect((await list()).length, 'it stays listed').toBe(1);
  });

  test.each(['', 'x', 'x'.repeat(43), 'é', '%00', `${'x'.repeat(43)}/files/1`, 'a/b/c'])(
    'the share key %j is 404',
    async (key) => {
      const answer = await open(`/share/${key}`);
      expect(answer.status).toBe(404);
      expect(answer.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    },
  );

  test('a share has no scripts, forms or outside links', async () => {
    const files = [await addFile('<b>"deck".pdf')];
    const notes = [await addNote(people.ana, id, 'https://example.com <script>alert(1)</script>')];
    const { url } = await make({ facts: true, files, notes });
    const answer = await open(url, 'GET', { as: people.ana });
    const html = await answer.text();
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(html).not.toMatch(/<(script|form|img|link|iframe|base)\b/);
    const { pathname } = new URL(url);
    expect(findTags(html, 'a')).toEqual([`<a href="${pathname}/files/${files[0]}">`]);
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    expect(answer.headers.get('Content-Security-Policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; form-action 'none'; frame-ancestors 'none'; base-uri 'none'$/,
    );
  });

  test('requests to shares are throttled, whatever the key', async () => {
    const { url } = await make();
    const from = (address: string) => ({ context: { address } });
    for (let n = 0; n < 30; n++) await open(`/share/wrong${n}`, 'GET', from('198.51.100.7'));
    const guess = await open('/share/wrong', 'GET', from('198.51.100.7'));
    expect([guess.status, guess.headers.get('Retry-After')]).toEqual([429, expect.any(String)]);
    expect(readText(await guess.text())).toContain('Too many attempts.');
    expect((await open(url, 'GET', from('198.51.100.8'))).status).toBe(200);
    for (let n = 1; n < 60; n++) await open(url, 'HEAD');
    expect((await open(url)).status).toBe(429);
  });
});

describe('the end of a share (rule 26.13)', () => {
  test('a share ends with its deal and is not restored', async () => {
    const { ana } = people;
    const made = await make();
    const { operationId } = await deleteDeal(ana, id);
    expect(await isThere(made)).toBe(false);
    await undoOwnOperation(ana, operationId);
    expect(await isThere(made)).toBe(false);
    expect(await list()).toEqual([]);
  });

  test.each([
    ['deleted', () => deleteUser(people.maren, people.ana.id)],
    [
      'deleted, its deals transferred',
      () => deleteUser(people.maren, people.ana.id, { newOwner: people.ben.email }),
    ],
    ['disabled', () => setUserDisabled(people.maren, people.ana.id, true)],
  ])('a share ends with the account of its owner: %s', async (_, leave) => {
    const own = await make();
    const byStaff = await make({}, people.tomas);
    await leave();
    expect([await isThere(own), await isThere(byStaff)]).toEqual([false, false]);
    expect(await db.$count(shares)).toBe(0);
  });

  test('a share ends with the account of its creator', async () => {
    const { ana, maren, tomas } = people;
    const made = await make({}, tomas);
    const role = (role: 'user' | 'manager') =>
      transaction(async (tx) => tx.update(users).set({ role }).where(eq(users.id, tomas.id)));
    await role('user');
    expect(await isThere(made)).toBe(false);
    await role('manager');
    expect(await isThere(made)).toBe(true);
    await setUserDisabled(maren, tomas.id, true);
    expect((await history()).shared).toEqual([[inDays(7)], null]);
    await setUserDisabled(maren, tomas.id, false);
    expect(await isThere(made), 'for good').toBe(false);
    expect(await list(ana)).toEqual([]);
  });

  test('a share ends with a transfer, and the history says so', async () => {
    const { ana, ben } = people;
    const made = [await make(), await make({ until: inDays(1) }, people.tomas)];
    await transferDeal(ana, id, ben.email, { becomesCollaborator: true });
    for (const one of made) expect(await isThere(one)).toBe(false);
    expect((await history()).shared).toEqual([[inDays(7), inDays(1)], null]);
    expect(await list(ben)).toEqual([]);
  });

  test('the history shows the days of two shares that end at once', async () => {
    await make({ until: '2099-12-30' });
    await make({ until: '2099-12-31' });
    await transferDeal(people.ana, id, people.ben.email);
    const path = `/pipeline/${id}/history`;
    const html = await renderScreen(historyPage, path, { as: people.ben, ...at() });
    expect(readText(html)).toContain('Dec 30, 2099, Dec 31, 2099');
  });

  test('a transfer can keep a share for the new owner', async () => {
    const { ana, ben, maren } = people;
    const hand = (form: Record<string, string>) =>
      call(ownerPage, 'POST', `/pipeline/${id}/owner`, { as: ana, ...at(), form });
    const ask = () => renderScreen(ownerPage, `/pipeline/${id}/owner`, { as: ana, ...at() });
    expect(await ask(), 'nothing to keep').not.toContain('keepsShares');
    const made = await make();
    expect(readText(await ask())).toContain('|Keep 1 shared page, which would end otherwise|');
    await hand({ owner: ben.email, keepsShares: 'on' });
    expect(await history()).toEqual({ owner: [ana.email, ben.email] });
    expect(await isThere(made)).toBe(true);
    await setUserDisabled(maren, ana.id, true);
    expect(await isThere(made), 'the former owner has left').toBe(true);
    expect((await list(ben)).length).toBe(1);
  });

  test('a transfer of ticked deals can keep their shares', async () => {
    const { ben, tomas } = people;
    const made = [await make(), await make()];
    const path = `/admin/pipelines/owner?id=${id}`;
    const html = await renderScreen(transferSelectedPage, path, { as: tomas });
    expect(readText(html)).toContain('|Keep 2 shared pages, which would end otherwise|');
    const form = { id: String(id), owner: ben.email, keepsShares: 'on' };
    await call(transferSelectedPage, 'POST', '/admin/pipelines/owner', { as: tomas, form });
    for (const one of made) expect(await isThere(one)).toBe(true);
    expect((await list(ben)).length).toBe(2);
  });
});

describe('/pipeline/ID/share (rule 26.14)', () => {
  const page = (as = people.ana, sent: object = {}) =>
    renderScreen(sharePage, `/pipeline/${id}/share`, { as, ...at(), ...sent });
  const send = (form: Record<string, string | string[]>, as = people.ana) =>
    call(sharePage, 'POST', `/pipeline/${id}/share`, { as, ...at(), form });

  test('the list marks pages whose creator lost access', async () => {
    const { ana, tomas } = people;
    await make({}, tomas);
    expect(readText(await page(ana))).not.toContain('Shows nothing');
    const role = 'user';
    await transaction((tx) => tx.update(users).set({ role }).where(eq(users.id, tomas.id)));
    expect(readText(await page(ana))).toMatch(
      /\|Shows nothing while Tomas[^|]* cannot manage this deal\|/,
    );
  });

  test('the deal page links to sharing for those who may share', async () => {
    const { ana, ben, tomas } = people;
    await setCollaborators(ana, id, [ben.id]);
    const linked = async (as: CastMember) =>
      (await renderScreen(dealPage, `/pipeline/${id}`, { as, ...at() })).includes(
        `/pipeline/${id}/share"`,
      );
    expect([await linked(ana), await linked(tomas), await linked(ben)]).toEqual([
      true,
      true,
      false,
    ]);
    const answer = await call(sharePage, 'GET', `/pipeline/${id}/share`, { as: ben, ...at() });
    expect(answer.status).toBe(403);
    expect((await send({ facts: 'on' }, ben)).status).toBe(403);
  });

  test("the form's defaults share the facts for seven days", async () => {
    const file = await addFile();
    const note = await addNote(people.ana, id, 'For them');
    const html = await page();
    expect(listSentFields(html, 'until')).toEqual([
      ['openedBy', people.ana.id],
      ['submission', expect.any(String)],
      ['until', inDays(7)],
      ['facts', 'on'],
    ]);
    expect(readText(html)).toContain('|deck.pdf|');
    expect(readText(html)).toContain('|For them|');
    const chosen = { until: inDays(2), evaluation: 'on', files: [`${file}`], notes: [`${note}`] };
    const answer = await send(chosen);
    expect(answer.status).toBe(200);
    const { url } = (await answer.json()) as { url: string };
    expect((await open(url)).status).toBe(200);
    expect((await list())[0]).toMatchObject({
      until: inDays(2),
      facts: false,
      evaluation: true,
      files: [file],
      notes: [note],
    });
  });

  test('a preview shows the chosen parts and creates nothing', async () => {
    const file = await addFile();
    const note = await addNote(people.ana, id, 'For them');
    const preview = (query: string, as = people.ana) =>
      call(previewPage, 'GET', `/pipeline/${id}/share/preview?${query}`, { as, ...at() });
    const html = await (await preview(`score=on&files=${file}&notes=${note}`)).text();
    const text = readText(html);
    for (const part of ['|Preview: this page', '|Score|7.5/10|', '|For them|', '|deck.pdf|'])
      expect(text).toContain(part);
    expect(text).not.toContain('Mei');
    expect(findTags(html, 'a')).toEqual([]);
    expect(await list()).toEqual([]);
    expect((await preview(`until=${inDays(-1)}`)).status).toBe(400);
    expect((await preview('facts=on', people.ben)).status).toBe(404);
  });

  test('the page shows the URL once, then contents and openings', async () => {
    const html = await page(people.ana, { form: { until: inDays(2), facts: 'on' } });
    const [url] = /http:\/\/localhost:3000\/share\/[\w-]{43}/.exec(html)!;
    const [{ id: share } = { id: 0 }] = await list();
    await open(url);
    await open(url);
    const again = await page();
    expect(again).not.toContain(url);
    expect(readText(again)).toMatch(
      /\|Until [^|]+: facts\|Created [^|]+\|Opened 2 times\|[^|]+: 2\|End\|/,
    );
    const outcome = await readOutcome(await send({ end: String(share) }));
    expect(outcome).toEqual(successOutcome(`/pipeline/${id}/share`, 'Page ended'));
    expect((await open(url)).status).toBe(404);
    expect((await send({ end: String(share) })).status, 'a second time').toBe(404);
  });

  test('a refused form comes back with its input and errors', async () => {
    const file = await addFile();
    const form = { until: inDays(-1), evaluation: 'on', files: [String(file)] };
    expect((await send(form)).status).toBe(400);
    const html = await page(people.ana, { form });
    expect(listSentFields(html, 'until')).toEqual([
      ['openedBy', people.ana.id],
      ['submission', expect.any(String)],
      ['until', inDays(-1)],
      ['evaluation', 'on'],
      ['files', String(file)],
    ]);
    expect(readText(html)).toContain('|Please choose today or a later day|');
    await removeDealRecord(ATTACHMENT_RULES, people.ana, id, file);
    const gone = await send({ until: inDays(1), files: [String(file)] });
    expect([gone.status, await list()]).toEqual([400, []]);
  });
});
