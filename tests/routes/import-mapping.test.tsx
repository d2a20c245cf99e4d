import { beforeEach, describe, expect, test } from 'vitest';
import { startImport } from '~/domain/import/upload/start.server';
import * as mapping from '~/routes/import_.$id/route';
import { call, createCastForAll } from '../support/cast';
import {
  addImportInMapping,
  COMPANIES_SHEET,
  deleteDealsAndImports,
  findImport,
  listImportRows,
} from '../support/import-previews';
import { findTags, listSentFields, readText, renderScreen } from '../support/render-screen';

const people = createCastForAll();
beforeEach(deleteDealsAndImports);

const at = (id: number, as = people.ana) => ({ as, params: { id: String(id) } });

describe('the sheets of an export (rules 18.16, 25.6, 25.15 and 32.8)', () => {
  test.each([
    ['Notes', 'Company name, Date, Author, Note, Edited'],
    ['Contacts', 'Company name, Contact, Role, Email, Phone, Link, Note'],
    ['Tasks', 'Company name, Task, Person, Day, Time, Done'],
    ['Files', 'Company name, File, Bytes, Type, Added by, SHA-256'],
    ['Scorecards', 'Company name, Round opened, Evaluator, Submitted, Market size'],
    ['Votes', 'Company name, Round opened, Evaluator, Vote, Reason'],
  ])('the %s of an export are not offered for import', async (name, columns) => {
    const headers = columns.split(', ');
    const sheet = { name, holds: 'ignored', headerRow: 1, headers, rows: 0 } as const;
    const none = { samples: headers.map(() => []), targets: headers.map(() => null) };
    const id = await addImportInMapping(people.ana, [COMPANIES_SHEET, { ...sheet, ...none }]);
    const html = await renderScreen(mapping, `/import/${id}`, at(id));
    expect(readText(html)).toContain(
      `|${name}|${name} are not imported: the deals keep the ${name.toLowerCase()} they have.|`,
    );
    expect(html).toContain('type="hidden" name="holds-1" value="ignored"');
  });
});

