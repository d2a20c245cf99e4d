import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ImportCell } from '#db/schema';
import { transferDeal } from '~/domain/operations/transfer-deals.server';
import { type Cast, createCast } from '../../support/cast';
import { addDeal, deleteDeals } from '../../support/deals';
import {
  addImport,
  compareAll,
  compareNamed,
  exportDeal,
  type NamedRow,
} from '../../support/import-files';

let people: Cast;
beforeAll(async () => {
  people = await createCast();
});
beforeEach(deleteDeals);

describe('rows without reference (rules 16.28, 16.34 and 16.90)', () => {
  test('a row without reference is a new deal with its filled cells', async () => {
    const [row] = await compareNamed(people.ana, [
      { Startup: ' Acme  Ltd ', Sector: 'ai; Space', Stage: 'series a', Score: '8,5', Notes: '' },
    ]);
    expect(row).toEqual({
      n: 1,
      kind: 'new',
      dealId: null,
      outcome: {
        name: 'Acme Ltd',
        values: {
          companyName: 'Acme  Ltd',
          industries: ['AI', 'Space'],
          fundingRound: 'A',
          evaluationScore: 8.5,
        },
        fields: [],
      },
    });
  });

  test('a row names cells that need a check if they change the deal', async () => {
    const cells = { Score: 'n/a', 'Closing date': 'tbd', 'Next meeting': 'in 3 Monaten' };
    const [row] = await compareNamed(people.ana, [{ Company: 'Acme', ...cells }]);
    expect(row!.outcome.checks).toEqual([
      { field: 'evaluationScore', text: 'n/a', to: null },
      { field: 'targetClosingDate', text: 'tbd', to: null },
      { field: 'nextMeetingDate', text: 'in 3 Monaten', to: 'in 3 Monaten' },
    ]);
    const { only } = await exportDeal(people.ana, {
      nextMeetingDate: 'in 3 Monaten',
      evaluationScore: 8,
    });
    const known = await only(cells);
    expect(known.outcome.checks).toEqual([{ field: 'evaluationScore', text: 'n/a', to: null }]);
  });

  test('of two days of a next meeting, the other is named', async () => {
    const days = { 'Next meeting': '2027-01-20', 'Next Meeting On': '2027-02-20' };
    const mirrored = { 'Next Meeting On': '2027-02-20', 'Next meeting': '2027-01-20' };
    for (const cells of [days, mirrored]) {
      const [row] = await compareNamed(people.ana, [{ Company: 'Acme', ...cells }]);
      expect(row!.outcome.values).toMatchObject({ nextMeetingOn: '2027-02-20' });
      expect(row!.outcome.skippedCells).toMatchObject([{ value: '2027-01-20' }]);
    }
  });

  test('a row is about the deal whose name is written in its way', async () => {
    const gmbh = await addDeal(people.ana, { companyName: 'Acme GmbH' });
    const inc = await addDeal(people.ana, { companyName: 'Acme Inc.' });
    const rows = await compareNamed(people.ana, [
      { Company: 'ACME GmbH', CEO: 'Bo' },
      { Company: 'Acme AG', CEO: 'Bo' },
    ]);
    expect(rows.map(({ dealId }) => dealId)).toEqual([gmbh, inc]);
    expect(rows[0]!.outcome.duplicates).toEqual([gmbh, inc]);
  });

  test('a possible duplicate checks only fields that are empty', async () => {
    const id = await addDeal(people.ana, {
      companyName: 'Acme',
      nextMeetingDate: 'in 3 Monaten',
      targetClosingDate: '2027-05-04',
    });
    const cells = { Score: 'n/a', 'Closing date': 'tbd', 'Next meeting': 'in 3 Monaten' };
    const [row] = await compareNamed(people.ana, [{ Company: 'Acme', ...cells }]);
    expect(row).toMatchObject({ kind: 'duplicate', dealId: id });
    expect(row!.outcome.checks).toEqual([
      { field: 'evaluationScore', text: 'n/a', to: null },
      { field: 'targetClosingDate', text: 'tbd', to: null },
    ]);
    expect(row!.outcome.fields).toEqual([{ field: 'evaluationScore', from: null, to: null }]);
  });

  test('a row with the name of a visible deal is a duplicate', async () => {
    const id = await addDeal(people.ana, {
      companyName: 'Acmé',
      comments: 'x',
      ceoName: 'Mei',
    });
    await addDeal(people.ben, { companyName: 'ACME' });
    const [row] = await compareNamed(people.ana, [
      { Company: 'ACME', Comments: 'y', CEO: 'Mei', Round: 'Seed', Score: null },
    ]);
    expect(row).toMatchObject({ kind: 'duplicate', dealId: id });
    expect(row!.outcome).toMatchObject({
      duplicates: [id],
      values: { companyName: 'ACME', comments: 'y', ceoName: 'Mei', fundingRound: 'Seed' },
    });
    expect(row!.outcome.fields).toEqual([
      { field: 'companyName', from: 'Acmé', to: 'ACME' },
      { field: 'comments', from: 'x', to: 'y' },
      { field: 'fundingRound', from: null, to: 'Seed' },
    ]);
  });

  test('a row is a duplicate of a name with ue for ü', async () => {
    const id = await addDeal(people.ana, { companyName: 'Müller GmbH' });
    const companies = ['Mueller', 'Müller', 'Blue', 'Jaeger AG', 'Jäger', 'Blu'];
    const rows = await compareNamed(
      people.ana,
      companies.map((Company) => ({ Company })),
    );
    const kinds = ['duplicate', 'duplicate', 'new', 'new', 'duplicate', 'new'];
    expect(rows.map(({ kind }) => kind)).toEqual(kinds);
    expect(rows.map(({ dealId }) => dealId)).toEqual([id, id, null, null, null, null]);
    expect(rows[4]!.outcome.notes).toEqual(['The same company is in row 5']);
  });

  test("the best duplicate is the importer's own and newest deal", async () => {
    const ids: number[] = [];
    for (const owner of ['tomas', 'ana', 'ben', 'ana', 'tomas', 'ben'] as const)
      ids.push(await addDeal(people[owner], { companyName: 'Acme' }));
    const [staff] = await compareNamed(people.tomas, [{ Company: 'acme' }]);
    const order = [ids[4], ids[0], ids[5], ids[3], ids[2]];
    expect([staff!.dealId, staff!.outcome.duplicates]).toEqual([ids[4], order]);
    const [own] = await compareNamed(people.ana, [{ Company: 'acme' }]);
    expect([own!.dealId, own!.outcome.duplicates]).toEqual([ids[3], [ids[3], ids[1]]]);
  });

  test('a row that repeats an earlier company is skipped by default', async () => {
    const rows = await compareNamed(people.ana, [
      { Company: 'Acme' },
      { Company: 'B' },
      { Company: 'ACME' },
    ]);
    expect(rows.map(({ kind, choice, outcome }) => [kind, choice, outcome.notes])).toEqual([
      ['new', undefined, undefined],
      ['new', undefined, undefined],
      ['duplicate', 'skip', ['The same company is in row 2']],
    ]);
  });

  test('a row names each cell without a valid value', async () => {
    const [row] = await compareNamed(people.ana, [
      { Company: 'Acme', Score: 'abc', Closing: '3/4/2026', Notes: { error: '#N/A' } },
    ]);
    expect(row).toMatchObject({ kind: 'new', outcome: { values: { companyName: 'Acme' } } });
    expect(row!.outcome.skippedCells).toEqual([
      { cell: 'B2', value: 'abc', reason: 'is not a score from 0 to 10' },
      {
        cell: 'C2',
        value: '3/4/2026',
        reason: 'could be read in two ways: is the day or the month first?',
      },
      { cell: 'D2', value: '#N/A', reason: 'is an error in the spreadsheet' },
    ]);
  });
});

