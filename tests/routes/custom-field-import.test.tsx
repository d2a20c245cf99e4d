import { beforeEach, describe, expect, test } from 'vitest';
import { addCustomField } from '~/domain/custom-field/create.server';
import { listCustomFields } from '~/domain/custom-field/list.server';
import { NewCustomField } from '~/domain/custom-field/schema';
import { updateCustomField } from '~/domain/custom-field/update.server';
import { getDeal } from '~/domain/deal/get.server';
import { applyImport } from '~/domain/import/apply/apply.server';
import { chooseRows } from '~/domain/import/preview/choose.server';
import { startComparison } from '~/domain/import/preview/start.server';
import { getImport } from '~/domain/import/record/get.server';
import { startImport } from '~/domain/import/upload/start.server';
import { parseInput } from '~/errors';
import * as oneImport from '~/routes/api.imports_.$id';
import * as dealsApi from '~/routes/api.pipelines';
import * as exportRoute from '~/routes/api.pipelines_.export';
import * as importRoute from '~/routes/api.pipelines_.import';
import * as columnsPage from '~/routes/import_.$id/route';
import * as previewPage from '~/routes/import_.$id_.preview/route';
import * as resultPage from '~/routes/import_.$id_.result/route';
import { call, type CastMember, createCastForEach } from '../support/cast';
import { addDeal } from '../support/deals';
import { listSentFields, readText, renderScreen } from '../support/render-screen';
import { readToast } from '../support/toast';
import { readWorkbook } from '../support/workbook';

const people = createCastForEach();
const FIELDS = [
  { name: 'Source', kind: 'text' },
  { name: 'Ticket size', kind: 'money' },
  { name: 'Heads', kind: 'number' },
  { name: 'Met', kind: 'day' },
  { name: 'Fit', kind: 'choice', options: ['Good', 'Bad'] },
  { name: 'Places', kind: 'choices', options: ['North', 'South, far', 'West'] },
  { name: 'Led', kind: 'yesNo' },
  { name: 'Scout', kind: 'person' },
  { name: 'Memo', kind: 'longText' },
  { name: 'Page', kind: 'link' },
];
const filled = () => ({
  source: '=Warm',
  ticketSize: { amount: 1_234_567.89, currency: 'EUR' },
  heads: 1.25,
  met: '2027-02-28',
  fit: 'Good',
  places: ['South, far', 'North'],
  led: false,
  scout: people.ben.id,
  memo: 'One\nTwo',
  page: 'https://acme.example/a',
});
const BARE = { required: false, options: [] };

async function define() {
  for (const field of FIELDS) await addCustomField(people.maren, parseInput(NewCustomField, field));
}

async function send(file: string | File, query = '', as: CastMember = people.ana) {
  const sent = typeof file === 'string' ? new File([file], 'deals.csv') : file;
  const answer = await call(importRoute, 'POST', `/api/pipelines/import${query}`, {
    as,
    file: sent,
  });
  return { status: answer.status, json: (await answer.json()) as Record<string, unknown> };
}
async function exported() {
  const answer = await call(exportRoute, 'GET', '/api/pipelines/export', { as: people.ana });
  return new File([await answer.arrayBuffer()], 'export.xlsx');
}
async function deals(
  as: CastMember = people.ana,
): Promise<{ id: number; companyName: string; targetFundingSize: string; fields: object }[]> {
  const answer = await call(dealsApi, 'GET', '/api/pipelines', { as });
  return (await answer.json()) as Awaited<ReturnType<typeof deals>>;
}

