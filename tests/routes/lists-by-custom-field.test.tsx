import { beforeEach, describe, expect, test } from 'vitest';
import { parseSavedViewState } from '~/address/saved-view';
import { buildSavedViewPath } from '~/address/saved-view-path';
import { addCustomField } from '~/domain/custom-field/create.server';
import { NewCustomField } from '~/domain/custom-field/schema';
import { updateCustomField } from '~/domain/custom-field/update.server';
import type { CustomFieldValueChanges } from '~/domain/custom-field/values';
import { listDealIds } from '~/domain/deal/list.server';
import { ALL_DEALS } from '~/domain/deal/query';
import { updateDeal } from '~/domain/deal/update.server';
import { setUserDisabled } from '~/domain/operations/disable-user.server';
import { deleteDeal } from '~/domain/operations/trash/delete.server';
import { parseInput } from '~/errors';
import * as dealsApi from '~/routes/api.pipelines';
import * as columnsPage from '~/routes/columns/route';
import * as dashboard from '~/routes/dashboard/route';
import * as printPage from '~/routes/dashboard_.print';
import * as filtersPage from '~/routes/filters/route';
import { call, createCastForEach } from '../support/cast';
import { addDeal } from '../support/deals';
import { recordQueries } from '../support/query-plans';
import { findTags, listSentFields, readText, renderScreen } from '../support/render-screen';

const people = createCastForEach();
const FIELDS = [
  { name: 'Source', kind: 'text' },
  { name: 'Valuation', kind: 'money' },
  { name: 'Heads', kind: 'number' },
  { name: 'Met', kind: 'day' },
  { name: 'Fit', kind: 'choice', options: ['Good', 'Bad'] },
  { name: 'Places', kind: 'choices', options: ['North', 'South'] },
  { name: 'Led', kind: 'yesNo' },
  { name: 'Scout', kind: 'person' },
];

beforeEach(async () => {
  for (const field of FIELDS) await addCustomField(people.maren, parseInput(NewCustomField, field));
  const add = (companyName: string, fields: Record<string, unknown>) =>
    addDeal(people.ana, { companyName, fields });
  await add('Empty', {});
  await add('One', {
    source: 'Warm INTRO by Zoë',
    valuation: { amount: 5_000_000, currency: 'EUR' },
    heads: 3,
    met: '2026-03-01',
    fit: 'Good',
    places: ['North'],
    led: true,
    scout: people.ben.id,
  });
  await add('Two', {
    source: 'Website',
    valuation: { amount: 9_000_000, currency: 'EUR' },
    heads: 20,
    met: '2026-07-01',
    fit: 'Bad',
    places: ['South', 'North'],
    led: false,
    scout: people.ana.id,
  });
});

async function names(query: string): Promise<string[]> {
  const answer = await call(dealsApi, 'GET', `/api/pipelines?${query}`, { as: people.ana });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { companyName: string }[]).map((deal) => deal.companyName);
}

