import { createHash } from 'node:crypto';
import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ReadableStream } from 'node:stream/web';
import { beforeEach, describe, expect, test } from 'vitest';
import { getDatabasePath } from '#db/client';
import { getContentsFolder } from '#db/contents';
import { trash } from '#db/schema';
import { transaction } from '#db/transaction';
import { deleteUnusedContents } from '~/domain/attachment/cleanup.server';
import { ATTACHMENT_RULES, listAttachments } from '~/domain/attachment/list.server';
import { setCollaborators } from '~/domain/collaborator/update.server';
import { removeDealRecord } from '~/domain/deal/edit-record.server';
import { deleteDeal } from '~/domain/operations/trash/delete.server';
import { restoreDeletedDeals } from '~/domain/operations/trash/restore.server';
import { undoOwnOperation } from '~/domain/operations/undo/undo.server';
import { listDealHistory } from '~/domain/timeline/deal-history.server';
import * as pipelinesApi from '~/routes/api.pipelines';
import * as listApi from '~/routes/api.pipelines_.$id_.files';
import * as oneApi from '~/routes/api.pipelines_.$id_.files_.$file';
import * as exportApi from '~/routes/api.pipelines_.export';
import * as dealPage from '~/routes/pipeline.$id._index/route';
import * as filesPage from '~/routes/pipeline.$id.files/route';
import * as filePage from '~/routes/pipeline.$id.files_.$file';
import * as historyPage from '~/routes/pipeline.$id.history/route';
import * as searchPage from '~/routes/search/route';
import { insertAttachments } from '../support/attachments';
import { call, type CastMember, createCastForEach } from '../support/cast';
import { addDeal } from '../support/deals';
import { findTags, readText, renderScreen } from '../support/render-screen';
import { readOutcome, successOutcome } from '../support/toast';
import { readWorkbook } from '../support/workbook';

const people = createCastForEach();
let id: number;
beforeEach(async () => {
  await transaction(async (tx) => tx.delete(trash));
  id = await addDeal(people.ana, { companyName: 'Gantrywell' });
});

const folder = () => getContentsFolder(getDatabasePath(process.env.DATABASE_URL!));
const stored = () => (existsSync(folder()) ? readdirSync(folder()) : []);
const hashText = (bytes: string) => createHash('sha256').update(bytes).digest('hex');
const DECK = new File(['%PDF-1.7 deck'], 'deck.pdf', { type: 'application/pdf' });
const TERMS = new File(['terms'], 'terms.txt', { type: 'text/plain' });

const deal = () => ({ params: { id: String(id) } });
const of = (file: number) => ({ params: { id: String(id), file: String(file) } });
const add = (as: CastMember, file: File | File[]) =>
  call(listApi, 'POST', `/api/pipelines/${id}/files`, { as, ...deal(), file });
const list = (as: CastMember, query = '') =>
  call(listApi, 'GET', `/api/pipelines/${id}/files${query}`, { as, ...deal() });
const one = (method: string, as: CastMember, file: number) =>
  call(oneApi, method, `/api/pipelines/${id}/files/${file}`, { as, ...of(file) });
const addOne = async (as = people.ana, file = DECK) =>
  ((await (await add(as, file)).json()) as { id: number }).id;
const names = async () => (await listAttachments(people.maren, id)).map(({ name }) => name);
const latest = async () => (await listDealHistory(people.maren, id, { limit: 1, offset: 0 }))[0]!;
const page = () => renderScreen(dealPage, `/pipeline/${id}`, { as: people.ana, ...deal() });