describe('an import of custom fields (rules 16.31, 16.90 and 24.13)', () => {
  test('importing an export with custom fields changes nothing', async () => {
    await define();
    await addDeal(people.ana, { companyName: 'Full', fields: filled() });
    await addDeal(people.ana, { companyName: 'Empty' });
    await updateCustomField(people.maren, 'fit', { options: ['Bad'] });
    const { json } = await send(await exported());
    expect(json).toMatchObject({ created: 0, updated: 0, unchanged: 2, errors: 0 });
    expect((await deals()).map(({ fields }) => fields)).toEqual([{}, filled()]);
  });

  test('an import reads custom values of each kind, undo reverts', async () => {
    await define();
    const csv = [
      'Company,Source,Ticket size,Heads,Met,Fit,Places,Led,Scout,Page',
      `Acme,Fair,$5M,"1,200",2026-05-04,good,"north; West",yes,${people.ben.email},https://a.example`,
      'Birch,,n/a,-,,,,,,',
    ].join('\n');
    const { json } = await send(csv);
    expect(json).toMatchObject({ created: 2 });
    const [, acme] = await deals();
    expect(acme!.fields).toEqual({
      source: 'Fair',
      ticketSize: { amount: 5_000_000, currency: 'USD' },
      heads: 1200,
      met: '2026-05-04',
      fit: 'Good',
      places: ['North', 'West'],
      led: true,
      scout: people.ben.id,
      page: 'https://a.example',
    });
    const again = await send('Company,Source,Heads\nAcme,Web,1200\n');
    expect(again.json).toMatchObject({ created: 0, updated: 0, errors: 0 });
    expect((await getDeal(people.ana, acme!.id)).fields).toMatchObject({ source: 'Fair' });
    const written = await send('Company,Memo\nAcme,New\n', '?onDuplicate=fill');
    expect((await getDeal(people.ana, acme!.id)).fields).toMatchObject({ memo: 'New' });
    const at = { as: people.ana, params: { id: String(written.json.id) } };
    await call(oneImport, 'DELETE', `/api/imports/${String(written.json.id)}`, at);
    expect((await getDeal(people.ana, acme!.id)).fields).not.toHaveProperty('memo');
  });

  test('an amount takes the currency of its own column', async () => {
    await define();
    const csv =
      'Company,Ticket size,Ticket size currency,Amount,Currency\nAcme,20,USD,5,EUR\nBirch,20,,5,EUR\n';
    expect((await send(csv, '?onCell=skip')).json).toMatchObject({ created: 2 });
    const amounts = (await deals()).map(({ companyName, fields, targetFundingSize }) => [
      companyName,
      fields,
      targetFundingSize,
    ]);
    expect(amounts.sort()).toEqual([
      ['Acme', { ticketSize: { amount: 20, currency: 'USD' } }, 'EUR 5'],
      ['Birch', {}, 'EUR 5'],
    ]);
  });

  test('yes and no are read as spreadsheets write them', async () => {
    await define();
    const written = {
      WAHR: true,
      '✔': true,
      '☑️': true,
      si: true,
      FALSCH: false,
      '☐': false,
      '✘': false,
    };
    const rows = Object.keys(written).map((text, row) => `Company ${row},${text}\n`);
    expect((await send(`Company,Led\n${rows.join('')}`)).json).toMatchObject({ created: 7 });
    const stored = (await deals()).map(({ companyName, fields }) => [companyName, fields]);
    expect(Object.fromEntries(stored)).toEqual(
      Object.fromEntries(Object.values(written).map((led, row) => [`Company ${row}`, { led }])),
    );
  });

  test('a person is found by an address that stands with a name', async () => {
    await define();
    await send(`Company,Scout\nAcme,Ben <${people.ben.email.toUpperCase()}>\n`);
    expect((await deals())[0]!.fields).toEqual({ scout: people.ben.id });
  });

  test.each([
    ['Growth', 'Growth (%)'],
    ['Growth (%)', 'Growth'],
    ['C++', 'C'],
    ['R&D', 'RD'],
    ['💰', '💡'],
    ['Score %', 'Score.'],
  ])('an export keeps the fields %j and %j apart', async (...names) => {
    for (const name of names) await addCustomField(people.maren, { name, kind: 'number', ...BARE });
    const [first, second] = (await listCustomFields()).map(({ key }) => key);
    const id = await addDeal(people.ana, { fields: { [first!]: 1, [second!]: 2 } });
    expect((await send(await exported())).json).toMatchObject({ updated: 0, unchanged: 1 });
    await send(`Company,${names.join(',')}\nAcme,3,4\n`, '?onDuplicate=update');
    expect((await getDeal(people.ana, id)).fields).toEqual({ [first!]: 3, [second!]: 4 });
  });

  test('a column like two fields is imported into neither', async () => {
    for (const name of ['Growth', 'Growth (%)'])
      await addCustomField(people.maren, { name, kind: 'number', ...BARE });
    const id = await addDeal(people.ana);
    await send('Company,growth %,Comments\nAcme,3,New\n', '?onDuplicate=update');
    expect((await getDeal(people.ana, id)).fields).toEqual({});
  });

  // The file has 1 for the format '0', and 0 for the general one.
  test.each([
    [12, '1'],
    [123456789012, '1'],
    [-12.345, '0.000'],
    [1e-9, '0'],
  ])('the number %j is exported with the format %j', async (heads, format) => {
    await define();
    await addDeal(people.ana, { fields: { heads } });
    const workbook = readWorkbook(new Uint8Array(await (await exported()).arrayBuffer()));
    const cells = workbook.Deals!.flatMap((row) => Object.values(row));
    const cell = cells.find(({ type, value }) => type === 'number' && Number(value) === heads);
    expect(cell?.format).toBe(format);
  });

  test('long texts and many choices are imported whole', async () => {
    const options = Array.from({ length: 100 }, (_, n) => `${n} ${'x'.repeat(90)}`);
    await addCustomField(people.maren, { name: 'Memo', kind: 'longText', ...BARE });
    await addCustomField(people.maren, {
      name: 'Places',
      kind: 'choices',
      required: false,
      options,
    });
    const memo = 'm'.repeat(10_000);
    await send(`Company,Memo,Places\nAcme,${memo},"${options.join(', ')}"\n`);
    expect((await deals())[0]?.fields).toEqual({ memo, places: options });
  });

  test('a cell that is invalid for its kind is a row error', async () => {
    await define();
    const wrong = {
      Heads: ['many', 'is not a number'],
      'Ticket size': ['5 to 7', 'is not an amount with its currency, such as USD 5M'],
      Met: ['soon', 'is not a valid date'],
      Fit: ['Great', 'is not one of the choices'],
      Led: ['perhaps', 'is neither yes nor no'],
      Scout: ['Nobody', 'is not the email of anyone who can log in'],
      Page: ['acme', 'is not an address that begins with https://'],
    };
    const cells = Object.values(wrong).map(([cell]) => cell);
    const { status, json } = await send(`Company,${Object.keys(wrong)}\nAcme,${cells}\n`);
    expect(status).toBe(400);
    const messages = (json.errors as { message: string }[]).map(({ message }) => message);
    expect(messages).toEqual(Object.values(wrong).map(([cell, why]) => `'${cell}' ${why}`));
    expect(await deals()).toEqual([]);
  });

  test('a meaningless option is skipped, named and replaceable', async () => {
    await define();
    const csv = 'Company,Heads,Ticket size,Met,Source\nNew,n/a,unbekannt,tbd,tbd\n';
    const { json } = await send(csv, '?dryRun=true');
    expect(json.checks).toMatchObject([
      { text: 'n/a', to: null },
      { text: 'unbekannt', to: null },
      { text: 'tbd', to: null },
    ]);
    const bytes = new TextEncoder().encode(csv);
    const { id, read } = await startImport(people.ana, { name: 'deals.csv', bytes });
    await read;
    const stored = { as: people.ana, params: { id: String(id) } };
    const { sheets } = await getImport(people.ana, id);
    await (
      await startComparison(people.ana, id, { sheets, dayFirst: null })
    ).compared;
    const path = `/import/${id}/preview`;
    const html = await renderScreen(previewPage, path, stored);
    expect(readText(html)).toContain('Heads:|n/a|');
    const form = Object.fromEntries(listSentFields(html, 'choice-1'));
    const names = Object.keys(form).filter((name) => name.startsWith('check-'));
    expect(names).toHaveLength(3);
    const choose = async (chosen: string[], more = {}) => {
      const checks = Object.fromEntries(names.map((name, i) => [name, chosen[i]!]));
      const sent = { ...stored, form: { ...form, ...checks, ...more } };
      return (await call(previewPage, 'POST', path, sent)).status;
    };
    expect(await choose(['many', '', ''])).toBe(400);
    await choose(['12', 'EUR 2M', '2027-03-01']);
    expect(
      Object.fromEntries(listSentFields(await renderScreen(previewPage, path, stored), 'choice-1')),
    ).toMatchObject(
      Object.fromEntries(names.map((name, i) => [name, ['12', 'EUR 2,000,000', '2027-03-01'][i]])),
    );
    await choose(['12', 'EUR 2,000,000', '2027-03-01'], { do: 'import' });
    expect(await deals()).toMatchObject([
      {
        companyName: 'New',
        fields: {
          heads: 12,
          ticketSize: { amount: 2_000_000, currency: 'EUR' },
          met: '2027-03-01',
          source: 'tbd',
        },
      },
    ]);
  });

  test('a missing required custom field is an error on new deals', async () => {
    await define();
    await addDeal(people.ana, { companyName: 'Known' });
    await updateCustomField(people.maren, 'source', { required: true });
    const { status, json } = await send('Company,Heads\nNew,5\n');
    expect([status, JSON.stringify(json.errors)]).toEqual([
      400,
      expect.stringContaining('new deals need Source'),
    ]);
    expect((await send('Company,Heads\nKnown,5\n')).json).toMatchObject({ updated: 1 });
  });
});