describe('filters by custom fields (rule 24.10)', () => {
  test.each([
    ['field.source=intro', ['One']],
    ['field.source=ZOE', ['One']],
    ['field.source=web&field.source=warm', ['Two', 'One']],
    ['field.source=north', []],
    ['field.source=zo%C3%AB', ['One']],
    ['field.source=web%00', []],
    ['field.fit=Good', ['One']],
    ['field.fit=good', []],
    ['field.fit=Good&field.fit=Bad', ['Two', 'One']],
    ['field.places=North', ['Two', 'One']],
    ['field.places=South', ['Two']],
    ['field.led=yes', ['One']],
    ['field.led=no', ['Two']],
    ['field.led=perhaps', ['Two', 'One', 'Empty']],
    ['field.heads.min=3', ['Two', 'One']],
    ['field.heads.min=3.5', ['Two']],
    ['field.heads.max=3', ['One']],
    ['field.heads.min=many', ['Two', 'One', 'Empty']],
    ['field.valuation.min=5000000&field.valuation.max=6000000', ['One']],
    ['field.met.min=2026-03-01&field.met.max=2026-06-30', ['One']],
    ['field.source.min=5', ['Two', 'One', 'Empty']],
    ['field.nothing=5', ['Two', 'One', 'Empty']],
    ['field.constructor=5', ['Two', 'One', 'Empty']],
    ['field.__proto__=5', ['Two', 'One', 'Empty']],
    ['field.fit=Good&field.led=no', []],
  ])('the filter %s finds %j', async (query, found) => {
    expect(await names(query)).toEqual(found);
  });

  test('a person is found by id', async () => {
    expect(await names(`field.scout=${people.ben.id}`)).toEqual(['One']);
  });

  test('filters follow edited, cleared and deleted values', async () => {
    const [two] = await listDealIds(people.ana, ALL_DEALS);
    const edit = (fields: CustomFieldValueChanges) => updateDeal(people.ana, two!, { fields });
    await edit({ source: null, heads: 4 });
    expect(await names('field.source=web')).toEqual([]);
    expect(await names('field.heads.max=4')).toEqual(['Two', 'One']);
    await edit(Object.fromEntries(FIELDS.map(({ name }) => [name.toLowerCase(), null])));
    expect(await names('field.heads.max=4')).toEqual(['One']);
    expect(await names('sort=field.heads_desc')).toEqual(['One', 'Two', 'Empty']);
    await edit({ heads: 1 });
    expect(await names('field.heads.max=4')).toEqual(['Two', 'One']);
    await deleteDeal(people.ana, two!);
    expect(await names('field.heads.max=4')).toEqual(['One']);
  });

  test('filters and sorts read only the narrow custom value rows', async () => {
    const queries = await recordQueries(async () => {
      const filters = 'field.source=web&field.heads.min=3&field.places=North&field.fit=Good';
      await names(`${filters}&sort=field.valuation_asc&limit=1`);
    });
    const reading = queries.filter((query) => query.includes('json_extract("'));
    expect(reading.length).toBeGreaterThan(1);
    expect(reading.filter((query) => query.includes('json_extract("pipelines"'))).toEqual([]);
  });

  test('an archived field is no filter, and its chip says so', async () => {
    await updateCustomField(people.maren, 'fit', { archived: true });
    expect(await names('field.fit=Good')).toEqual(['Two', 'One', 'Empty']);
    const path = '/dashboard?field.fit=Good&field.unknown=x';
    const text = readText(await renderScreen(dashboard, path, { as: people.ana }));
    expect(text).toMatch(/Fit \(archived\)\|?: \|?not applied/);
    expect(text).not.toContain('unknown');
  });

  test('filters are chips and combine with other filters', async () => {
    const path = '/dashboard?field.fit=Good&field.fit=Bad&field.heads.min=4&sort=field.heads_desc';
    const html = await renderScreen(dashboard, path, { as: people.ana });
    const text = readText(html);
    expect(text).toMatch(/Fit\|?: \|?Bad, Good/);
    expect(text).toMatch(/Heads\|?: \|?4 or more/);
    expect(text).toContain('|Heads, descending|');
    const hidden = findTags(html, 'input').filter((tag) => tag.includes('name="field.'));
    expect(hidden).toHaveLength(3);
  });

  test('a saved view stores each value of a filter', () => {
    const search = 'field.fit=Bad&field.fit=Good&sort=field.heads_desc';
    const state = parseSavedViewState(new URLSearchParams(search));
    expect(state.search).toBe(search);
    expect(buildSavedViewPath({ id: 1, list: '/dashboard', ...state })).toContain(
      search.slice(0, 27),
    );
  });

  test('the filter page has a control per field and leads back', async () => {
    const back = '/dashboard?search=o&field.fit=Bad&page=2';
    const path = `/filters?${new URLSearchParams({ back })}`;
    const html = await renderScreen(filtersPage, path, { as: people.ana });
    expect(readText(html)).toContain('Scout');
    expect(findTags(html, 'input').find((tag) => tag.includes('value="Bad"'))).toContain('checked');
    const chosen = { 'field.fit': 'Good', 'field.heads.min': '3', sort: 'field.met_asc' };
    const apply = async (to: string) => {
      const sent = new URLSearchParams({ ...chosen, back: to, apply: '1' });
      const answer = await call(filtersPage, 'GET', `/filters?${sent}`, { as: people.ana });
      return answer.headers.get('Location');
    };
    expect(await apply(back)).toBe(
      '/dashboard?search=o&field.heads.min=3&field.fit=Good&sort=field.met_asc',
    );
    expect(await apply('https://evil.example')).toMatch(/^\/dashboard\?field/);
  });

  test('the filter page keeps values that are no longer offered', async () => {
    await setUserDisabled(people.maren, people.ben.id, true);
    const filters = `field.fit=Gone&field.scout=${people.ben.id}&field.source=One&field.source=Two`;
    const path = `/filters?${new URLSearchParams({ back: `/dashboard?${filters}` })}`;
    const html = await renderScreen(filtersPage, path, { as: people.ana });
    expect(readText(html)).toContain(`|${people.ben.firstName} ${people.ben.lastName}|`);
    const sent = new URLSearchParams(listSentFields(html, 'sort'));
    sent.set('apply', '1');
    const answer = await call(filtersPage, 'GET', `/filters?${sent}`, { as: people.ana });
    const kept = new URLSearchParams(answer.headers.get('Location')!.split('?')[1]);
    expect([...kept].sort()).toEqual([...new URLSearchParams(filters)].sort());
  });
});

