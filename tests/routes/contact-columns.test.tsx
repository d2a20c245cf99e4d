import { describe, expect, test } from 'vitest';
import { addContact, updateContact } from '~/domain/contact/edit.server';
import { listContacts } from '~/domain/contact/list.server';
import { addCustomField } from '~/domain/custom-field/create.server';
import { NewCustomField } from '~/domain/custom-field/schema';
import { applyImport } from '~/domain/import/apply/apply.server';
import { startComparison } from '~/domain/import/preview/start.server';
import { startImport } from '~/domain/import/upload/start.server';
import { parseInput } from '~/errors';
import * as oneImport from '~/routes/api.imports_.$id';
import * as dealsApi from '~/routes/api.pipelines';
import * as exportRoute from '~/routes/api.pipelines_.export';
import * as importRoute from '~/routes/api.pipelines_.import';
import * as columnsPage from '~/routes/import_.$id/route';
import * as previewPage from '~/routes/import_.$id_.preview/route';
import * as historyPage from '~/routes/pipeline.$id.history/route';
import { catchResponse } from '../support/answers';
import { call, createCastForEach } from '../support/cast';
import { addDeal } from '../support/deals';
import { readText, renderScreen } from '../support/render-screen';

const people = createCastForEach();

type Json = Record<string, unknown>;
interface Row {
  kind: string;
  values: Json;
  fields: { field: string; from: unknown; to: unknown; isWritten: boolean }[];
  problems: { cell: string; reason: string }[];
  notes: string[];
}

async function send(content: string | File, query = '') {
  const file = typeof content === 'string' ? new File([content], 'deals.csv') : content;
  const address = `/api/pipelines/import${query}`;
  const answer = await call(importRoute, 'POST', address, { as: people.maren, file });
  return {
    status: answer.status,
    json: (await answer.json()) as Json & { id: number; rows: Row[] },
  };
}
const previewRows = async (csv: string) => (await send(csv, '?dryRun=true')).json.rows;

async function dealsByName(): Promise<Map<string, number>> {
  const answer = await call(dealsApi, 'GET', '/api/pipelines', { as: people.maren });
  const items = (await answer.json()) as { id: number; companyName: string }[];
  return new Map(items.map(({ id, companyName }) => [companyName, id]));
}
async function listStoredContacts(company: string) {
  const id = (await dealsByName()).get(company)!;
  const found = await listContacts(people.maren, id);
  return found.map(({ id: _, dealId: __, searchText: ___, ...contact }) => contact);
}
const NOBODY = { name: '', role: null, email: null, phone: null, link: null, note: null };
const undo = async (id: number) =>
  call(oneImport, 'DELETE', `/api/imports/${id}`, { as: people.maren, params: { id: String(id) } });

