import { beforeEach, describe, expect, test, vi } from 'vitest';
import { listCellValues } from '~/domain/custom-field/cell-values.server';
import { addCustomField } from '~/domain/custom-field/create.server';
import { listActiveCustomFields } from '~/domain/custom-field/list.server';
import { NewCustomField } from '~/domain/custom-field/schema';
import { updateCustomField } from '~/domain/custom-field/update.server';
import { searchDeals } from '~/domain/deal/search.server';
import { updateDeal } from '~/domain/deal/update.server';
import { findLatestChangeId } from '~/domain/history/field-changes.server';
import { setUserDisabled } from '~/domain/operations/disable-user.server';
import { undoOwnOperation } from '~/domain/operations/undo/undo.server';
import { listDealHistory } from '~/domain/timeline/deal-history.server';
import { restoreField } from '~/domain/timeline/restore.server';
import { parseInput } from '~/errors';
import * as dealsApi from '~/routes/api.pipelines';
import * as dealApi from '~/routes/api.pipelines_.$id';
import * as dealPage from '~/routes/pipeline.$id._index/route';
import * as editPage from '~/routes/pipeline.$id.edit/route';
import * as historyPage from '~/routes/pipeline.$id.history/route';
import * as newPage from '~/routes/pipeline.new/route';
import { formatCells } from '~/ui/deal-list/custom-field-cells.server';
import { call, type CastMember, createCastForEach } from '../support/cast';
import { addDeal, getStoredDeal } from '../support/deals';
import { listSentFields, readText, renderScreen } from '../support/render-screen';

const people = createCastForEach();
let id: number;

/** Every kind, each named after itself. */
const KINDS = [
  { name: 'Text', kind: 'text' },
  { name: 'Long text', kind: 'longText' },
  { name: 'Number', kind: 'number' },
  { name: 'Money', kind: 'money' },
  { name: 'Day', kind: 'day' },
  { name: 'Choice', kind: 'choice', options: ['Red', 'Blue'] },
  { name: 'Choices', kind: 'choices', options: ['North', 'South', 'West'] },
  { name: 'Yes no', kind: 'yesNo' },
  { name: 'Link', kind: 'link' },
  { name: 'Person', kind: 'person' },
];
const filled = () => ({
  text: 'Warm intro',
  longText: 'One\nTwo',
  number: 1234.5,
  money: { amount: 5_000_000, currency: 'EUR' },
  day: '2027-02-28',
  choice: 'Red',
  choices: ['South', 'North'],
  yesNo: false,
  link: 'https://acme.example/a?b=c',
  person: people.ben.id,
});

beforeEach(async () => {
  for (const field of KINDS) await addCustomField(people.maren, parseInput(NewCustomField, field));
  id = await addDeal(people.ana, { companyName: 'Gantrywell' });
});

const at = (params = { id: String(id) }) => ({ params });
const put = (json: unknown, as: CastMember = people.ana) =>
  call(dealApi, 'PUT', `/api/pipelines/${id}`, { as, ...at(), json });
const post = (json: unknown) => call(dealsApi, 'POST', '/api/pipelines', { as: people.ana, json });
async function stored(as: CastMember = people.ana) {
  const answer = await call(dealApi, 'GET', `/api/pipelines/${id}`, { as, ...at() });
  return ((await answer.json()) as { fields: Record<string, unknown> }).fields;
}
async function readError(answer: Response) {
  const { errors } = (await answer.json()) as { errors?: { path: string }[] };
  return [answer.status, errors?.[0]?.path];
}

