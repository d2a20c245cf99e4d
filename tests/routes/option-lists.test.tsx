import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { OptionListName } from '#db/schema';
import { transaction } from '#db/transaction';
import { updateDeal } from '~/domain/deal/update.server';
import { buildTemplateSheets } from '~/domain/import/template';
import {
  addOption,
  moveOption,
  updateOption,
} from '~/domain/operations/option-list/edit-options.server';
import { retireOption } from '~/domain/operations/option-list/retire-option.server';
import { findOptionListDefinition } from '~/domain/option-list/definitions';
import { getOptionLists, queryOptionLists } from '~/domain/option-list/list.server';
import * as adminUsers from '~/routes/admin/route';
import * as history from '~/routes/admin_.history/route';
import * as lists from '~/routes/admin_.lists/route';
import * as adminPipelines from '~/routes/admin_.pipelines/route';
import * as groupApi from '~/routes/api.admin.users_.$id_.group';
import * as openApi from '~/routes/api.openapi[.]json/route';
import * as dealApi from '~/routes/api.pipelines_.$id';
import * as dashboard from '~/routes/dashboard/route';
import * as editDeal from '~/routes/pipeline.$id.edit/route';
import * as newDeal from '~/routes/pipeline.new/route';
import * as review from '~/routes/review/route';
import * as selected from '~/routes/selected/route';
import { call, type Cast, createCastForEach } from '../support/cast';
import { addDeal, getStoredDeal } from '../support/deals';
import { compareSheet, exportReference } from '../support/import-files';
import { resetOptionLists } from '../support/option-lists';
import { findTags, readText, renderScreen } from '../support/render-screen';

const people = createCastForEach();
afterEach(resetOptionLists);

const id = async (list: OptionListName, name: string) =>
  (await getOptionLists()).findByName(list, name)!.id;
const add = (list: OptionListName, name: string, days: number | null = null) =>
  addOption(people.maren, findOptionListDefinition(list)!, { name, days, kind: null });
const retire = async (list: OptionListName, name: string) =>
  retireOption(people.maren, await id(list, name), undefined);
const rename = async (list: OptionListName, from: string, to: string, days: number | null = null) =>
  updateOption(people.maren, await id(list, from), { name: to, days });
const listOptionsIn = (html: string, name: string) => {
  const select = new RegExp(`<select[^>]*name="${name}"[^>]*>(.*?)</select>`).exec(html)![1]!;
  return [...select.matchAll(/<option[^>]*value="([^"]*)"/g)].map(([, value]) => value);
};
const checkboxes = (html: string) =>
  findTags(html, 'input')
    .filter((tag) => /type="checkbox"/.test(tag) && tag.includes('name="industries"'))
    .map((tag) => /value="([^"]*)"/.exec(tag)![1]);

describe('added, renamed and retired options (rules 24.16, 24.17 and 24.20)', () => {
  beforeEach(async () => {
    await add('industries', 'Climate');
    await rename('rounds', 'A', 'First round');
    await add('meetings', 'In two weeks', 14);
    await rename('meetings', 'ASAP', 'At once', 0);
    await add('groups', 'Nordics');
  });

  test('the deal form and bulk changes use current options', async () => {
    await retire('rounds', 'B');
    await retire('industries', 'DX');
    const fields = { fundingRound: 'B', industries: ['DX'] };
    const deal = await addDeal(people.ana, fields);
    const added = await renderScreen(newDeal, '/pipeline/new', { as: people.ana });
    expect(checkboxes(added).slice(-2)).toEqual(['Others', 'Climate']);
    expect(checkboxes(added)).not.toContain('DX');
    expect(listOptionsIn(added, 'fundingRound')).toEqual([
      '',
      'Seed',
      'Angel',
      'Pre-A',
      'First round',
      'C',
      'D',
      'CB',
      'Others',
    ]);
    expect(readText(added)).toContain('|At once marks the deal as urgent|');
    const params = { id: String(deal) };
    const edited = await renderScreen(editDeal, `/pipeline/${deal}/edit`, {
      as: people.ana,
      params,
    });
    expect(listOptionsIn(edited, 'fundingRound').at(-1)).toBe('B');
    expect(checkboxes(edited).at(-1)).toBe('DX');
    const bulk = await renderScreen(selected, `/selected?id=${deal}`, { as: people.ana });
    expect(listOptionsIn(bulk, 'nextMeetingDate')).toContain('In two weeks');
    expect(listOptionsIn(bulk, 'fundingRound')).not.toContain('B');
    const form = { id: String(deal), fundingRound: 'B', nextMeetingDate: '', note: '' };
    expect((await call(selected, 'POST', '/selected', { as: people.ana, form })).status).toBe(400);
  });

  test('filters show a retired option only while it is in use', async () => {
    await addDeal(people.chiara, { fundingRound: 'B' });
    await retire('rounds', 'B');
    await retire('rounds', 'C');
    await retire('groups', 'Alibaba');
    const admins = await renderScreen(adminPipelines, '/admin/pipelines', { as: people.maren });
    expect(listOptionsIn(admins, 'group')).toEqual([
      '',
      'CCIA',
      'CCBI',
      'OnBS',
      'Nordics',
      'Alibaba',
    ]);
    expect(listOptionsIn(admins, 'industry')).toContain('Climate');
    expect(listOptionsIn(admins, 'industry')).toContain('CB');
    const own = await renderScreen(dashboard, '/dashboard', { as: people.ana });
    expect(listOptionsIn(own, 'round')).toEqual([
      '',
      'Seed',
      'Angel',
      'Pre-A',
      'First round',
      'D',
      'CB',
      'Others',
      'B',
    ]);
    const reviewed = await renderScreen(review, '/review', { as: people.maren });
    expect(listOptionsIn(reviewed, 'group')).toContain('Nordics');
    const accounts = await renderScreen(adminUsers, '/admin', { as: people.maren });
    expect(readText(accounts)).toContain('|Nordics|');
  });

  test('imports read previous names and synonyms of options', async () => {
    await rename('rounds', 'Angel', 'Business angels');
    const [row] = await compareSheet(people.ana, [
      ['Company', 'Round', 'Next meeting', 'Industries'],
      ['Gantrywell', '天使', '14d', 'climate; AI'],
    ]);
    expect(row!.outcome.values).toMatchObject({
      fundingRound: 'Business angels',
      nextMeetingDate: 'In two weeks',
      industries: ['Climate', 'AI'],
    });
    const [other] = await compareSheet(people.ana, [
      ['Company', 'Stage', 'Next meeting'],
      ['Harborline', 'Series A', 'urgent'],
    ]);
    expect(other!.outcome.values).toMatchObject({
      fundingRound: 'First round',
      nextMeetingDate: 'At once',
    });
    const [, help] = buildTemplateSheets(await getOptionLists());
    const cells: unknown[][] = [];
    for await (const cell of help!.rows) cells.push(cell);
    expect(cells.flat().join()).toContain('Seed, Angel'.replace('Angel', 'Business angels'));
  });
});