describe('/api/pipelines/{id}/files (rules 26.1 and 26.2)', () => {
  test('people who see a deal add, list and delete attachments', async () => {
    const { ana, ben, chiara, tomas } = people;
    await setCollaborators(ana, id, [ben.id]);
    const answer = await add(ana, DECK);
    const deck = (await answer.json()) as { id: number };
    expect([answer.status, deck]).toEqual([
      201,
      {
        id: expect.any(Number),
        pipelineId: id,
        name: 'deck.pdf',
        size: 13,
        type: 'application/pdf',
        sha256: hashText('%PDF-1.7 deck'),
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
        userName: 'Ana Lindqvist',
      },
    ]);
    expect(answer.headers.get('Location')).toBe(`/api/pipelines/${id}/files/${deck.id}`);
    const both = await (await add(ben, [TERMS, new File([], 'empty')])).json();
    expect(both).toMatchObject([
      { name: 'terms.txt', size: 5, type: 'text/plain' },
      { name: 'empty', size: 0, type: 'application/octet-stream', sha256: hashText('') },
    ]);
    const all = await list(tomas);
    expect(all.headers.get('X-Total-Count')).toBe('3');
    expect(await all.json()).toEqual([deck, ...(both as object[])]);
    expect(await (await list(ana, '?limit=1')).json()).toEqual([deck]);
    for (const refused of [
      await add(chiara, DECK),
      await list(chiara),
      await one('GET', chiara, deck.id),
      await one('DELETE', chiara, deck.id),
      await one('GET', ana, deck.id + 99),
    ])
      expect(refused.status).toBe(404);
    expect((await one('DELETE', ben, deck.id)).status).toBe(200);
    expect((await one('DELETE', ben, deck.id)).status).toBe(404);
    expect(await names()).toEqual(['terms.txt', 'empty']);
  });

  test('two attachments with the same bytes are stored once', async () => {
    await addOne();
    await addOne(people.ana, new File(['%PDF-1.7 deck'], 'other.pdf'));
    expect(await names()).toEqual(['deck.pdf', 'other.pdf']);
    expect(stored().filter((name) => name === hashText('%PDF-1.7 deck'))).toHaveLength(1);
  });

  test('an invalid upload is refused and leaves nothing', async () => {
    const before = stored();
    const sent = (body: string, type: string) =>
      listApi
        .action({
          request: new Request(`http://localhost:3000/api/pipelines/${id}/files`, {
            method: 'POST',
            body,
            headers: { Cookie: people.ana.cookie, 'Content-Type': type },
          }),
          ...deal(),
          context: {},
        })
        .catch((refused: { status: number }) => refused);
    const form = 'multipart/form-data; boundary=b';
    const part = (head: string, bytes = '') =>
      `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${bytes}\r\n`;
    for (const [body, type, status] of [
      ['', form, 400],
      ['--b--', form, 400],
      [`${part('name="other"; filename="a"', 'x')}--b--`, form, 400],
      [`${part('name="file"', 'no file')}--b--`, form, 400],
      [`${part('name="file"; filename=""')}--b--`, form, 400],
      [part('name="file"; filename="a"', 'ends early'), form, 400],
      [`before${part('name="file"; filename="a"', 'x')}--b--`, form, 400],
      [`--b\r\n${'h'.repeat(9_000)}\r\n\r\nx\r\n--b--`, form, 400],
      [`${part('name="file"; filename="a"', 'x')}--bX`, form, 400],
      ['{}', 'application/json', 415],
    ] as const)
      expect((await sent(body, type)).status, body.slice(0, 60)).toBe(status);
    expect(stored()).toEqual(before);
    expect(await names()).toEqual([]);
  });

  test('bytes that resemble a boundary do not end an attachment', async () => {
    const bytes = '\r\n--\r\n--limi\r\n\r\n-limit\r\n'.repeat(3);
    const body = `--limit\r\nContent-Disposition: form-data; name="file"; filename="a; b=c.txt"\r\n\r\n${bytes}\r\n--limit--`;
    for (const size of [1, 2, 7, 1_000]) {
      const pieces = Buffer.from(body)
        .toString('latin1')
        .match(new RegExp(`[^]{1,${size}}`, 'g'))!;
      const request = new Request(`http://localhost:3000/api/pipelines/${id}/files`, {
        method: 'POST',
        body: ReadableStream.from(pieces.map((piece) => Buffer.from(piece, 'latin1'))),
        headers: {
          Cookie: people.ana.cookie,
          'Content-Type': 'multipart/form-data; boundary=limit',
        },
        duplex: 'half',
      } as RequestInit);
      const answer = await listApi.action({ request, ...deal(), context: {} });
      expect(await answer.json()).toMatchObject({ name: 'a; b=c.txt', sha256: hashText(bytes) });
    }
  });

  test('a deal has at most 1,000 attachments', async () => {
    await insertAttachments(id, 999);
    expect((await add(people.ana, [DECK, TERMS])).status).toBe(400);
    expect((await add(people.ana, DECK)).status).toBe(201);
  });

  test('the attachments of a deal have at most 500 MB together', async () => {
    await insertAttachments(id, 1, 500 * 1024 * 1024 - 5);
    const answer = await add(people.ana, DECK);
    expect([answer.status, await answer.json()]).toEqual([
      413,
      { message: 'The files of a deal can have at most 500 MB in total.' },
    ]);
    expect((await add(people.ana, TERMS)).status).toBe(201);
  });
});

