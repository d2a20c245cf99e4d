import { describe, expect, test } from 'vitest';
import { createFieldKey } from '~/domain/custom-field/create.server';
import { listHistory } from '~/domain/timeline/list.server';
import * as fieldsPage from '~/routes/admin_.fields/route';
import * as fieldPage from '~/routes/admin_.fields_.$key/route';
import * as fieldsApi from '~/routes/api.fields';
import * as fieldApi from '~/routes/api.fields_.$key';
import { call, type CastMember, createCastForEach } from '../support/cast';
import { findTags, listSentFields, readText, renderScreen } from '../support/render-screen';
import { readOutcome, successOutcome } from '../support/toast';

const people = createCastForEach();

interface Field {
  key: string;
  name: string;
  archived: boolean;
}
const add = (json: unknown, as: CastMember = people.maren) =>
  call(fieldsApi, 'POST', '/api/fields', { as, json });
const put = (key: string, json: unknown, as: CastMember = people.maren) =>
  call(fieldApi, 'PUT', `/api/fields/${key}`, { as, json, params: { key } });
const archive = (key: string, as: CastMember = people.maren) =>
  call(fieldApi, 'DELETE', `/api/fields/${key}`, { as, params: { key } });
async function all(as: CastMember = people.maren): Promise<Field[]> {
  return (await (await call(fieldsApi, 'GET', '/api/fields', { as })).json()) as Field[];
}
const names = async () => (await all()).map(({ name }) => name);
async function readError(answer: Response) {
  const { errors } = (await answer.json()) as { errors?: { path: string }[] };
  return [answer.status, errors?.[0]?.path];
}

describe('a custom field (rules 24.1 and 24.4)', () => {
  test('an admin adds a custom field and everyone reads it', async () => {
    const answer = await add({ name: 'Introduced by', kind: 'text', hint: 'Who knows them' });
    expect(answer.status).toBe(201);
    const field = {
      key: 'introducedBy',
      name: 'Introduced by',
      kind: 'text',
      hint: 'Who knows them',
      required: false,
      options: [],
      archived: false,
    };
    expect(await answer.json()).toEqual(field);
    expect(await all(people.ana)).toEqual([field]);
  });

  test.each([
    ['name', { kind: 'text' }],
    ['name', { name: ' ', kind: 'text' }],
    ['name', { name: 'x'.repeat(101), kind: 'text' }],
    ['kind', { name: 'A' }],
    ['kind', { name: 'A', kind: 'constructor' }],
    ['options', { name: 'A', kind: 'choice' }],
    ['options', { name: 'A', kind: 'choices', options: ['One', 'one'] }],
    ['options', { name: 'A', kind: 'choices', options: 'One' }],
    ['options.0', { name: 'A', kind: 'choices', options: [''] }],
    ['options', { name: 'A', kind: 'choice', options: Array.from({ length: 101 }, String) }],
    ['hint', { name: 'A', kind: 'text', hint: 1 }],
    ['required', { name: 'A', kind: 'text', required: 'yes' }],
  ])('a custom field is refused for its %s', async (path, json) => {
    expect(await readError(await add(json))).toEqual([400, path]);
    expect(await all()).toEqual([]);
  });

  test('a custom field name is unique, even among archived ones', async () => {
    await add({ name: 'Source', kind: 'text' });
    await add({ name: 'Stage fit', kind: 'text' });
    expect((await add({ name: 'SOURCE', kind: 'day' })).status).toBe(409);
    expect((await put('stageFit', { name: 'source' })).status).toBe(409);
    for (const name of ['ceo', 'Stage', 'Owner email'])
      expect((await add({ name, kind: 'text' })).status, name).toBe(409);
    await archive('source');
    expect((await add({ name: 'Source', kind: 'text' })).status).toBe(409);
    expect((await put('source', { name: 'SOURCE' })).status).toBe(200);
  });

  test('archiving a custom field makes room below the limit of 40', async () => {
    for (let n = 1; n <= 40; n++)
      expect((await add({ name: `Field ${n}`, kind: 'text' })).status).toBe(201);
    expect((await add({ name: 'One more', kind: 'text' })).status).toBe(409);
    await archive('field1');
    expect((await add({ name: 'One more', kind: 'text' })).status).toBe(201);
    expect((await put('field1', { archived: false })).status).toBe(409);
  });
});

