import { eq, max } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { db } from '#db/client';
import { deals, historyEvents } from '#db/schema';
import { transaction } from '#db/transaction';
import { CATEGORIES, CRITERIA } from '~/domain/evaluation/criteria';
import { EvaluationInput } from '~/domain/evaluation/schema';
import { saveEvaluation } from '~/domain/evaluation/update.server';
import { parseReference } from '~/domain/export/reference';
import { addNote, insertNotes } from '~/domain/note/create.server';
import { listNotes } from '~/domain/note/thread.server';
import { updateNote } from '~/domain/note/update.server';
import { addTask, updateTask } from '~/domain/task/edit.server';
import { parseInput } from '~/errors';
import * as route from '~/routes/api.pipelines_.export';
import { call, type Cast, createCastForAll } from '../support/cast';
import { addDeal, deleteDeals } from '../support/deals';
import { type Cell, parseSerialMoment, readWorkbook } from '../support/workbook';

const people = createCastForAll();
beforeEach(deleteDeals);
afterEach(() => {
  vi.useRealTimers();
});

async function download(as: Cast['ana'], query = '', headers: Record<string, string> = {}) {
  const answer = await call(route, 'GET', `/api/pipelines/export${query}`, {
    headers: { Cookie: `${as.cookie}; ${headers.Cookie ?? ''}` },
  });
  expect(answer.status).toBe(200);
  const sheets = readWorkbook(new Uint8Array(await answer.arrayBuffer()));
  return { answer, sheets, deals: table(sheets.Deals!), evaluations: table(sheets.Evaluations!) };
}

function table([head, ...rows]: Record<string, Cell>[]): Record<string, Cell>[] {
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([column, cell]) => [head![column]!.value, cell])),
  );
}
const names = (deals: Record<string, Cell>[]) => deals.map((deal) => deal['Company name']!.value);