describe('attachments on the deal page (rules 26.6 and 26.7)', () => {
  const post = (file: File[]) =>
    call(filesPage, 'POST', `/pipeline/${id}/files`, { as: people.ana, ...deal(), file });

  test('the deal page shows attachments and adds a form once', async () => {
    for (const said of ['2 files added', 'Already added'])
      expect(await readOutcome(await post([DECK, TERMS]))).toEqual(
        successOutcome(`/pipeline/${id}#files`, said),
      );
    expect(await names(), 'a form sent twice').toEqual(['deck.pdf', 'terms.txt']);
    const html = await page();
    expect(readText(html)).toMatch(
      /\|Files\|terms\.txt\|5 B · .* · Ana Lindqvist\|Delete\|deck\.pdf\|13 B · .*\|View\|.*Delete\|/,
    );
    expect(findTags(html, 'form').find((tag) => tag.includes(`"/pipeline/${id}/files"`))).toContain(
      'multipart/form-data',
    );
  });

  test('the deal page shows eight attachments, another page all', async () => {
    for (let n = 1; n < 10; n++) await addOne(people.ana, new File([String(n)], `f${n}.txt`));
    const text = readText(await page());
    expect(text).not.toContain('|f1.txt|');
    expect(text).toContain('|f2.txt|');
    expect(text).toContain('|All 9 files|');
    const sent = { as: people.ana, ...deal() };
    expect(readText(await renderScreen(filesPage, `/pipeline/${id}/files`, sent))).toContain(
      '|f1.txt|',
    );
  });

  test('the attachment page lists 100, newest first, with paging', async () => {
    await insertAttachments(id, 120);
    const ask = async (query: string) => {
      const sent = { as: people.ana, ...deal() };
      return readText(await renderScreen(filesPage, `/pipeline/${id}/files${query}`, sent));
    };
    const first = await ask('');
    expect(first).toMatch(/\|f120\|.*\|f21\|.*\|More files\|Page 1 of 2\|/);
    expect(first).not.toContain('|f20|');
    expect(await ask('?page=9')).toMatch(/\|f20\|.*\|f1\|.*\|Previous files\|Page 2 of 2\|/);
  });

  test('a refused attachment form says why', async () => {
    const empty = new File([], '');
    expect((await post([empty])).status).toBe(400);
    const sent = { as: people.ana, ...deal(), file: [empty] };
    const html = await renderScreen(filesPage, `/pipeline/${id}/files`, sent);
    expect(readText(html)).toContain('|Please choose a file.|');
  });

  test('Undo restores a deleted attachment', async () => {
    const file = await addOne();
    const sent = { as: people.ana, ...of(file), form: { intent: 'delete' } };
    const answer = await call(filePage, 'POST', `/pipeline/${id}/files/${file}`, sent);
    expect(await readOutcome(answer)).toEqual(
      successOutcome(`/pipeline/${id}#files`, 'File deleted'),
    );
    expect(await names()).toEqual([]);
    const [before] = await listAttachments(people.ana, id);
    expect(before).toBeUndefined();
    await undoOwnOperation(people.ana, (await latest()).operationId!);
    expect(await listAttachments(people.ana, id)).toMatchObject([
      { id: file, name: 'deck.pdf', size: 13, userName: 'Ana Lindqvist' },
    ]);
  });
});