describe('required custom fields of deals that are created (rules 16.106 and 24.13)', () => {
  const CSV = 'Company,Heads\nKnown,5\n';
  async function compareCsv(csv: string) {
    const bytes = new TextEncoder().encode(csv);
    const { id, read } = await startImport(people.ana, { name: 'deals.csv', bytes });
    await read;
    const { sheets } = await getImport(people.ana, id);
    const { compared } = await startComparison(people.ana, id, { sheets, dayFirst: null });
    await compared;
    return id;
  }
  beforeEach(async () => {
    await define();
    await addDeal(people.ana, { companyName: 'Known' });
  });
  const requireSource = () => updateCustomField(people.maren, 'source', { required: true });

  test('onDuplicate=create refuses rows without a required field', async () => {
    await requireSource();
    const { status, json } = await send(CSV, '?onDuplicate=create');
    expect([status, JSON.stringify(json.errors)]).toEqual([
      400,
      expect.stringContaining('new deals need Source'),
    ]);
    const skipped = await send(CSV, '?onDuplicate=create&onError=skip');
    expect(skipped.json).toMatchObject({ created: 0, errors: 1 });
    const whole = await send('Company,Source\nKnown,Web\n', '?onDuplicate=create');
    expect(whole.json).toMatchObject({ created: 1 });
  });

  test('the preview does not create another deal without it', async () => {
    await requireSource();
    const id = await compareCsv(CSV);
    const at = { as: people.ana, params: { id: String(id) } };
    const text = readText(await renderScreen(previewPage, `/import/${id}/preview`, at));
    expect(text).not.toContain('|Create another|');
    const rows = [{ n: 1, choice: 'create' as const }];
    for (const choices of [
      { rows, fields: [], checks: [] },
      { kind: 'duplicate', choice: 'create' } as const,
    ])
      await expect(chooseRows(people.ana, id, choices)).rejects.toMatchObject({
        status: 400,
        message: expect.stringContaining('new deals need Source') as string,
      });
  });

  test('a field that is required since the preview stops the import', async () => {
    const id = await compareCsv('Company,Heads\nNew,5\n');
    await requireSource();
    await expect(applyImport(people.ana, id)).rejects.toMatchObject({ status: 409 });
    expect(await deals()).toHaveLength(1);
  });
});