describe('contents of the workbook (rules 3.3, 8.1, 8.3, 8.4, 8.7, 14.5 and 25.15)', () => {
  test('export labels match the screen', async () => {
    const { sheets } = await download(people.ana);
    expect(Object.keys(sheets).join(', ')).toBe(
      'Deals, Evaluations, Notes, Contacts, Tasks, Files, Scorecards, Votes',
    );
    const labels = Object.values(sheets.Deals![0]!).map(({ value }) => value);
    expect(labels.join(', ')).toBe(
      'Company name, CEO, CFO/COO, Other Visitors, Owner, Owner email, Group, Industries, ' +
        'Product/Service, Key business metrics, Funding round, Target funding size, ' +
        'Target closing date, Score, Next meeting, Comments, Next Meeting On, Stage, Created, ' +
        'Last Updated, Reference',
    );
  });

  test('the task sheet lists tasks of the deals, open ones first', async () => {
    const id = await addDeal(people.ana, { companyName: 'Gantrywell' });
    const done = await addTask(people.ana, id, { title: '=Call', dueOn: '2027-01-04' });
    await updateTask(people.ana, id, done, { done: true });
    await addTask(people.ana, id, { title: 'Meet', dueOn: '2027-02-28', dueAt: '09:30' });
    const [first, second, ...more] = table((await download(people.ana)).sheets.Tasks!);
    expect(more).toEqual([]);
    const values = ({ Day: _, ...cells }: Record<string, Cell>) =>
      Object.fromEntries(Object.entries(cells).map(([label, { value }]) => [label, value]));
    expect(values(first!)).toEqual({
      'Company name': 'Gantrywell',
      Task: 'Meet',
      Person: people.ana.email,
      Time: '09:30',
      Done: 'no',
    });
    expect(values(second!)).toMatchObject({ Task: '=Call', Done: 'yes' });
  });

  test('every field is under its label', async () => {
    await addDeal(people.daichi, {
      companyName: '会社',
      ceoName: 'Ceo',
      cooName: 'Coo',
      cfoName: 'Cfo',
      industries: ['AI', 'Space'],
      businessIntroduction: 'one\n\n<two> & "three"',
      keyBusinessNumbers: 'ARR',
      fundingRound: 'B',
      targetFundingSize: '$5M',
      targetClosingDate: '2026-12-31',
      evaluationScore: 7.25,
      nextMeetingDate: 'ASAP',
      comments: '😀',
    });
    const [deal] = (await download(people.daichi)).deals;
    const {
      'Target closing date': closing,
      Score,
      Created,
      'Last Updated': updated,
      Reference: _,
      ...texts
    } = deal!;
    expect(
      Object.fromEntries(Object.entries(texts).map(([label, { value }]) => [label, value])),
    ).toEqual({
      'Company name': '会社',
      CEO: 'Ceo',
      'CFO/COO': 'Coo',
      'Other Visitors': 'Cfo',
      Owner: '大地',
      'Owner email': 'daichi@demo.example',
      Group: 'OnBS',
      Industries: 'AI, Space',
      'Product/Service': 'one\n\n<two> & "three"',
      'Key business metrics': 'ARR',
      'Funding round': 'Series B',
      'Target funding size': '$5M',
      'Next meeting': 'ASAP',
      Comments: '😀',
      Stage: 'New',
    });
    expect([Score!.type, Score!.value, Score!.format]).toEqual(['number', '7.3', '0.0']);
    expect([closing!.type, parseSerialMoment(closing!), closing!.format]).toEqual([
      'number',
      '2026-12-31T00:00:00.000Z',
      'yyyy-mm-dd',
    ]);
    for (const moment of [Created!, updated!]) {
      expect([moment.type, moment.format]).toEqual(['number', 'yyyy-mm-dd hh:mm']);
      expect(Math.abs(Date.parse(parseSerialMoment(moment)) - Date.now())).toBeLessThan(60_000);
    }
  });

  test("times use the viewer's time zone, calendar days do not move", async () => {
    const id = await addDeal(people.ana, { targetClosingDate: '2026-12-31' });
    await transaction(async (tx) =>
      tx
        .update(deals)
        .set({ createdAt: new Date('2026-11-20T23:30:00Z') })
        .where(eq(deals.id, id)),
    );
    const [deal] = (await download(people.ana, '', { Cookie: 'tz=Asia/Tokyo' })).deals;
    expect([
      parseSerialMoment(deal!.Created!),
      parseSerialMoment(deal!['Target closing date']!),
    ]).toEqual(['2026-11-21T08:30:00.000Z', '2026-12-31T00:00:00.000Z']);
  });

  const LOOKS_ELSE = [
    ['=1+1', '=HYPERLINK("http://evil.example")', '+1', '-1', '@SUM(A1)', '\t=1', '007', '1e5'],
    ['TRUE', '2026-01-01', '{"formula":"1"}', "'=1", '#N/A', '_x000D_', '&lt;b&gt;', ']]>'],
    ['_x0041_ and _x_ and x000D_', '_x005F_x0041_', ' leading and trailing '],
  ].flat();
  test('text that looks like a formula or number stays text', async () => {
    for (const text of LOOKS_ELSE)
      await addDeal(people.ana, {
        companyName: 'x',
        comments: text,
        targetFundingSize: text.trim(),
        industries: [text],
      });
    const { deals } = await download(people.ana, '?sort=oldest');
    for (const [i, text] of LOOKS_ELSE.entries()) {
      const same = { type: 'text', value: text, isFormula: false };
      expect(deals[i], text).toMatchObject({
        Comments: same,
        'Target funding size': { ...same, value: text.trim() },
        Industries: { type: 'text', isFormula: false },
      });
    }
  });

  test('the last column names deal id and time of the export', async () => {
    const ids = [await addDeal(people.ana), await addDeal(people.ana)];
    await saveEvaluation(people.ana, ids[0]!, {});
    const { deals, evaluations } = await download(people.ana, '?sort=oldest');
    const references = deals.map(({ Reference }) => parseReference(Reference!.value));
    const [latest] = await db.select({ id: max(historyEvents.id) }).from(historyEvents);
    expect(references.map((reference) => reference?.id)).toEqual(ids);
    expect(references.map((reference) => reference?.moment.change)).toEqual(
      ids.map(() => latest!.id),
    );
    expect(evaluations[0]!.Reference!.value).toBe(deals[0]!.Reference!.value);
  });

  test('an empty field has no cell value, a score of 0 does', async () => {
    await addDeal(people.ana, { evaluationScore: 0 });
    await addDeal(people.ana, {});
    const { deals } = await download(people.ana, '?sort=oldest');
    expect(deals[0]!.Score).toMatchObject({ type: 'number', value: '0' });
    const filled = Object.keys(deals[1]!).filter((label) => deals[1]![label]!.value);
    expect(filled.sort().join(', ')).toBe(
      'Company name, Created, Group, Last Updated, Owner, Owner email, Reference, Stage',
    );
  });

  test("dates outside a workbook's calendar stay text", async () => {
    await addDeal(people.ana, { companyName: 'old', targetClosingDate: '1900-01-01' });
    await addDeal(people.ana, { companyName: 'first', targetClosingDate: '1900-03-01' });
    const { deals } = await download(people.ana, '?sort=oldest');
    expect(
      deals.map((deal) => [deal['Target closing date']!.type, deal['Target closing date']!.value]),
    ).toEqual([
      ['text', '1900-01-01'],
      ['number', '61'],
    ]);
  });

  test('an export of 600 rows is complete and in order', async () => {
    const now = new Date();
    const rows = Array.from({ length: 600 }, (_, i) => ({
      userId: people.ben.id,
      companyName: `deal ${i}`,
      searchText: '',
      comments: 'y'.repeat(300),
      createdAt: now,
      updatedAt: now,
    }));
    await transaction(async (tx) => tx.insert(deals).values(rows));
    const downloaded = await download(people.ben, '?sort=oldest');
    expect(names(downloaded.deals)).toEqual(Array.from({ length: 600 }, (_, i) => `deal ${i}`));
  });
});