describe('renamed stages in imports (rules 16.31, 23.7 and 24.17)', () => {
  async function exportRow(stage: string) {
    const deal = await addDeal(people.ana, { stage: 'Due diligence' });
    const reference = await exportReference(deal);
    await rename('stages', 'Due diligence', 'Diligence');
    const compare = async () => {
      const rows = [
        ['Company name', 'Stage', 'Reference'],
        ['Acme', stage, reference],
      ];
      const [{ kind, outcome } = {}] = await compareSheet(people.ana, rows);
      return { kind, skippedCells: outcome?.skippedCells };
    };
    return { deal, compare };
  }

  test('an export with the previous name of a stage changes nothing', async () => {
    const { deal, compare } = await exportRow('Due diligence');
    expect(await compare()).toEqual({ kind: 'unchanged' });
    await updateDeal(people.ana, deal, { stage: 'Screening' });
    expect(await compare()).toEqual({ kind: 'unchanged' });
  });

  test('the previous name of a stage means the stage in any case', async () => {
    await rename('stages', 'Due diligence', 'Diligence');
    const rows = await compareSheet(people.ana, [
      ['Company', 'Stage', 'Round'],
      ['Acme', 'due diligence', 'Seed'],
      ['Birch', 'Nowhere', 'Seed'],
    ]);
    expect(rows[0]!.outcome.values).toMatchObject({ stage: 'Diligence' });
    expect(rows[1]!.outcome.skippedCells).toMatchObject([
      { value: 'Nowhere', reason: expect.stringContaining('is not a stage') as string },
    ]);
  });
});

