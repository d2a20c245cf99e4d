import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { insertRows } from '#db/batch-insert';
import { db } from '#db/client';
import { memos, notes } from '#db/schema';
import { transaction } from '#db/transaction';
import { setCollaborators } from '~/domain/collaborator/update.server';
import { updateDeal } from '~/domain/deal/update.server';
import { saveEvaluation } from '~/domain/evaluation/update.server';
import { MAX_ITEMS_PER_MEMO } from '~/domain/memo/limits';
import { addNote } from '~/domain/note/create.server';
import { mergeDeals } from '~/domain/operations/merge/merge.server';
import { splitMerge } from '~/domain/operations/merge/split.server';
import { deleteDeal } from '~/domain/operations/trash/delete.server';
import { deleteUser } from '~/domain/operations/trash/delete-users.server';
import { restoreFromTrash } from '~/domain/operations/trash/restore.server';
import { getDisplayName } from '~/domain/person/names';
import { closeRound } from '~/domain/round/close.server';
import { openRound } from '~/domain/round/open.server';
import { listDealHistory } from '~/domain/timeline/deal-history.server';
import * as memosApi from '~/routes/api.pipelines_.$id_.memos';
import * as memoApi from '~/routes/api.pipelines_.$id_.memos_.$memo';
import * as cardApi from '~/routes/api.pipelines_.$id_.rounds_.$round_.card';
import * as memoPage from '~/routes/pipeline.$id.memo/route';
import * as documentPage from '~/routes/pipeline.$id.memo_.$memo';
import * as previewPage from '~/routes/pipeline.$id.memo_.preview';
import { readErrors } from '../support/answers';
import { uploadAttachment } from '../support/attachments';
import { call, type CastMember, createCastForEach } from '../support/cast';
import { addDeal, FULL_DEAL } from '../support/deals';
import { readText, renderScreen } from '../support/render-screen';

const people = createCastForEach();
let id: number;
beforeEach(async () => {
  id = await addDeal(people.ana, { ...FULL_DEAL, companyName: 'Gantrywell' });
});

const MEMO = { title: 'Lead the A', summary: 'Strong team', risks: 'One client', questions: 'IP?' };
interface Memo {
  id: number;
  sha256: string;
  title: string;
}
const path = (deal = id) => `/api/pipelines/${deal}/memos`;
const post = (json: object, as = people.ana, deal = id) =>
  call(memosApi, 'POST', path(deal), { as, params: { id: String(deal) }, json });
async function freeze(json: object = {}, deal = id): Promise<Memo> {
  const answer = await post({ ...MEMO, ...json }, people.ana, deal);
  expect(answer.status).toBe(201);
  return (await answer.json()) as Memo;
}
const at = (memo: number, deal = id) => ({ params: { id: String(deal), memo: String(memo) } });
const open = (memo: number, as: CastMember | undefined = people.ana, deal = id, method = 'GET') =>
  call(memoApi, method, `${path(deal)}/${memo}`, { as, ...at(memo, deal) });
const list = async (as = people.ana, deal = id) => {
  const answer = await call(memosApi, 'GET', path(deal), { as, params: { id: String(deal) } });
  return (await answer.json()) as Memo[];
};
const hash = (bytes: ArrayBuffer) => createHash('sha256').update(Buffer.from(bytes)).digest('hex');