describe('rows without a company (rule 16.35)', () => {
  test.each<[string, NamedRow]>([
    ['numbers alone', { Ask: 45_000_000, Score: 7.4 }],
    ['a word and numbers', { Sector: 'Total', Ask: '$45.5M' }],
    ['合计', { Sector: '合计', Ask: 3 }],
    ['the word as its company', { Company: 'Total', Ask: 3 }],
    ['Summe:', { Company: 'Summe:', Ask: '45.000,00 €' }],
  ])('a row of totals is left out: %s', async (_, row) => {
    const compared = await compareNamed(people.ana, [{ Company: null, Sector: null, ...row }]);
    expect(compared[0]).toMatchObject({
      kind: 'leftOut',
      dealId: null,
      outcome: { notes: ['This row looks like a row of totals'] },
    });
  });

  test('a row without values in chosen columns is left out', async () => {
    const [row] = await compareNamed(people.ana, [{ Company: null, Website: 'https://x.example' }]);
    expect(row!.outcome.notes).toEqual(['This row has no value in a column that is imported']);
  });

  test('a row with values but no company is an error', async () => {
    const [row] = await compareNamed(people.ana, [{ Company: ' ', Notes: 'call them' }]);
    expect(row!.outcome.problems).toEqual([
      { cell: 'A2', value: ' ', reason: 'is empty: a deal needs a company name' },
    ]);
  });

  test('a company called Total is imported with text beside it', async () => {
    const [row] = await compareNamed(people.ana, [{ Company: 'Total', Notes: 'energy' }]);
    expect(row!.kind).toBe('new');
  });
});