describe('ambiguous days of several columns (rules 16.27 and 16.47)', () => {
  const OPEN = 'Company,Closing date,Met\nAcme,3/4/2026,5/6/2026\n';

  test('each column of days is read in its own order', async () => {
    await define();
    const csv = [
      'Company,Closing date,Met,Next Meeting On',
      'Acme,3/4/2027,3/4/2027,3/4/2027',
      'Birch,25/12/2027,12/25/2027,12/25/2027',
    ].join('\n');
    expect((await send(csv)).status).toBe(201);
    expect((await deals()).find(({ companyName }) => companyName === 'Acme')).toMatchObject({
      targetClosingDate: '2027-04-03',
      nextMeetingOn: '2027-03-04',
      fields: { met: '2027-03-04' },
    });
  });

  test('dayFirst decides only columns that are not settled', async () => {
    await define();
    const csv = 'Company,Closing date,Met\nAcme,3/4/2026,3/4/2026\nBirch,,12/25/2026\n';
    expect((await send(csv)).json.message).toContain('3/4/2026 begins with the day');
    await send(csv, '?dayFirst=true');
    expect((await deals()).find(({ companyName }) => companyName === 'Acme')).toMatchObject({
      targetClosingDate: '2026-04-03',
      fields: { met: '2026-03-04' },
    });
  });

  test('the order of every ambiguous column is asked for', async () => {
    await define();
    expect((await send(OPEN)).json.message).toContain('3/4/2026 and 5/6/2026 begin with the day');
    expect((await send('Company,Met\nAcme,5/6/2026\n')).status).toBe(400);
    const { id, read } = await startImport(people.ana, {
      name: 'deals.csv',
      bytes: new TextEncoder().encode(OPEN),
    });
    await read;
    const at = { as: people.ana, params: { id: String(id) } };
    const text = readText(await renderScreen(columnsPage, `/import/${id}`, at));
    expect(text).toContain('Closing date (3/4/2026) and Met (5/6/2026)');
  });
});