describe('frozen memos (rule 32.21)', () => {
  test('a memo names facts, evaluation, notes and files', async () => {
    await saveEvaluation(people.ana, id, { marketSize: 7, marketNotes: 'Growing market' });
    const note = await addNote(people.ana, id, 'Met the founders');
    const file = await uploadAttachment(people.ana, id, 'd.pdf');
    await addNote(people.ana, id, 'Not chosen');
    const { id: memo } = await freeze({ notes: [note, note], files: [file] });
    const text = readText(await (await open(memo)).text());
    const deck = createHash('sha256').update('deck').digest('hex');
    for (const part of ['Gantrywell', 'Strong team', 'One client', 'IP?', 'Growing market', deck])
      expect(text).toContain(part);
    expect(text).toContain('Met the founders');
    expect(text).not.toContain('Not chosen');
  });

  test('the stored hash is that of the bytes sent', async () => {
    const frozen = await freeze({ summary: '𝕎 陈美 é' });
    const bytes = await (await open(frozen.id)).arrayBuffer();
    expect(hash(bytes)).toBe(frozen.sha256);
    expect(await list()).toMatchObject([{ id: frozen.id, sha256: frozen.sha256 }]);
  });

  test('a memo stays the same after every change of its deal', async () => {
    const note = await addNote(people.ana, id, 'Met the founders');
    const { id: memo, sha256 } = await freeze({ notes: [note] });
    await updateDeal(people.ana, id, { companyName: 'Renamed' });
    await saveEvaluation(people.ana, id, { marketSize: 1 });
    expect(hash(await (await open(memo)).arrayBuffer())).toBe(sha256);
  });

  test('a memo form sent twice freezes one memo', async () => {
    const send = (form: Record<string, string>) =>
      call(memoPage, 'POST', `/pipeline/${id}/memo`, {
        as: people.ana,
        params: { id: String(id) },
        form: { ...MEMO, submission: 'a'.repeat(36), ...form },
      });
    const [first, second] = await Promise.all([send({}), send({})]);
    expect(second.headers.get('Location')).toBe(first.headers.get('Location'));
    expect(await list()).toHaveLength(1);
    await send({ summary: 'Restored by Back, and changed' });
    expect(await list()).toHaveLength(2);
  });

  test('the database refuses to change a memo', async () => {
    const { id: memo } = await freeze();
    const change = transaction((tx) =>
      tx.update(memos).set({ html: 'Other' }).where(eq(memos.id, memo)),
    );
    await expect(change).rejects.toThrow(/never changes/);
  });

  test('memos have no address to change or delete them', async () => {
    const { id: memo } = await freeze();
    for (const method of ['PUT', 'DELETE', 'POST'])
      expect((await open(memo, people.ana, id, method)).status).toBe(405);
  });

  test('texts stay texts, and the page loads nothing', async () => {
    const typed = '</style><script>alert(1)</script><img src=x onerror=alert(1)>';
    const { id: memo } = await freeze({ title: typed, summary: typed });
    const answer = await open(memo);
    const html = await answer.text();
    expect(html).not.toMatch(/<script|<img|<link|<a /);
    expect(answer.headers.get('Content-Security-Policy')).toMatch(/^default-src 'none'; style-src/);
    expect(answer.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
  });
});

describe('input of memos (rule 32.22)', () => {
  test.each([
    ['title', { title: ' ' }],
    ['title', { title: 'x'.repeat(201) }],
    ['summary', { summary: 'x'.repeat(5001) }],
    ['risks', { risks: 7 }],
    ['notes', { notes: ['1'] }],
    ['notes', { notes: [987_654] }],
    ['files', { files: [987_654] }],
    ['files', { files: Array.from({ length: MAX_ITEMS_PER_MEMO + 1 }, (_, n) => n + 1) }],
    ['roundId', { roundId: 'one' }],
  ])('wrong %s is 400', async (field, json) => {
    const answer = await post({ ...MEMO, ...json });
    expect(answer.status).toBe(400);
    expect(Object.keys(await readErrors(answer))[0]).toMatch(new RegExp(`^${field}`));
    expect(await list()).toEqual([]);
  });

  test('a memo of another deal’s note is refused', async () => {
    const other = await addDeal(people.ana);
    const note = await addNote(people.ana, other, 'Elsewhere');
    expect(await readErrors(await post({ ...MEMO, notes: [note] }))).toHaveProperty('notes');
  });

  test('a memo that is too large is refused with its size', async () => {
    const texts = Array.from({ length: 50 }, () => '"'.repeat(10_000));
    const notes: number[] = [];
    for (const text of texts) notes.push(await addNote(people.ana, id, text));
    const answer = await post({ ...MEMO, notes });
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { message: string }).message).toMatch(/3\.\d MB.*fewer notes/);
  });
});