describe('contact columns of an import (rule 25.16)', () => {
  test('an import adds contacts, and its undo removes them', async () => {
    const csv = [
      'Company,CEO,Contact,Job title,Email,Phone,Contact link,Contact note',
      'Aster,Mei,Ada,CTO,mailto:ada@aster.example,+49 1,https://aster.example/ada,Likes tea',
      'Birch,Kim,,,,,,',
      'Cedar,Li Na,,,li@cedar.example,n/a,,',
      'Dogwood,,,,x@dogwood.example,,,',
    ].join('\n');
    const { json } = await send(csv);
    expect(json).toMatchObject({ created: 4, notImported: [] });
    const ada = {
      name: 'Ada',
      role: 'CTO',
      email: 'ada@aster.example',
      phone: '+49 1',
      link: 'https://aster.example/ada',
      note: 'Likes tea',
    };
    expect(await listStoredContacts('Aster')).toEqual([ada]);
    expect(await listStoredContacts('Birch')).toEqual([]);
    expect(await listStoredContacts('Cedar')).toEqual([
      { ...NOBODY, name: 'Li Na', email: 'li@cedar.example' },
    ]);
    expect(await listStoredContacts('Dogwood')).toEqual([
      { ...NOBODY, name: 'x@dogwood.example', email: 'x@dogwood.example' },
    ]);
    const id = (await dealsByName()).get('Aster')!;
    const search = `/api/pipelines?text=${encodeURIComponent('likes tea')}`;
    const found = await call(dealsApi, 'GET', search, { as: people.maren });
    expect(await found.json()).toMatchObject([{ id }]);
    const shown = { as: people.maren, params: { id: String(id) } };
    expect(readText(await renderScreen(historyPage, `/pipeline/${id}/history`, shown))).toContain(
      'Ada',
    );
    expect((await undo(json.id)).status).toBe(200);
    expect((await dealsByName()).size).toBe(0);
  });

  test('an import updates a known contact instead of adding it', async () => {
    const deal = await addDeal(people.maren, { companyName: 'Aster' });
    const kept = { ...NOBODY, name: 'Ada Müller', email: 'ada@aster.example', phone: '+49 1' };
    await addContact(people.maren, deal, kept);
    const csv = 'Company,Contact name,Contact email,Contact phone,Role\n';
    const same = 'Aster,ada muller,ADA@aster.example,+49 1,\n';
    expect(await previewRows(csv + 'Aster,Ada Müller,ada@aster.example,+49 1,\n')).toMatchObject([
      { kind: 'unchanged', fields: [] },
    ]);
    const [row] = await previewRows(csv + same.replace('+49 1,', '+49 2,CTO'));
    expect(row!.fields.map(({ field, isWritten }) => [field, isWritten])).toEqual([
      ['contactName', false],
      ['contactRole', true],
      ['contactEmail', false],
      ['contactPhone', false],
    ]);
    const { json } = await send(csv + same.replace('+49 1,', '+49 2,CTO') + 'Aster,Bo,,,\n');
    expect(json).toMatchObject({ created: 0, updated: 2 });
    const bo = { ...NOBODY, name: 'Bo' };
    expect(await listStoredContacts('Aster')).toEqual([{ ...kept, role: 'CTO' }, bo]);
    expect((await undo(json.id)).status).toBe(200);
    expect(await listStoredContacts('Aster')).toEqual([kept]);
  });

  test.each([
    ['changed', { email: 'ada@a.example' }],
    ['filled', { phone: '+49 1', note: 'Met her.' }],
  ])('undo keeps a contact that was %s after the import', async (_, changes) => {
    await addDeal(people.maren, { companyName: 'Aster' });
    const { json } = await send('Company,Contact,Email\nAster,Ada,a@a.example\n');
    const id = (await dealsByName()).get('Aster')!;
    const [ada] = await listContacts(people.maren, id);
    await updateContact(people.maren, id, ada!.id, changes);
    await undo(json.id);
    expect(await listStoredContacts('Aster')).toMatchObject([{ name: 'Ada', ...changes }]);
  });

  test('a name beside an email names the contact, not the CEO', async () => {
    await send('Company,CEO,Contact email\nAster,Jo,Bob Ray <bob@a.example>\n');
    expect(await listStoredContacts('Aster')).toMatchObject([
      { name: 'Bob Ray', email: 'bob@a.example' },
    ]);
  });

  test('rows of one new company add each of its contacts once', async () => {
    const csv =
      'Company,Contact,Email\nAster,Ada,ada@a.example\nAster,Bo,bo@a.example\nAster,Ada,\nBirch,Cy,\n';
    expect((await send(csv, '?onDuplicate=fill')).status).toBe(201);
    expect((await listStoredContacts('Aster')).map(({ name }) => name)).toEqual(['Ada', 'Bo']);
    expect((await listStoredContacts('Birch')).map(({ name }) => name)).toEqual(['Cy']);
  });

  test('a contact added after the preview is not added twice', async () => {
    const deal = await addDeal(people.maren, { companyName: 'Aster' });
    const bytes = new TextEncoder().encode('Company,Contact,Email\nAster,Ada,ada@a.example\n');
    const { id, read } = await startImport(people.maren, { name: 'deals.csv', bytes });
    await read;
    const sent = { as: people.maren, params: { id: String(id) } };
    const page = readText(await renderScreen(columnsPage, `/import/${id}`, sent));
    expect(page).toContain('Contact email');
    const targets = ['companyName', 'contactName', 'contactEmail'];
    const sheets = [{ holds: 'deals' as const, targets }];
    await (
      await startComparison(people.maren, id, { sheets, dayFirst: null })
    ).compared;
    const preview = readText(await renderScreen(previewPage, `/import/${id}/preview`, sent));
    expect(preview).toContain('Contact name');
    await addContact(people.maren, deal, { ...NOBODY, name: 'Ada' });
    expect((await catchResponse(applyImport(people.maren, id))).status).toBe(409);
    expect(await listStoredContacts('Aster')).toEqual([{ ...NOBODY, name: 'Ada' }]);
  });

  test('an invalid contact is reported', async () => {
    const csv =
      'Company,Contact,Email,Contact link\nAster,Ada,not an email,\nBirch,Bo,,ftp://b.example\n' +
      `Cedar,${'x'.repeat(201)},,\n`;
    const rows = await previewRows(csv);
    expect(
      rows.map(({ kind, problems }) => [
        kind,
        problems.map(({ cell, reason }) => `${cell} ${reason}`),
      ]),
    ).toEqual([
      ['error', ['C2 is not an email address']],
      ['error', ['D3 is not an address that begins with http:// or https://']],
      ['error', ['B4 is too long, or contains a control character']],
    ]);
    const [left] = await previewRows('Company,CEO,Contact,Phone\nAster,,,+49 1\n');
    expect(left).toMatchObject({
      kind: 'new',
      values: { companyName: 'Aster' },
      notes: ['The contact is skipped because it has neither a name nor an email'],
    });
  });

  test('a custom field named like a contact column round-trips', async () => {
    await addCustomField(
      people.maren,
      parseInput(NewCustomField, { name: 'Contact email', kind: 'text' }),
    );
    await send('Company,Contact email\nAster,ada@aster.example\n');
    expect(await listStoredContacts('Aster')).toEqual([]);
    const answer = await call(exportRoute, 'GET', '/api/pipelines/export', { as: people.maren });
    const file = new File([await answer.arrayBuffer()], 'export.xlsx');
    expect((await send(file, '?dryRun=true')).json).toMatchObject({ counts: { unchanged: 1 } });
  });
});