describe('the options of the fund (rules 11.17, 24.16, 24.17, 24.18 and 24.21)', () => {
  test('the API stores previous names as current, rejects others', async () => {
    const params = { id: people.ana.id };
    const put = (group: unknown) =>
      call(groupApi, 'PUT', `/api/admin/users/${people.ana.id}/group`, {
        as: people.maren,
        params,
        json: { group },
      });
    await retire('groups', 'OnBS');
    for (const wrong of ['OnBS', 'Nowhere', '', null, 7]) {
      const answer = await put(wrong);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ errors: [{ path: 'group' }] });
    }
    expect((await put('CCIA')).status).toBe(200);
    await rename('rounds', 'Seed', 'Pre-seed');
    const deal = await addDeal(people.ana);
    const json = { fundingRound: 'Seed' };
    const sent = { as: people.ana, params: { id: String(deal) }, json };
    expect((await call(dealApi, 'PUT', `/api/pipelines/${deal}`, sent)).status).toBe(200);
    expect(await getStoredDeal(deal)).toMatchObject({ fundingRound: 'Pre-seed', roundRank: 0 });
  });

  test("the API document lists the fund's groups once signed in", async () => {
    const groups = async (as?: Cast['ana']) => {
      const answer = await call(openApi, 'GET', '/api/openapi.json', { as });
      const { components } = (await answer.json()) as {
        components: { schemas: Record<string, { properties: { group: { enum?: string[] } } }> };
      };
      return ['ChangeGroup', 'User', 'Pipeline'].map((name) =>
        components.schemas[name]!.properties.group.enum?.join(),
      );
    };
    expect(await groups()).toEqual(Array(3).fill('CCIA,CCBI,Alibaba,OnBS'));
    await add('groups', 'Nordics');
    expect(await groups(people.ana)).toEqual(Array(3).fill('CCIA,CCBI,Alibaba,OnBS,Nordics'));
    expect(await groups()).toEqual(Array(3).fill(undefined));
  });

  test('only next meetings are added with a number of days', async () => {
    const send = (form: Record<string, string>) =>
      call(lists, 'POST', '/admin/lists', { as: people.maren, form: { do: 'add', ...form } });
    await send({ list: 'meetings', name: 'In a week', days: '7' });
    await send({ list: 'industries', name: 'Climate' });
    expect((await send({ list: 'meetings', name: 'Never', days: '-7' })).status).toBe(400);
    const now = await transaction(async (tx) => queryOptionLists(tx));
    expect(now.findByName('meetings', 'In a week')).toMatchObject({ days: 7, position: 7 });
    expect(now.findByName('industries', 'Climate')).toMatchObject({ days: null, position: 9 });
    const html = await renderScreen(lists, '/admin/lists', { as: people.maren });
    const headings = ['Stages', 'Reasons for closing', 'Industries', 'Groups', 'Funding rounds'];
    for (const heading of [...headings, 'Next meetings'])
      expect(readText(html)).toContain(`|${heading}|`);
  });

  test('a refused option has its message at its field', async () => {
    const refuse = async (form: Record<string, string>) => {
      const html = await renderScreen(lists, '/admin/lists', { as: people.maren, form });
      return findTags(html, 'input').filter((tag) => tag.includes('aria-invalid="true"'));
    };
    const message = 'aria-describedby="option-error"';
    const added = await refuse({ do: 'add', list: 'meetings', name: 'Never', days: '-7' });
    expect(added).toEqual([expect.stringContaining('name="days"')]);
    expect(added[0]).toContain(message);
    const entry = String(await id('industries', 'AI'));
    const renamed = await refuse({ do: 'save', list: 'industries', id: entry, name: ' ' });
    expect(renamed).toEqual([expect.stringContaining('aria-label="Name of AI"')]);
    expect(renamed[0]).toContain(message);
  });

  test('a name typed for an option retired meanwhile is told', async () => {
    const form = { do: 'save', list: 'groups', id: String(await id('groups', 'OnBS')) };
    await retire('groups', 'OnBS');
    const show = async (sent: Record<string, string>) =>
      readText(
        await renderScreen(lists, '/admin/lists', { as: people.maren, form: { ...form, ...sent } }),
      );
    expect(await show({ name: 'Baltics' })).toContain(
      '|Not saved|“Baltics” was not saved. This option no longer exists.|',
    );
    expect(await show({ do: 'up', name: 'OnBS' })).toContain(
      '|Not saved|This option no longer exists.|',
    );
  });

  test('the history shows days and positions as whole numbers', async () => {
    await add('meetings', 'In two weeks', 14);
    await rename('meetings', 'In two weeks', 'In two weeks', 15);
    await moveOption(people.maren, await id('meetings', 'In two weeks'), -1);
    const text = readText(await renderScreen(history, '/admin/history', { as: people.maren }));
    expect(text).toContain('|Days|14|→|15|');
    expect(text).toContain('|Position|7|→|6|');
  });

  test('an option list is folded unless it was just changed', async () => {
    const send = (form: Record<string, string>) =>
      call(lists, 'POST', '/admin/lists', { as: people.maren, form });
    const open = async (path: string, form?: Record<string, string>) =>
      (await renderScreen(lists, path, { as: people.maren, form }))
        .split('<section')
        .flatMap((part) =>
          part.includes('<details open') ? /<h2[^>]*>([^<]*)/.exec(part)![1]! : [],
        );
    expect(await open('/admin/lists')).toEqual([]);
    const shown = await renderScreen(lists, '/admin/lists', { as: people.maren });
    expect(readText(shown)).toContain('|Next meetings|6|');
    const [entry] = (await transaction(async (tx) => queryOptionLists(tx))).listActiveOptions(
      'meetings',
    );
    const forms: Record<string, string>[] = [
      { do: 'add', list: 'meetings', name: 'In a week', days: '7' },
      { do: 'save', list: 'meetings', id: String(entry!.id), name: 'At once', days: '0' },
      { do: 'down', list: 'meetings', id: String(entry!.id) },
    ];
    for (const form of forms) {
      const location = (await send(form)).headers.get('Location')!;
      expect(await open(location)).toEqual(['Next meetings']);
    }
    expect(await open('/admin/lists', { ...forms[0]!, name: '' })).toEqual(['Next meetings']);
    const location = (await send({ do: 'required', list: 'reasons' })).headers.get('Location')!;
    expect(await open(location)).toEqual(['Reasons for closing']);
  });
});