describe('limits of memos (rule 32.21)', () => {
  const addMemos = (count: number, html = 'x') =>
    transaction((tx) =>
      insertRows(
        tx,
        memos,
        Array.from({ length: count }, (_, n) => ({
          dealId: id,
          title: `Memo ${n}`,
          sha256: 'x',
          html,
          createdAt: new Date(),
          createdById: people.ana.id,
          createdByName: 'Ana',
        })),
      ),
    );

  test('the 101st memo of a deal is refused', async () => {
    await addMemos(100);
    const answer = await post(MEMO);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ message: 'A deal can have at most 100 memos.' });
  });

  test('a deal with 20 MB of memos gets no more', async () => {
    await addMemos(10, 'x'.repeat(2_000_000));
    const answer = await post(MEMO);
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { message: string }).message).toMatch(
      /at most 20 MB of memos/,
    );
  });

  test('the preview of a memo that is too large says so', async () => {
    const notes: string[] = [];
    for (let n = 0; n < 50; n++)
      notes.push(String(await addNote(people.ana, id, '"'.repeat(10_000))));
    const form = { as: people.ana, params: { id: String(id) }, form: { ...MEMO, notes } };
    const answer = await call(previewPage, 'POST', `/pipeline/${id}/memo/preview`, form);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toMatch(/3\.\d MB.*fewer notes/);
  });
});

describe('who may see memos (rule 32.23)', () => {
  test('collaborators freeze and read memos, others find none', async () => {
    const { ana, ben } = people;
    const { id: memo } = await freeze();
    expect((await open(memo, ben)).status).toBe(404);
    expect((await post(MEMO, ben)).status).toBe(404);
    await setCollaborators(ana, id, [ben.id]);
    expect((await open(memo, ben)).status).toBe(200);
    expect((await post(MEMO, ben)).status).toBe(201);
  });

  test('a memo is not found below another deal', async () => {
    const { id: memo } = await freeze();
    expect((await open(memo, people.ana, await addDeal(people.ana))).status).toBe(404);
  });

  test('freezing is in the history of the deal', async () => {
    await freeze();
    const [event] = await listDealHistory(people.maren, id, { limit: 1, offset: 0 });
    expect(event!.fields).toEqual({ memo: [null, 'Lead the A'] });
  });
});

describe('rounds in a memo (rule 32.23)', () => {
  async function submitRound(): Promise<number> {
    const { ana, ben } = people;
    const round = await openRound(ana, id, { userIds: [ana.id, ben.id], until: '2199-12-31' });
    const card = { notes: { market: 'Marked note' }, vote: 'veto', reason: 'Marked reason' };
    for (const [as, marketSize] of [
      [ana, 2.7],
      [ben, 8.3],
    ] as const) {
      const params = { id: String(id), round: String(round) };
      const path = `/api/pipelines/${id}/rounds/${round}/card`;
      const json = { scores: { marketSize }, ...card, submit: true };
      expect((await call(cardApi, 'PUT', path, { as, params, json })).status).toBe(200);
    }
    return round;
  }

  test('a memo of an open round shows states and no scorecard', async () => {
    const { id: memo } = await freeze({ roundId: await submitRound() });
    const text = readText(await (await open(memo)).text());
    expect(text).toMatch(/Submitted.*still open/s);
    expect(text).not.toMatch(/Marked|2\.7|8\.3|5\.5|Against/);
  });

  test('a memo of a closed round has spread, votes and notes', async () => {
    const roundId = await submitRound();
    await closeRound(people.ana, id, roundId);
    const { id: memo } = await freeze({ roundId });
    const text = readText(await (await open(memo)).text());
    expect(text).toMatch(/Market size\|5\.5\|5\.6\|2\.7 · 8\.3|Market Size\|5\.5\|5\.6/);
    for (const part of ['Marked note', 'Marked reason', 'Against']) expect(text).toContain(part);
  });

  test('the form tells an open round from a closed one', async () => {
    await closeRound(people.ana, id, await submitRound());
    await submitRound();
    const options = { as: people.ana, params: { id: String(id) } };
    const page = readText(await renderScreen(memoPage, `/pipeline/${id}/memo`, options));
    expect(page).toMatch(/\|Gantrywell, [^|]+, open\|Gantrywell, [^|]+, closed\|/);
  });

  test('a round of another deal is refused', async () => {
    const roundId = await submitRound();
    id = await addDeal(people.ana);
    expect(await readErrors(await post({ ...MEMO, roundId }))).toHaveProperty('roundId');
  });
});