describe('the evaluations sheet (rule 8.5)', () => {
  test('an evaluated deal is one row as on screen', async () => {
    const id = await addDeal(people.ana, { companyName: 'Evaluated', evaluationScore: 2 });
    await addDeal(people.ana, { companyName: 'Not evaluated' });
    await saveEvaluation(
      people.ana,
      id,
      parseInput(EvaluationInput, {
        marketSize: 9,
        marketGrowthRate: 8,
        competitiveLandscape: 7,
        regulatoryEnvironment: 6.5,
        founderQuality: 10,
        marketNotes: '=cmd',
        teamNotes: 'Good',
      }),
    );
    const { evaluations, sheets } = await download(people.ana);
    expect(evaluations).toHaveLength(1);
    const [row] = evaluations;
    const labels = CRITERIA.map(({ label }) => label);
    expect(Object.values(sheets.Evaluations![0]!).map(({ value }) => value)).toEqual([
      'Company name',
      'Overall score',
      'Mean of all criteria',
      ...CATEGORIES.map(({ title }) => title),
      ...labels,
      ...CATEGORIES.map(({ title }) => `${title} notes`),
      'Reference',
    ]);
    const value = (label: string) => row![label] && [row![label].type, row![label].value];
    expect(value('Company name')).toEqual(['text', 'Evaluated']);
    expect([
      value('Market size'),
      value('Regulatory environment'),
      value('Founder quality'),
      value('Synergies'),
    ]).toEqual([['number', '9'], ['number', '6.5'], ['number', '10'], undefined]);
    // Market (9 + 8 + 7 + 6.5) / 4 = 7.625, team (10 + 5 + 5) / 3 = 6.667, the others 5.
    // Header 39.29 / 7, all 26: 145.5 / 26.
    expect([
      value('Market'),
      value('Team'),
      value('Traction'),
      value('Overall score'),
      value('Mean of all criteria'),
    ]).toEqual([
      ['number', '7.6'],
      ['number', '6.7'],
      ['number', '5'],
      ['number', '5.6'],
      ['number', '5.6'],
    ]);
    expect(row!['Market notes']).toMatchObject({ type: 'text', value: '=cmd', isFormula: false });
    expect(value('Team notes')).toEqual(['text', 'Good']);
  });

  test('evaluations follow the filters and visibility of deals', async () => {
    const mine = await addDeal(people.ana, { companyName: 'Mine', industries: ['AI'] });
    const hers = await addDeal(people.ben, { companyName: 'Hers' });
    for (const id of [mine, hers]) await saveEvaluation(people.maren, id, {});
    expect(names((await download(people.ana)).evaluations)).toEqual(['Mine']);
    expect(names((await download(people.tomas)).evaluations)).toEqual(['Hers', 'Mine']);
    expect(names((await download(people.tomas, '?industry=AI')).evaluations)).toEqual(['Mine']);
  });
});