describe('owners (rule 16.36)', () => {
  const owner = { 'Owner email': 'BEN@demo.example' };
  const FOREIGN = 'The owner is ignored: only managers and admins can choose owners';
  const NOT_AN_OWNER = 'is not the email of anyone who can log in';

  test("a user's import ignores other owners and says so", async () => {
    const rows = [
      { Company: 'Acme', ...owner },
      { Company: 'Beta', 'Owner email': people.ana.email },
      { Company: 'Gamma', 'Owner email': 'nobody' },
    ];
    const compared = await compareNamed(people.ana, rows);
    expect(compared.map(({ kind, outcome }) => [kind, outcome.ownerId, outcome.notes])).toEqual([
      ['new', undefined, [FOREIGN]],
      ['new', undefined, undefined],
      ['new', undefined, [FOREIGN]],
    ]);
    const { only } = await exportDeal(people.ana);
    expect(await only(owner)).toMatchObject({ kind: 'unchanged', outcome: { notes: [FOREIGN] } });
  });

  test('staff name an owner by email, and unknown ones are skipped', async () => {
    const compared = await compareNamed(people.tomas, [
      { Company: 'Acme', ...owner },
      { Company: 'Beta', 'Owner email': 'nobody@demo.example' },
      { Company: 'Gamma', 'Owner email': people.pia.email },
      { Company: 'Delta', 'Owner email': 'Ben' },
    ]);
    expect(compared[0]).toMatchObject({ kind: 'new', outcome: { ownerId: people.ben.id } });
    expect(compared.slice(1).map(({ outcome }) => outcome.skippedCells?.[0]?.reason)).toEqual([
      NOT_AN_OWNER,
      NOT_AN_OWNER,
      NOT_AN_OWNER,
    ]);
  });

  test.each<ImportCell>([
    'Ben Berg <ben@demo.example>',
    'mailto:BEN@demo.example',
    { text: 'Ben', link: 'mailto:ben@demo.example' },
  ])('an owner is found by the address in %j', async (cell) => {
    const rows = [
      { Company: 'Acme', 'Owner email': cell },
      { Company: 'Birch', 'Owner email': people.ana.email },
    ];
    const [row] = await compareNamed(people.tomas, rows);
    expect(row!.outcome).toMatchObject({ ownerId: people.ben.id });
    expect(row!.outcome.skippedCells).toBeUndefined();
  });

  test('the owner of an exported row is compared three ways', async () => {
    const { id, only } = await exportDeal(people.ana);
    const edited = await only(owner, people.tomas);
    expect(edited).toMatchObject({ kind: 'changed', outcome: { ownerId: people.ben.id } });
    expect(edited.outcome.fields).toEqual([
      { field: 'owner', from: 'ana@demo.example', to: 'ben@demo.example' },
    ]);
    await transferDeal(people.tomas, id, people.chiara.email);
    const untouched = await only({ 'Owner email': people.ana.email }, people.tomas);
    expect(untouched.kind).toBe('unchanged');
    const both = await only(owner, people.tomas);
    expect(both.outcome.fields).toEqual([
      {
        field: 'owner',
        from: 'chiara@demo.example',
        to: 'ben@demo.example',
        base: 'ana@demo.example',
        isConflict: true,
      },
    ]);
    const emptied = await only({ 'Owner email': '' }, people.tomas);
    expect(emptied).toMatchObject({
      kind: 'unchanged',
      outcome: { notes: ['The empty owner is ignored because every deal has an owner'] },
    });
  });
});

describe('columns that are appended to the comments (rules 16.28 and 16.102)', () => {
  test.each([
    ['Employees: 12', '1', 'Employees: 12\nEmployees: 1'],
    ['Not Employees: 1', '1', 'Not Employees: 1\nEmployees: 1'],
    ['First\r\nEmployees: 1\r\nLast', '1', undefined],
    ['Employees: 1\n2', '1\n2', undefined],
    ['Employees: 1\n20', '1\n2', 'Employees: 1\n20\nEmployees: 1\n2'],
  ])('to %j the value %j is added unless it is a line', async (comments, value, expected) => {
    await addDeal(people.ana, { companyName: 'Acme', comments });
    const rows = [
      ['Company', 'Employees'],
      ['Acme', value],
    ];
    const targets = ['companyName', 'append'];
    const id = await addImport(people.ana, [{ name: 'Deals', rows }], null, { targets });
    const [row] = await compareAll(people.ana, id);
    expect(row!.outcome.fields.find(({ field }) => field === 'comments')?.to).toBe(expected);
  });
});