describe('sorting by custom fields (rule 24.11)', () => {
  test.each(['source', 'valuation', 'heads', 'met', 'led', 'places'])(
    'sorting by %s puts empty values last both ways',
    async (key) => {
      const up = await names(`sort=field.${key}_asc`);
      const down = await names(`sort=field.${key}_desc`);
      expect([up[2], down[2]]).toEqual(['Empty', 'Empty']);
      expect(up.slice(0, 2)).toEqual(down.slice(0, 2).reverse());
    },
  );

  test('sorting is by value', async () => {
    expect(await names('sort=field.heads_asc')).toEqual(['One', 'Two', 'Empty']);
    expect(await names('sort=field.met_desc')).toEqual(['Two', 'One', 'Empty']);
    expect(await names('sort=field.scout_asc')).toEqual(['Two', 'One', 'Empty']);
  });

  test('an unknown field sorts by the newest', async () => {
    expect(await names('sort=field.none_asc')).toEqual(['Two', 'One', 'Empty']);
    expect(await names('sort=field.constructor_desc')).toEqual(['Two', 'One', 'Empty']);
  });
});

describe('columns of custom fields (rule 24.12)', () => {
  const list = () => '/dashboard?columns=company.round.field-valuation.field-scout.field-none';

  test("a column has its field's name and a link that sorts", async () => {
    const html = await renderScreen(dashboard, list(), { as: people.ana });
    const text = readText(html);
    expect(text).toContain('Valuation');
    expect(text).toContain('EUR 5,000,000');
    expect(text).toContain('Ben ');
    expect(html).toContain('sort=field.valuation_asc');
    expect(readText(await renderScreen(dashboard, '/dashboard', { as: people.ana }))).not.toContain(
      'EUR',
    );
  });

  test('columns are chosen like others and printed', async () => {
    const page = `/columns?${new URLSearchParams({ back: '/dashboard' })}`;
    expect(readText(await renderScreen(columnsPage, page, { as: people.ana }))).toContain(
      'Valuation',
    );
    const form = { back: '/dashboard', column: ['round', 'field-valuation'] };
    await call(columnsPage, 'POST', page, { as: people.ana, form });
    expect(readText(await renderScreen(dashboard, '/dashboard', { as: people.ana }))).toContain(
      'EUR 9',
    );
    const printed = await call(printPage, 'GET', '/dashboard/print', { as: people.ana });
    expect(readText(await printed.text())).toContain('EUR 9,000,000');
    await updateCustomField(people.maren, 'valuation', { archived: true });
    expect(readText(await renderScreen(dashboard, '/dashboard', { as: people.ana }))).not.toContain(
      'EUR',
    );
  });
});