describe('memos and their deal (rule 32.24)', () => {
  test('memos go to the trash and back with their deal', async () => {
    const frozen = [await freeze(), await freeze({ title: 'Second' })];
    const { entries } = await deleteDeal(people.ana, id);
    expect(await db.$count(memos)).toBe(0);
    await restoreFromTrash(people.maren, entries[0]!);
    expect((await list()).map(({ sha256 }) => sha256)).toEqual(
      frozen.toReversed().map(({ sha256 }) => sha256),
    );
    expect(hash(await (await open(frozen[0]!.id)).arrayBuffer())).toBe(frozen[0]!.sha256);
  });

  test('memos move with a merge and back with a split', async () => {
    const other = await addDeal(people.ana);
    const own = await freeze();
    const moved = await freeze({ title: 'Other' }, other);
    const { id: merge } = await mergeDeals(people.ana, id, { otherId: other });
    expect((await list()).map((memo) => memo.id)).toEqual([moved.id, own.id]);
    expect(hash(await (await open(moved.id)).arrayBuffer())).toBe(moved.sha256);
    await splitMerge(people.ana, id, merge);
    expect((await list(people.ana, other)).map((memo) => memo.id)).toEqual([moved.id]);
  });

  test('memos outlive their author with the name', async () => {
    const { ana, ben, maren } = people;
    await setCollaborators(ana, id, [ben.id]);
    await post(MEMO, ben);
    await deleteUser(maren, ben.id);
    const createdBy = { id: null, name: getDisplayName(ben), email: null };
    expect(await list()).toMatchObject([{ createdBy }]);
  });
});

describe('the page of memos (rule 32.25)', () => {
  const page = (method: string, form?: Record<string, string | string[]>) =>
    call(memoPage, method, `/pipeline/${id}/memo`, {
      as: people.ana,
      ...params(),
      form,
    });
  const params = () => ({ params: { id: String(id) } });
  const createNoteRow = (text: string) => ({
    dealId: id,
    authorId: people.ana.id,
    authorName: 'Ana',
    text,
    searchText: '',
    createdAt: new Date(),
  });

  const screen = () =>
    renderScreen(memoPage, `/pipeline/${id}/memo`, { as: people.ana, ...params() });

  test('the form freezes a memo and leads to the list', async () => {
    const note = String(await addNote(people.ana, id, 'Met the founders'));
    const answer = await page('POST', { ...MEMO, notes: [note] });
    const [memo] = await list();
    expect(answer.headers.get('Location')).toBe(`/pipeline/${id}/memo#memo-${memo!.id}`);
    const html = await screen();
    expect(readText(html)).toContain(`SHA-256 ${memo!.sha256}`);
    expect(html).toContain(`href="/pipeline/${id}/memo/${memo!.id}"`);
  });

  test('a form without a title comes back with its texts', async () => {
    const answer = await page('POST', { ...MEMO, title: '' });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('Please enter a title');
  });

  test('a memo with the only note deleted since says why', async () => {
    const form = { ...MEMO, notes: ['999999'] };
    const sent = { as: people.ana, ...params(), form };
    const html = await renderScreen(memoPage, `/pipeline/${id}/memo`, sent);
    expect(readText(html)).toContain('|Notes|Please choose notes of this deal|');
  });

  test('the preview shows the memo and stores nothing', async () => {
    const form = { as: people.ana, params: { id: String(id) }, form: MEMO };
    const answer = await call(previewPage, 'POST', `/pipeline/${id}/memo/preview`, form);
    expect(readText(await answer.text())).toMatch(/Preview: .*Strong team/s);
    expect(await list()).toEqual([]);
  });

  test('the document page sends the same bytes as the API', async () => {
    const { id: memo, sha256 } = await freeze();
    const address = `/pipeline/${id}/memo/${memo}`;
    const answer = await call(documentPage, 'GET', address, { as: people.ana, ...at(memo) });
    expect(hash(await answer.arrayBuffer())).toBe(sha256);
  });

  test('the form offers the latest 200 of 1,000 notes', async () => {
    const rows = Array.from({ length: 1_000 }, (_, n) => createNoteRow(`Note ${n + 1}`));
    await transaction((tx) => insertRows(tx, notes, rows));
    const html = await screen();
    expect(html.match(/name="notes"/g)).toHaveLength(MAX_ITEMS_PER_MEMO);
    expect(readText(html)).toContain('Note 1000');
  });
});