describe('the mapping (rules 16.45, 16.46, 16.93, 16.97 and 16.101)', () => {
  test('the mapping shows sheets, sample values and guessed fields', async () => {
    const id = await addImportInMapping(people.ana);
    const html = await renderScreen(mapping, `/import/${id}`, at(id));
    const text = readText(html);
    expect(text).toContain('|Companies|Column names in row 3, 3 rows below|');
    expect(text).toContain('|A|Startup|Acme · Borel · Cask|Ignore|');
    expect(Object.fromEntries(listSentFields(html, 'holds-0'))).toMatchObject({
      'holds-0': 'deals',
      'target-0-0': 'companyName',
      'target-0-1': 'targetFundingSize',
      'target-0-3': '',
    });
  });

  test.each([
    [{ 'target-0-3': 'targetFundingSize' }, /'Raise' is already used for Target funding size/],
    [{ 'target-0-0': '' }, /Choose the column with the company name/],
    [{ 'holds-0': 'ignored' }, /Nothing would be imported/],
  ])('the choice %j is an error and other choices stay', async (change, message) => {
    const id = await addImportInMapping(people.ana);
    const form = { ...(await readForm(id)), 'target-0-2': '', ...change };
    const path = `/import/${id}`;
    expect((await call(mapping, 'POST', path, { ...at(id), form })).status).toBe(400);
    const html = await renderScreen(mapping, path, { ...at(id), form });
    expect(readText(html)).toMatch(message);
    expect(
      findTags(html, 'select').filter((one) => one.includes('aria-invalid="true"')),
    ).toHaveLength(1);
    expect(Object.fromEntries(listSentFields(html, 'holds-0'))).toMatchObject(
      'holds-0' in change ? { 'holds-0': 'ignored' } : { 'target-0-2': '', ...change },
    );
    expect((await findImport(id)).state).toBe('columns');
  });

  test('choosing another sheet shows its columns', async () => {
    const headers = ['Company name', 'Market size', 'Reference'];
    const targets = ['companyName', null, 'reference'];
    const id = await addImportInMapping(
      people.ana,
      [{ ...COMPANIES_SHEET, headers, targets, samples: [[], [], []] }],
      [],
    );
    const form = { ...(await readForm(id)), 'holds-0': 'evaluations' };
    const html = await renderScreen(mapping, `/import/${id}`, { ...at(id), form });
    expect(readText(html)).toContain('|Please check the columns again, then continue.|');
    expect(Object.fromEntries(listSentFields(html, 'holds-0'))).toMatchObject({
      'shown-0': 'evaluations',
      'target-0-1': 'marketSize',
    });
  });

  test('choosing "Nothing to import" stays at the mapping', async () => {
    const id = await addImportInMapping(people.ana);
    const form = { ...(await readForm(id)), 'holds-1': 'ignored', do: 'look' };
    const answer = await call(mapping, 'POST', `/import/${id}`, { ...at(id), form });
    expect([answer.status, (await findImport(id)).state]).toEqual([200, 'columns']);
  });

  test('choosing an encoding reads the text again', async () => {
    const bytes = Buffer.from('Company,CEO\nZo\x91 Ltd,Andr\x8e\n', 'latin1');
    const { id, read } = await startImport(people.ana, { name: 'deals.csv', bytes });
    await read;
    const before = await renderScreen(mapping, `/import/${id}`, at(id));
    expect(readText(before)).toContain('Encoding');
    const form = { do: 'read', encoding: 'macintosh', separator: 'comma' };
    const answer = await call(mapping, 'POST', `/import/${id}`, { ...at(id), form });
    expect(answer.status).toBe(302);
    await expect
      .poll(async () => (await findImport(id)).state, { timeout: 50_000 })
      .toBe('columns');
    const after = readText(await renderScreen(mapping, `/import/${id}`, at(id)));
    expect(after).toContain('Company: Zoë Ltd · CEO: André');
  });

  test('a text unreadable in the chosen encoding keeps its columns', async () => {
    const bytes = Buffer.from('Company;CEO\nAcme;5" of, "rain\n');
    const { id, read } = await startImport(people.ana, { name: 'deals.csv', bytes });
    await read;
    const form = { do: 'read', encoding: 'utf-16le', separator: 'comma' };
    const answer = await call(mapping, 'POST', `/import/${id}`, { ...at(id), form });
    expect([answer.status, (await findImport(id)).state]).toEqual([400, 'columns']);
  });

  test('a wrong name of a new field is marked at the name', async () => {
    const cells = 'Company\tPartner note\nAcme\tIda\n';
    const { id, read } = await startImport(people.maren, { cells });
    await read;
    const chosen = { 'holds-0': 'deals', 'shown-0': 'deals', 'target-0-0': 'companyName' };
    const form = { ...chosen, 'target-0-1': 'keep', 'name-0-1': ' ' };
    const html = await renderScreen(mapping, `/import/${id}`, { ...at(id, people.maren), form });
    const invalid = [...findTags(html, 'select'), ...findTags(html, 'input')].filter((tag) =>
      tag.includes('aria-invalid'),
    );
    expect(invalid).toEqual([expect.stringContaining('name="name-0-1"')]);
    expect(invalid[0]).toContain('aria-describedby="target-0-1-error"');
    expect(readText(html)).toContain('|Please enter a name|');
  });

  test('currency and unit of bare amounts can be changed', async () => {
    const { id, read } = await startImport(people.ana, {
      cells: 'Company\tAmount (USD m)\nAcme\t5\n',
    });
    await read;
    const shown = await readForm(id);
    expect(shown).toMatchObject({ 'currency-0-1': 'USD', 'factor-0-1': '1000000' });
    const form = { ...shown, 'currency-0-1': 'EUR', 'factor-0-1': '1000' };
    await call(mapping, 'POST', `/import/${id}`, { ...at(id), form });
    await expect
      .poll(async () => (await findImport(id)).state, { timeout: 50_000 })
      .toBe('preview');
    const rows = await listImportRows(id);
    expect(rows[0]!.outcome!.values.targetFundingSize).toBe('EUR 5k');
  });

  test.each([
    [',', 'EUR 1200k'],
    ['.', 'EUR 1.2k'],
  ])('1.200 is read with the chosen separator %j', async (separator, amount) => {
    const { id, read } = await startImport(people.ana, {
      cells: 'Company\tAmount (TEUR)\nAcme\t1.200\n',
    });
    await read;
    const form = { ...(await readForm(id)), 'decimals-0-1': separator };
    await call(mapping, 'POST', `/import/${id}`, { ...at(id), form });
    await expect
      .poll(async () => (await findImport(id)).state, { timeout: 50_000 })
      .toBe('preview');
    const [row] = await listImportRows(id);
    expect(row!.outcome!.values.targetFundingSize).toBe(amount);
    const again = await renderScreen(mapping, `/import/${id}?columns`, at(id));
    expect(listSentFields(again, 'holds-0')).toContainEqual(['decimals-0-1', separator]);
  });

  test('1.200 is not asked for where its column decides', async () => {
    const { id, read } = await startImport(people.ana, {
      cells: 'Company\tAmount (TEUR)\nAcme\t1.200\nBirch\t2,5\n',
    });
    await read;
    expect(await readForm(id)).not.toHaveProperty('decimals-0-1');
  });

  async function readForm(id: number): Promise<Record<string, string>> {
    return Object.fromEntries(
      listSentFields(await renderScreen(mapping, `/import/${id}`, at(id)), 'holds-0'),
    );
  }
});