describe('a column that no field takes (rules 16.67, 16.101 and 24.14)', () => {
  const CSV = [
    'Company,Board,Seen on,Worth,Web,Why,Ref no,Round',
    'Acme,✔,2026-01-02,USD 5M,https://a.example,Because,7,Seed',
    'Birch,no,,n/a,,,8.5,A',
  ].join('\n');
  async function staged(as: CastMember) {
    const bytes = new Uint8Array(await new File([CSV], 'deals.csv').arrayBuffer());
    const { id, read } = await startImport(as, { name: 'deals.csv', bytes });
    await read;
    return { id, at: { as, params: { id: String(id) } }, path: `/import/${id}` };
  }
  const form = (targets: string[]) => ({
    'holds-0': 'deals',
    'shown-0': 'deals',
    ...Object.fromEntries(targets.map((target, i) => [`target-0-${i}`, target])),
  });
  const NONE = Array<null>(5).fill(null);
  const KEEP = ['companyName', ...Array<string>(6).fill('keep'), 'fundingRound'];

  test('staff turn a column into a custom field of its kind', async () => {
    const { id, at, path } = await staged(people.tomas);
    expect(readText(await renderScreen(columnsPage, path, at))).toContain('Keep as a new field');
    const answer = await call(columnsPage, 'POST', path, { ...at, form: form(KEEP) });
    expect(answer.status).toBe(302);
    const step = async () => (await call(previewPage, 'GET', `${path}/preview`, at)).status;
    await expect.poll(step, { timeout: 50_000 }).toBe(200);
    const preview = readText(await renderScreen(previewPage, `/import/${id}/preview`, at));
    expect(preview).toContain('USD 5,000,000');
    expect(preview).toContain('Seen on');
    expect(await listCustomFields()).toEqual([]);
    await applyImport(people.tomas, id);
    const fields = (await listCustomFields()).map(({ name, kind }) => `${name}: ${kind}`);
    expect(fields.join(', ')).toBe(
      'Board: yesNo, Seen on: day, Worth: money, Web: link, Why: text, Ref no: number',
    );
    const worth = { amount: 5_000_000, currency: 'USD' };
    const stored = await deals(people.tomas);
    expect(stored.map(({ fields }) => fields)).toContainEqual(
      expect.objectContaining({ worth, why: 'Because' }),
    );
  });

  test('an undo names the new fields that stay', async () => {
    const { id, at } = await staged(people.tomas);
    const { sheets } = await getImport(people.tomas, id);
    const chosen = [{ ...sheets[0]!, targets: ['companyName', 'keep', 'keep', ...NONE] }];
    const options = { sheets: chosen, dayFirst: null };
    await (
      await startComparison(people.tomas, id, options)
    ).compared;
    await applyImport(people.tomas, id);
    const answer = await call(resultPage, 'POST', `/import/${id}/result`, at);
    expect((await readToast(answer))?.text).toBe('2 deals deleted, 0 reverted, 2 new fields kept');
    expect(readText(await renderScreen(resultPage, `/import/${id}/result`, at))).toContain(
      'Kept: 2 new fields (Board and Seen on), as deals in the trash may have values for them.',
    );
  });

  test('a refused import creates no custom field', async () => {
    const { id } = await staged(people.tomas);
    const { sheets } = await getImport(people.tomas, id);
    const chosen = [{ ...sheets[0]!, targets: KEEP }];
    await (
      await startComparison(people.tomas, id, { sheets: chosen, dayFirst: null })
    ).compared;
    await addDeal(people.tomas, { companyName: 'Acme' });
    await expect(applyImport(people.tomas, id)).rejects.toMatchObject({ status: 409 });
    expect(await listCustomFields()).toEqual([]);
  });

  test('a new custom field can be renamed if its name is taken', async () => {
    const { at, path } = await staged(people.tomas);
    const targets = ['companyName', '', '', '', '', '', '', 'keep'];
    const named = (name: string) => ({ ...form(targets), 'name-0-7': name });
    const refused = await renderScreen(columnsPage, path, { ...at, form: named('Stage') });
    expect(readText(refused)).toContain('A standard field already has this name.');
    expect(refused).toContain('name="name-0-7"');
    const answer = await call(columnsPage, 'POST', path, { ...at, form: named('Their stage') });
    expect(answer.status).toBe(302);
  });

  test('only staff can turn a column into a custom field', async () => {
    const { at, path } = await staged(people.ana);
    expect(readText(await renderScreen(columnsPage, path, at))).not.toContain(
      'Keep as a new field',
    );
    const answer = await call(columnsPage, 'POST', path, { ...at, form: form(KEEP) });
    expect(answer.status).toBe(400);
    expect(await listCustomFields()).toEqual([]);
  });

  test('the name of an archived field refuses the whole mapping', async () => {
    await addCustomField(people.maren, parseInput(NewCustomField, { name: 'Worth', kind: 'text' }));
    await updateCustomField(people.maren, 'worth', { archived: true });
    const { at, path } = await staged(people.maren);
    const answer = await call(columnsPage, 'POST', path, { ...at, form: form(KEEP) });
    expect(answer.status).toBe(400);
    expect(await listCustomFields()).toHaveLength(1);
  });

  test.each(['field-none', 'field-constructor', 'field-__proto__'])(
    'the unknown field %s cannot be chosen',
    async (target) => {
      const { at, path } = await staged(people.maren);
      const targets = ['companyName', target];
      const answer = await call(columnsPage, 'POST', path, { ...at, form: form(targets) });
      expect([302, 400]).toContain(answer.status);
      expect(await listCustomFields()).toEqual([]);
    },
  );
});