describe('custom fields in JSON (rule 24.7)', () => {
  test('the API stores and returns custom values of every kind', async () => {
    expect(await stored()).toEqual({});
    const answer = await put({ fields: filled() });
    expect(answer.status).toBe(200);
    expect(((await answer.json()) as { fields: unknown }).fields).toEqual(filled());
    expect(await stored()).toEqual(filled());
    const list = await call(dealsApi, 'GET', '/api/pipelines', { as: people.ana });
    expect(await list.json()).toMatchObject([{ fields: filled() }]);
  });

  test('a PUT changes only the custom keys it has, null clears', async () => {
    await put({ fields: filled() });
    await put({ fields: { text: 'Cold', number: null, choices: [], link: '' } });
    const { number: _, choices: __, link: ___, ...rest } = filled();
    expect(await stored()).toEqual({ ...rest, text: 'Cold' });
    expect((await put({ companyName: 'Other' })).status).toBe(200);
    expect(await stored()).toMatchObject({ text: 'Cold' });
  });

  test.each([
    ['fields', null],
    ['fields', []],
    ['fields', 'text'],
    ['fields.nothing', { nothing: 1 }],
    ['fields.constructor', { constructor: 'x' }],
    ['fields.__proto__', JSON.parse('{"__proto__": {"text": "x"}}')],
    ['fields.text', { text: 5 }],
    ['fields.number', { number: '5' }],
    ['fields.number', { number: '' }],
    ['fields.number', { number: 1e300 }],
    ['fields.money', { money: 5 }],
    ['fields.money', { money: { amount: 5 } }],
    ['fields.money', { money: { amount: 5, currency: 'eur' } }],
    ['fields.money', { money: { amount: 5, currency: 'EUR', note: 'x' } }],
    ['fields.day', { day: '2027-02-29' }],
    ['fields.day', { day: 20270228 }],
    ['fields.choice', { choice: 'Green' }],
    ['fields.choice', { choice: ['Red'] }],
    ['fields.choices', { choices: 'North' }],
    ['fields.choices', { choices: ['North', 'East'] }],
    ['fields.yesNo', { yesNo: 'yes' }],
    ['fields.link', { link: 'javascript:alert(1)' }],
    ['fields.link', { link: 'acme' }],
    ['fields.person', { person: 'nobody' }],
    ['fields.person', { person: true }],
  ])('custom field %s is refused with %j', async (path, fields) => {
    await put({ fields: { text: 'Kept' } });
    expect(await readError(await put({ fields }))).toEqual([400, path]);
    expect(await readError(await post({ companyName: 'New', fields }))).toEqual([400, path]);
    expect(await stored()).toEqual({ text: 'Kept' });
  });

  test.each([
    ['text', 1_001],
    ['longText', 10_001],
  ])('custom field %s is refused with %i characters', async (key, length) => {
    const fields = { [key]: 'x'.repeat(length) };
    await put({ fields: { text: 'Kept' } });
    expect(await readError(await put({ fields }))).toEqual([400, `fields.${key}`]);
    expect(await readError(await post({ companyName: 'New', fields }))).toEqual([
      400,
      `fields.${key}`,
    ]);
    expect(await stored()).toEqual({ text: 'Kept' });
  });

  test('a user who waits for approval is not a valid person', async () => {
    const answer = await put({ fields: { person: people.pia.id } });
    expect(await readError(answer)).toEqual([400, 'fields.person']);
  });

  test('a stored option stays valid after it is withdrawn', async () => {
    await put({ fields: filled() });
    await updateCustomField(people.maren, 'choice', { options: ['Blue'] });
    expect((await put({ fields: { choice: 'Red', text: 'New' } })).status).toBe(200);
    expect(await stored()).toMatchObject({ choice: 'Red', text: 'New' });
    await put({ fields: { choice: 'Blue' } });
    expect(await readError(await put({ fields: { choice: 'Red' } }))).toEqual([
      400,
      'fields.choice',
    ]);
  });

  test('a choice is added beside a stored one that is withdrawn', async () => {
    await put({ fields: { choices: ['South'] } });
    await updateCustomField(people.maren, 'choices', { options: ['North', 'West'] });
    expect((await put({ fields: { choices: ['South', 'West'] } })).status).toBe(200);
    expect(await stored()).toEqual({ choices: ['South', 'West'] });
    const answer = await put({ fields: { choices: ['South', 'East'] } });
    expect(await readError(answer)).toEqual([400, 'fields.choices']);
  });

  test('an archived custom field is hidden but keeps its value', async () => {
    await put({ fields: filled() });
    await updateCustomField(people.maren, 'text', { archived: true });
    expect(Object.keys(await stored())).not.toContain('text');
    expect(await readError(await put({ fields: { text: 'New' } }))).toEqual([400, 'fields.text']);
    expect((await put({ fields: { number: 7 } })).status).toBe(200);
    await updateCustomField(people.maren, 'text', { archived: false });
    expect(await stored()).toEqual({ ...filled(), number: 7 });
  });

  test('only new deals need required custom fields', async () => {
    await updateCustomField(people.maren, 'text', { required: true });
    expect(await readError(await post({ companyName: 'New' }))).toEqual([400, 'fields.text']);
    const empty = { companyName: 'New', fields: { text: ' ' } };
    expect(await readError(await post(empty))).toEqual([400, 'fields.text']);
    expect((await post({ companyName: 'New', fields: { text: 'Fair' } })).status).toBe(201);
    expect((await put({ comments: 'Seen' })).status).toBe(200);
    expect((await put({ fields: { text: null } })).status).toBe(200);
  });

  test('search finds custom texts and options, not person ids', async () => {
    await put({ fields: filled() });
    for (const text of ['warm INTRO', 'south', 'acme.example'])
      expect(await searchDeals(people.ana, text, 5), text).toMatchObject([{ id }]);
    expect(await searchDeals(people.ana, people.ben.id, 5)).toEqual([]);
  });
});