describe('an attachment (rules 26.7 and 26.8)', () => {
  test('the history names added and deleted attachments', async () => {
    const file = await addOne();
    await removeDealRecord(ATTACHMENT_RULES, people.tomas, id, file);
    const text = readText(
      await renderScreen(historyPage, `/pipeline/${id}/history`, { as: people.ana, ...deal() }),
    );
    expect(text).toMatch(/\|File deleted\|deck\.pdf.*\|File added\|deck\.pdf.*\|Deal created\|/);
    expect(text).not.toContain('sha256');
  });

  test('undo removes an addition but cannot restore lost bytes', async () => {
    const file = await addOne(people.ana, new File(['alone'], 'alone.txt'));
    const { operationId } = await latest();
    await undoOwnOperation(people.ana, operationId!);
    expect(await names()).toEqual([]);
    const again = await addOne(people.ana, new File(['alone'], 'alone.txt'));
    const act = await removeDealRecord(ATTACHMENT_RULES, people.ana, id, again);
    expect(again).toBeGreaterThan(file);
    await deleteUnusedContents(inDays(40));
    expect(await undoOwnOperation(people.ana, act)).toMatchObject({ undone: 0 });
    expect(await names()).toEqual([]);
  });

  test('search finds attachment names of visible deals', async () => {
    await addOne(people.ana, new File(['x'], 'Términos 2026.pdf'));
    const found = async (as: CastMember, q: string) =>
      readText(await renderScreen(searchPage, `/search?q=${q}`, { as }));
    expect(await found(people.ana, 'terminos')).toContain(
      '|Gantrywell|Ana|File:|Términos|2026.pdf|',
    );
    expect(await found(people.ben, 'terminos')).toContain('No deals or notes');
    const filtered = async (as: CastMember) =>
      (await call(pipelinesApi, 'GET', '/api/pipelines?text=terminos', { as })).json();
    expect(await filtered(people.ana)).toMatchObject([{ companyName: 'Gantrywell' }]);
    expect(await filtered(people.ben)).toEqual([]);
  });

  test('the export has a sheet of attachments', async () => {
    await addOne(people.ana, new File(['x'], '=1+1.txt', { type: 'text/plain' }));
    const answer = await call(exportApi, 'GET', '/api/pipelines/export', { as: people.ana });
    const { Files: sheet } = readWorkbook(new Uint8Array(await answer.arrayBuffer()));
    expect(sheet!.map((row) => Object.values(row).map(({ value }) => value))).toEqual([
      ['Company name', 'File', 'Bytes', 'Type', 'Added by', 'SHA-256'],
      ['Gantrywell', '=1+1.txt', '1', 'text/plain', 'ana@demo.example', hashText('x')],
    ]);
  });
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

describe('the daily attachment cleanup (rule 26.9)', () => {
  test('cleanup removes bytes 30 days after their last reference', async () => {
    const bytes = `kept ${id}`;
    const has = () => stored().includes(hashText(bytes));
    const file = await addOne(people.ana, new File([bytes], 'kept.txt'));
    await deleteUnusedContents(inDays(100));
    expect(has(), 'a deal mentions it').toBe(true);
    const { entries } = await deleteDeal(people.ana, id);
    await deleteUnusedContents(inDays(100));
    expect(has(), 'the trash does').toBe(true);
    await restoreDeletedDeals(people.ana, entries);
    await removeDealRecord(ATTACHMENT_RULES, people.ana, id, file);
    await deleteUnusedContents(inDays(29));
    expect(has(), 'the history does').toBe(true);
    await deleteUnusedContents(inDays(31));
    expect(has()).toBe(false);
  });

  test('cleanup removes unreferenced bytes and stale temp files', async () => {
    await addOne();
    const orphan = join(folder(), hashText('orphan'));
    const broken = join(folder(), '999999999-0d6e9c1e-6f0c-4f0f-9a43-000000000000.part');
    for (const path of [orphan, broken]) writeFileSync(path, 'orphan');
    await deleteUnusedContents(new Date());
    expect([existsSync(orphan), existsSync(broken)]).toEqual([true, false]);
    const yesterday = inDays(-1);
    utimesSync(orphan, yesterday, yesterday);
    await deleteUnusedContents(new Date());
    expect(existsSync(orphan)).toBe(false);
    expect(stored()).toContain(hashText('%PDF-1.7 deck'));
  });
});