describe('the key of a custom field (rule 24.2)', () => {
  test.each([
    ['Introduced by', 'introducedBy'],
    ['ESG score', 'esgScore'],
    ['ARR 2025', 'arr2025'],
    ['  Größe – (m²)', 'grosseM2'],
    ['介绍人', 'field1'],
    ['2025', 'field1'],
    ['估值 Valuation', 'valuation'],
    ['__proto__', 'proto'],
    ['constructor', 'constructor2'],
    ['to string', 'toString2'],
  ])('the key of %s is %s', (name, key) => {
    expect(createFieldKey(name, [])).toBe(key);
  });

  test('a custom field key is unique and never changes', async () => {
    await add({ name: 'Lead-in', kind: 'text' });
    const second = (await (await add({ name: 'Lead in!', kind: 'text' })).json()) as Field;
    expect(second.key).toBe('leadIn2');
    await put('leadIn2', { name: 'Follower' });
    expect((await all())[1]).toMatchObject({ key: 'leadIn2', name: 'Follower' });
    expect(createFieldKey('来源', ['field1', 'field3'])).toBe('field2');
  });

  test('key and kind of a custom field never change', async () => {
    await add({ name: 'Source', kind: 'text' });
    expect(await readError(await put('source', { kind: 'number' }))).toEqual([400, 'kind']);
    expect((await put('source', { kind: 'text', key: 'other', hint: 'Who' })).status).toBe(200);
    expect(await all()).toMatchObject([{ key: 'source', kind: 'text', hint: 'Who' }]);
  });

  test.each(['__proto__', 'constructor', 'nothing', '%00'])(
    'the custom field key %s is unknown',
    async (key) => {
      expect((await put(key, { name: 'A' })).status).toBe(404);
      expect((await archive(key)).status).toBe(404);
    },
  );
});

describe('an archived custom field (rules 24.3 and 24.6)', () => {
  test('an archived field is marked and comes back as the last', async () => {
    for (const name of ['One', 'Two', 'Three']) await add({ name, kind: 'text' });
    const answer = await archive('one');
    expect(await answer.json()).toMatchObject({ key: 'one', archived: true });
    expect((await archive('one')).status).toBe(200);
    expect(await names()).toEqual(['Two', 'Three', 'One']);
    await put('one', { archived: false });
    expect(await all()).toMatchObject([{ key: 'two' }, { key: 'three' }, { archived: false }]);
  });

  test('an edit cannot remove options that are in use', async () => {
    await add({ name: 'Fit', kind: 'choice', options: ['Yes', 'Maybe'] });
    expect(await readError(await put('fit', { options: [] }))).toEqual([400, 'options']);
    await put('fit', { options: ['Maybe', 'No'] });
    expect(await all()).toMatchObject([{ options: ['Maybe', 'No'] }]);
  });

  test('the history records changes of custom fields', async () => {
    await add({ name: 'Source', kind: 'text' });
    await put('source', { name: 'Origin', required: true });
    await archive('source');
    await put('source', { archived: false });
    const page = { limit: 4, offset: 0 };
    const told = await listHistory(people.maren, { subject: 'field' }, page);
    expect(told.map(({ kind }) => kind)).toEqual(['changed', 'changed', 'changed', 'created']);
    expect(told.slice(0, 2).map(({ fields }) => fields)).toEqual([
      { archived: [true, null] },
      { archived: [null, true] },
    ]);
    expect(told[2]).toMatchObject({
      subjectName: 'Origin',
      fields: { name: ['Source', 'Origin'], isRequired: [false, true] },
    });
  });
});