describe('custom fields in the form (rule 24.8)', () => {
  const path = () => `/pipeline/${id}/edit`;
  async function edit(changes: Record<string, string | string[]>) {
    const sent = listSentFields(
      await renderScreen(editPage, path(), { as: people.ana, ...at() }),
      'companyName',
    );
    const rest = sent.filter(([name]) => !(name in changes));
    const more = Object.entries(changes).flatMap(([name, values]) =>
      [values].flat().map((value): [string, string] => [name, value]),
    );
    return { as: people.ana, ...at(), form: [...rest, ...more] };
  }

  test('custom fields are in “More about it” and stored', async () => {
    await updateCustomField(people.maren, 'text', { required: true, section: 'Funding Details' });
    const html = await renderScreen(newPage, '/pipeline/new', { as: people.ana });
    const text = readText(html);
    expect(text.indexOf('|Text|')).toBeLessThan(text.indexOf('|Follow-up|'));
    expect(text.indexOf('|More about it|')).toBeLessThan(text.indexOf('|Long text|'));
    const form = {
      companyName: 'New one',
      'field-text': 'Fair',
      'field-number': '12.5',
      'field-money': '$5M',
      'field-day': '2027-01-31',
      'field-choice': 'Blue',
      'field-choices': ['North', 'South'],
      'field-yesNo': 'no',
      'field-link': 'https://new.example',
      'field-person': people.ben.id,
      'field-longText': 'One\r\nTwo',
    };
    const sent = { as: people.ana, form };
    expect((await call(newPage, 'POST', '/pipeline/new', sent)).status).toBe(302);
    id += 1;
    expect(await stored()).toEqual({
      ...filled(),
      text: 'Fair',
      number: 12.5,
      money: { amount: 5_000_000, currency: 'USD' },
      day: '2027-01-31',
      choice: 'Blue',
      choices: ['North', 'South'],
      link: 'https://new.example',
    });
  });

  test('an invalid custom value comes back with a message', async () => {
    await updateCustomField(people.maren, 'text', { required: true });
    const form = { companyName: 'New', 'field-text': ' ', 'field-money': '5 to 7 million' };
    const text = readText(await renderScreen(newPage, '/pipeline/new', { as: people.ana, form }));
    expect(text).toContain('Text is required');
    expect(text).toContain('Please enter an amount and a currency');
  });

  test('saving an untouched form changes nothing', async () => {
    await put({ fields: { ...filled(), money: { amount: 0.125, currency: 'XXX' } } });
    await updateCustomField(people.maren, 'choice', { options: ['Blue'] });
    await updateCustomField(people.maren, 'choices', { options: ['North'] });
    const before = await stored();
    const entries = await findLatestChangeId('pipeline', id);
    const html = await renderScreen(editPage, path(), { as: people.ana, ...at() });
    expect(listSentFields(html, 'companyName')).toEqual(
      expect.arrayContaining([
        ['field-choice', 'Red'],
        ['field-choices', 'South'],
        ['field-money', 'XXX 0.125'],
        ['field-number', '1234.5'],
        ['field-yesNo', 'no'],
      ]),
    );
    expect((await call(editPage, 'POST', path(), await edit({}))).status).toBe(302);
    expect(await stored()).toEqual(before);
    expect(await findLatestChangeId('pipeline', id)).toBe(entries);
  });

  test('a form adds a choice beside a stored one that is withdrawn', async () => {
    await put({ fields: { choices: ['South'] } });
    await updateCustomField(people.maren, 'choices', { options: ['North', 'West'] });
    const form = await edit({ 'field-choices': ['South', 'West'] });
    expect((await call(editPage, 'POST', path(), form)).status).toBe(302);
    expect(await stored()).toMatchObject({ choices: ['South', 'West'] });
  });

  test('an empty control clears its field, a hidden one does not', async () => {
    await put({ fields: filled() });
    const form = await edit({ 'field-text': '', 'field-choices': '', 'field-person': '' });
    form.form = form.form.filter(([name]) => name !== 'field-number');
    expect((await call(editPage, 'POST', path(), form)).status).toBe(302);
    const { text: _, choices: __, person: ___, ...rest } = filled();
    expect(await stored()).toEqual(rest);
  });

  test('a typed value of an archived field comes back to copy', async () => {
    const typed = await edit({ 'field-text': 'Met at a fair', companyName: 'Renamed' });
    await updateCustomField(people.maren, 'text', { archived: true });
    expect((await call(editPage, 'POST', path(), typed)).status).toBe(409);
    const html = await renderScreen(editPage, path(), typed);
    expect(readText(html)).toContain('|Text|Met at a fair|');
    const again = { ...typed, form: listSentFields(html, 'companyName') };
    expect((await call(editPage, 'POST', path(), again)).status).toBe(302);
    expect(await getStoredDeal(id)).toMatchObject({ companyName: 'Renamed', fields: {} });
  });

  test('an unchanged value of an archived field is no obstacle', async () => {
    await put({ fields: filled() });
    const untouched = await edit({ companyName: 'Renamed' });
    for (const key of Object.keys(filled()))
      await updateCustomField(people.maren, key, { archived: true });
    expect((await call(editPage, 'POST', path(), untouched)).status).toBe(302);
    expect(await getStoredDeal(id)).toMatchObject({ companyName: 'Renamed', fields: filled() });
  });

  test('a new deal keeps what was typed for archived fields', async () => {
    // The field that was archived last comes first.
    vi.useFakeTimers({ toFake: ['Date'] });
    for (const key of ['choices', 'person']) {
      vi.setSystemTime(Date.now() + 1);
      await updateCustomField(people.maren, key, { archived: true });
    }
    vi.useRealTimers();
    const typed = { 'field-choices': ['North', 'South'], 'field-person': people.ben.id };
    const sent = { as: people.ana, form: { companyName: ' ', ...typed } };
    expect((await call(newPage, 'POST', '/pipeline/new', sent)).status).toBe(409);
    const text = readText(await renderScreen(newPage, '/pipeline/new', sent));
    expect(text).toContain('|Person|Ben Okafor|Choices|North, South|');
    expect(text).toContain('Validation Error');
  });

  test('a conflict in a custom day writes both days out', async () => {
    await put({ fields: { day: '2026-12-07' } });
    const typed = await edit({ 'field-day': '2026-12-08' });
    await put({ fields: { day: '2026-12-09' } }, people.maren);
    const answer = await call(editPage, 'POST', path(), typed);
    const { conflict } = (await answer.json()) as { conflict: object };
    expect(conflict).toMatchObject({
      fieldConflicts: [{ field: 'field-day', mine: 'Dec 8, 2026', theirs: 'Dec 9, 2026' }],
    });
  });

  test('a conflict in a custom field asks for it by name', async () => {
    await put({ fields: { text: 'First', number: 1 } });
    const typed = await edit({ 'field-text': 'Mine' });
    await put({ fields: { text: 'Theirs', number: 2 } }, people.maren);
    const answer = await call(editPage, 'POST', path(), typed);
    expect(answer.status).toBe(409);
    const { conflict } = (await answer.json()) as {
      conflict: { latestEventId: number; fieldConflicts: object[] };
    };
    expect(conflict.fieldConflicts).toMatchObject([
      { field: 'field-text', mine: 'Mine', theirs: 'Theirs' },
    ]);
    const chosen = [
      ['take-field-text', 'mine'],
      ['seen', String(conflict.latestEventId)],
    ] as const;
    const form = [...typed.form, ...chosen.map(([name, value]): [string, string] => [name, value])];
    expect((await call(editPage, 'POST', path(), { ...typed, form })).status).toBe(302);
    expect(await stored()).toEqual({ text: 'Mine', number: 2 });
  });
});