describe('the note sheet (rule 18.16)', () => {
  const exportNotes = async (as: Cast['ana'], query = '') =>
    table((await download(as, query)).sheets.Notes!);

  test('the sheet has every note in full as text', async () => {
    const id = await addDeal(people.ana, { companyName: '=Acme' });
    const at = new Date('2026-11-22T23:30:00Z');
    const long = `=1+1 ${'長'.repeat(9_990)}`;
    for (const text of ['+49 30', long])
      await transaction((tx) =>
        insertNotes(tx, people.tomas, [{ id, companyName: 'Acme' }], { text, at }),
      );
    await updateNote(people.tomas, (await listNotes(people.ana, id))[0]!.id, `${long}.`);
    const { sheets } = await download(people.ana, '', { Cookie: 'tz=Asia/Tokyo' });
    expect(Object.values(sheets.Notes![0]!).map(({ value }) => value)).toEqual([
      'Company name',
      'Date',
      'Author',
      'Note',
      'Edited',
    ]);
    const [edited, first] = table(sheets.Notes!);
    expect(edited!.Note).toMatchObject({ type: 'text', value: `${long}.`, isFormula: false });
    expect(edited!.Edited!.type).toBe('number');
    expect(first!.Note).toMatchObject({ type: 'text', value: '+49 30' });
    expect(first!.Author!.value).toBe('Tomas Rivera');
    expect(first!['Company name']).toMatchObject({ value: '=Acme', isFormula: false });
    expect(parseSerialMoment(first!.Date!)).toBe('2026-11-23T08:30:00.000Z');
  });

  test('the sheet has visible notes in the order of the list', async () => {
    const first = await addDeal(people.ana, { companyName: 'First', fundingRound: 'A' });
    const second = await addDeal(people.ana, { companyName: 'Second' });
    const others = await addDeal(people.ben, { companyName: 'Others' });
    for (const id of [others, first, second, first]) await addNote(people.tomas, id, `On ${id}`);
    expect(names(await exportNotes(people.ana))).toEqual(['Second', 'First', 'First']);
    expect(names(await exportNotes(people.ana, '?round=A'))).toEqual(['First', 'First']);
    expect(names(await exportNotes(people.tomas, '?sort=oldest'))).toEqual([
      'First',
      'First',
      'Second',
      'Others',
    ]);
  });
});

describe('visibility and filters (rule 8.1)', () => {
  beforeEach(async () => {
    await addDeal(people.ana, { companyName: 'a1', industries: ['AI'], evaluationScore: 3 });
    await addDeal(people.ben, { companyName: 'b1', industries: ['AI'], fundingRound: 'A' });
    await addDeal(people.ben, { companyName: 'b2', industries: ['DX'], evaluationScore: 9 });
  });

  test.each([
    ['ana', '', ['a1']],
    ['tomas', '', ['b2', 'b1', 'a1']],
    ['maren', '?sort=oldest', ['a1', 'b1', 'b2']],
    ['tomas', '?industry=AI', ['b1', 'a1']],
    ['tomas', '?userId=BEN', ['b2', 'b1']],
    ['ana', '?userId=BEN', []],
    ['tomas', '?size=25&page=7', ['b2', 'b1', 'a1']],
  ] as const)('the export of %s with %j has only %j', async (who, query, found) => {
    const sent = query.replace('BEN', people.ben.id);
    expect(names((await download(people[who], sent)).deals)).toEqual(found);
  });
});

describe('the file name is vc-pipelines-{YYYY-MM-DD}.xlsx (rules 8.2 and 11.14)', () => {
  test.each([
    ['UTC', '2020-11-20'],
    ['Asia/Tokyo', '2020-11-21'],
    ['America/New_York', '2020-11-20'],
  ])('in %s the date in the file name is %s', async (zone, day) => {
    vi.useFakeTimers({ now: new Date('2020-11-20T23:59:00Z'), toFake: ['Date'] });
    const answer = await inZone(zone);
    expect(answer.headers.get('Content-Disposition')).toBe(
      `attachment; filename="vc-pipelines-${day}.xlsx"`,
    );
    expect(answer.headers.get('Content-Type')).toBe(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    );
    await answer.arrayBuffer();
  });

  function inZone(zone: string): Promise<Response> {
    return call(route, 'GET', '/api/pipelines/export', {
      headers: { Cookie: `${people.ana.cookie}; tz=${zone}` },
    });
  }
});

test('a disconnecting client stops the export without errors', async () => {
  await addDeal(people.chiara);
  const stop = new AbortController();
  const request = new Request('http://localhost:3000/api/pipelines/export', {
    headers: { Cookie: people.chiara.cookie },
  });
  const context = { signal: stop.signal };
  const answer = await route.loader({ request, params: {}, context });
  stop.abort();
  await expect(answer.arrayBuffer()).rejects.toThrow();
});