describe('the page of custom fields (rule 24.5)', () => {
  const post = (form: Record<string, string>) =>
    call(fieldsPage, 'POST', '/admin/fields', { as: people.maren, form });

  test('presets are offered until a custom field has the name', async () => {
    const presets = async () => {
      const html = await renderScreen(fieldsPage, '/admin/fields', { as: people.maren });
      return findTags(html, 'button').flatMap(
        (tag) => /name="name" value="(.*?)"/.exec(tag)?.[1] ?? [],
      );
    };
    expect(await presets()).toEqual([
      'Source',
      'Introduced by',
      'Website',
      'Valuation',
      'Ticket size',
      'Lead investor',
    ]);
    expect(await readOutcome(await post({ do: 'preset', name: 'Valuation' }))).toEqual(
      successOutcome('/admin/fields', 'Valuation added'),
    );
    expect(await all()).toMatchObject([{ key: 'valuation', kind: 'money' }]);
    expect(await presets()).not.toContain('Valuation');
    expect((await post({ do: 'preset', name: 'toString' })).status).toBe(400);
  });

  test('the page adds, moves, archives and restores fields', async () => {
    await post({
      do: 'add',
      name: 'Fit',
      kind: 'choice',
      options: 'Good\n\n Bad ',
      required: 'on',
    });
    await post({ do: 'add', name: 'Why', kind: 'longText', section: 'Funding Details' });
    expect(await all()).toMatchObject([
      { key: 'fit', options: ['Good', 'Bad'], required: true },
      { key: 'why', required: false },
    ]);
    await post({ do: 'up', key: 'why' });
    expect(await names()).toEqual(['Why', 'Fit']);
    await post({ do: 'archive', key: 'why' });
    expect(
      readText(await renderScreen(fieldsPage, '/admin/fields', { as: people.maren })),
    ).toContain('show them again');
    await post({ do: 'restore', key: 'why' });
    expect(await names()).toEqual(['Fit', 'Why']);
    expect((await post({ do: 'up', key: 'none' })).status).toBe(404);
    expect((await post({ do: 'toString' })).status).toBe(400);
  });

  test('an invalid custom field comes back with its errors', async () => {
    const form = { do: 'add', name: 'Fit', kind: 'choice', options: '', hint: 'Typed hint' };
    const html = await renderScreen(fieldsPage, '/admin/fields', { as: people.maren, form });
    expect(readText(html)).toContain('Please enter at least one choice');
    expect(html).toContain('value="Typed hint"');
  });

  test('the first invalid control of the form has the focus', async () => {
    const long = 'x'.repeat(1_000);
    const form = { do: 'add', name: 'Fit', kind: 'choice', options: long, hint: long };
    const html = await renderScreen(fieldsPage, '/admin/fields', { as: people.maren, form });
    expect(html.match(/aria-invalid="true"/g)).toHaveLength(2);
    const focused = html.match(/<[^>]*autofocus[^>]*>/gi);
    expect(focused).toEqual([expect.stringContaining('id="options"')]);
  });

  test('each custom field has a form for all but its kind', async () => {
    await add({ name: 'Fit', kind: 'choice', options: ['Good'] });
    const at = { as: people.maren, params: { key: 'fit' } };
    expect(await renderScreen(fieldPage, '/admin/fields/fit', at)).toContain(
      'Choices, one per line',
    );
    const form = {
      name: 'Fits us',
      hint: 'As we see it',
      options: 'Good\nBad',
      section: 'Industry',
    };
    const saved = await call(fieldPage, 'POST', '/admin/fields/fit', { ...at, form });
    expect(await readOutcome(saved)).toEqual(successOutcome('/admin/fields', 'Fits us saved'));
    expect(await all()).toMatchObject([{ key: 'fit', name: 'Fits us', options: ['Good', 'Bad'] }]);
    const unknown = { as: people.maren, params: { key: 'constructor' } };
    expect((await call(fieldPage, 'GET', '/admin/fields/constructor', unknown)).status).toBe(404);
  });

  test('a choice added since the form was opened stays', async () => {
    await add({ name: 'Fit', kind: 'choice', options: ['Yes', 'No'] });
    const at = { as: people.maren, params: { key: 'fit' } };
    const html = await renderScreen(fieldPage, '/admin/fields/fit', at);
    const shown = Object.fromEntries(listSentFields(html, 'options'));
    await put('fit', { options: ['Yes', 'No', 'Later'] });
    await call(fieldPage, 'POST', '/admin/fields/fit', { ...at, form: { ...shown, hint: 'Ask' } });
    expect((await all())[0]).toMatchObject({ hint: 'Ask', options: ['Yes', 'No', 'Later'] });
    const form = { ...shown, options: 'Yes' };
    const refused = await renderScreen(fieldPage, '/admin/fields/fit', { ...at, form });
    expect(refused).toContain('it is now “Yes, No, Later”');
    const second = Object.fromEntries(listSentFields(refused, 'options'));
    await call(fieldPage, 'POST', '/admin/fields/fit', { ...at, form: second });
    expect((await all())[0]).toMatchObject({ options: ['Yes'] });
  });
});