describe('custom fields on the pages of a deal (rule 24.9)', () => {
  const page = async () =>
    readText(await renderScreen(dealPage, `/pipeline/${id}`, { as: people.ana, ...at() }));

  test('the deal page names filled custom fields', async () => {
    expect(await page()).not.toContain('More about it');
    await put({ fields: filled() });
    const text = await page();
    for (const said of ['Text|Warm intro', 'Number|1,234.5', 'Money|EUR 5,000,000', 'Yes no|No'])
      expect(text).toContain(said);
    for (const said of ['Day|Feb 28, 2027', 'Choices|South, North', 'Person|Ben '])
      expect(text).toContain(said);
  });

  test('the deal page cuts many long custom texts and says so', async () => {
    const keys = Array.from({ length: 7 }, (_, n) => `memo${n}`);
    for (const name of keys)
      await addCustomField(people.maren, parseInput(NewCustomField, { name, kind: 'longText' }));
    const long = Object.fromEntries(keys.map((key) => [key, 'x'.repeat(10_000)]));
    await put({ fields: { text: 'Warm intro', ...long } });
    const text = await page();
    expect(text).toContain('Text|Warm intro');
    expect(text).toContain('shortened here, in full in the form');
    expect(text).not.toContain('x'.repeat(8_000));
    await put({ fields: { memo0: null, memo1: null } });
    expect(await page()).toContain('x'.repeat(10_000));
  });

  test('the history writes days as other pages do', async () => {
    await put({ nextMeetingOn: '2026-12-09', fields: { day: '2027-02-28' } });
    const history = await renderScreen(historyPage, `/pipeline/${id}/history`, {
      as: people.ana,
      ...at(),
    });
    expect(readText(history)).toMatch(/Dec 9, 2026.*Feb 28, 2027/s);
  });

  test('the history names custom fields and restores one value', async () => {
    await put({ fields: filled() });
    await put({ fields: { money: { amount: 7, currency: 'USD' }, person: null } });
    const history = await renderScreen(historyPage, `/pipeline/${id}/history`, {
      as: people.ana,
      ...at(),
    });
    expect(readText(history)).toContain('EUR 5,000,000');
    expect(readText(history)).toContain('Person');
    const [latest] = await listDealHistory(people.ana, id, { limit: 1, offset: 0 });
    expect(Object.keys(latest!.fields)).toEqual(['field-money', 'field-person']);
    const form = { change: String(latest!.id), field: 'field-money' };
    await call(historyPage, 'POST', `/pipeline/${id}/history`, { as: people.ana, ...at(), form });
    expect(await stored()).toMatchObject({ money: filled().money });
  });

  test.each([
    ['choice', 'Red', 'Blue'],
    ['choices', ['North'], ['West']],
  ])('a %s value that is no longer offered is restored', async (key, former, current) => {
    await put({ fields: { [key]: former } });
    await put({ fields: { [key]: current } });
    const [latest] = await listDealHistory(people.ana, id, { limit: 1, offset: 0 });
    await updateCustomField(people.maren, key, { options: ['Blue', 'West'] });
    const form = { change: String(latest!.id), field: `field-${key}` };
    await call(historyPage, 'POST', `/pipeline/${id}/history`, { as: people.ana, ...at(), form });
    expect(await stored()).toEqual({ [key]: former });
  });

  test('a person who can no longer sign in can be restored', async () => {
    await put({ fields: { person: people.ben.id } });
    await put({ fields: { person: people.chiara.id } });
    const [latest] = await listDealHistory(people.ana, id, { limit: 1, offset: 0 });
    await setUserDisabled(people.maren, people.ben.id, true);
    await restoreField(people.ana, id, latest!.id, 'field-person');
    expect(await stored()).toEqual({ person: people.ben.id });
  });

  test('a value of an archived or unknown field is not restored', async () => {
    await put({ fields: { text: 'One' } });
    await put({ fields: { text: 'Two' } });
    const [latest] = await listDealHistory(people.ana, id, { limit: 1, offset: 0 });
    await updateCustomField(people.maren, 'text', { archived: true });
    await expect(restoreField(people.ana, id, latest!.id, 'field-text')).rejects.toThrow();
    await expect(restoreField(people.ana, id, latest!.id, 'field-none')).rejects.toThrow();
  });

  test('undo reverts custom values, even of archived fields', async () => {
    await put({ fields: { text: 'One', number: 1 } });
    await updateDeal(people.ana, id, { fields: { text: 'Two', number: null } });
    const [latest] = await listDealHistory(people.ana, id, { limit: 1, offset: 0 });
    await updateCustomField(people.maren, 'text', { archived: true });
    await undoOwnOperation(people.ana, latest!.operationId!);
    expect((await getStoredDeal(id))!.fields).toEqual({ text: 'One', number: 1 });
  });
});

test('a list reads of long texts what its cells show', async () => {
  const fields = { text: 't'.repeat(1_000), longText: 'l'.repeat(10_000), yesNo: false, number: 7 };
  const deal = await addDeal(people.ana, { companyName: 'Long', fields });
  const known = await listActiveCustomFields();
  const [row] = await listCellValues([deal], known);
  expect(JSON.stringify(row!.values).length).toBeLessThan(300);
  const shown = formatCells(known, row!.values, [], { language: 'en', timeZone: 'UTC' });
  expect(shown).toEqual(expect.arrayContaining([`${'l'.repeat(100)}…`, 'No', '7']));
});
