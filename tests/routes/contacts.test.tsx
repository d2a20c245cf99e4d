import { beforeEach, describe, expect, test } from 'vitest';
import { contacts } from '#db/schema';
import { transaction } from '#db/transaction';
import { setCollaborators } from '~/domain/collaborator/update.server';
import { addContact } from '~/domain/contact/edit.server';
import { listContacts } from '~/domain/contact/list.server';
import { undoOwnOperation } from '~/domain/operations/undo/undo.server';
import { listDealHistory } from '~/domain/timeline/deal-history.server';
import * as pipelinesApi from '~/routes/api.pipelines';
import * as listApi from '~/routes/api.pipelines_.$id_.contacts';
import * as oneApi from '~/routes/api.pipelines_.$id_.contacts_.$contact';
import * as exportApi from '~/routes/api.pipelines_.export';
import * as dealPage from '~/routes/pipeline.$id._index/route';
import * as contactsPage from '~/routes/pipeline.$id.contacts/route';
import * as contactPage from '~/routes/pipeline.$id.contacts_.$contact/route';
import * as historyPage from '~/routes/pipeline.$id.history/route';
import * as searchPage from '~/routes/search/route';
import { readErrors } from '../support/answers';
import { call, type CastMember, createCastForEach } from '../support/cast';
import { addDeal } from '../support/deals';
import { findTags, readText, renderScreen } from '../support/render-screen';
import { readOutcome, successOutcome } from '../support/toast';
import { readWorkbook } from '../support/workbook';

const people = createCastForEach();
let id: number;
beforeEach(async () => {
  id = await addDeal(people.ana, { companyName: 'Gantrywell', ceoName: 'Ines Mora' });
});

const INES = {
  name: 'Ines Mora',
  role: 'CEO',
  email: 'ines@gantrywell.example',
  phone: '+44 (0)20 7946 0001',
  link: 'https://www.gantrywell.example/team/',
  note: 'Prefers mornings',
};
const EMPTY = { role: null, email: null, phone: null, link: null, note: null };

const deal = () => ({ params: { id: String(id) } });
const of = (contact: number) => ({ params: { id: String(id), contact: String(contact) } });
const add = (as: CastMember, json: unknown) =>
  call(listApi, 'POST', `/api/pipelines/${id}/contacts`, { as, ...deal(), json });
const list = (as: CastMember, query = '') =>
  call(listApi, 'GET', `/api/pipelines/${id}/contacts${query}`, { as, ...deal() });
const one = (method: string, as: CastMember, contact: number, json?: unknown) =>
  call(oneApi, method, `/api/pipelines/${id}/contacts/${contact}`, { as, ...of(contact), json });
const names = async () => (await listContacts(people.maren, id)).map(({ name }) => name);
const latest = async () => (await listDealHistory(people.maren, id, { limit: 1, offset: 0 }))[0]!;

describe('the page of all contacts (rule 25.17)', () => {
  test('the page of all contacts shows 100 and links to the rest', async () => {
    for (let n = 0; n < 101; n++) await addContact(people.ana, id, { name: `Person ${n}.` });
    const ask = async (query: string) =>
      readText(
        await renderScreen(contactsPage, `/pipeline/${id}/contacts${query}`, {
          as: people.ana,
          ...deal(),
        }),
      );
    const first = await ask('');
    expect(first).toContain('Person 99.');
    expect(first).not.toContain('Person 100.');
    expect(first).toContain('|More contacts|Page 1 of 2|');
    const last = await ask('?page=2');
    expect(last).toContain('Person 100.');
    expect(last).not.toContain('Person 99.');
    expect(last).toContain('|Previous contacts|Page 2 of 2|');
  });
});

describe('/api/pipelines/{id}/contacts (rules 25.1 and 25.2)', () => {
  test('people who see a deal add, edit and delete contacts', async () => {
    const { ana, ben, chiara, tomas } = people;
    await setCollaborators(ana, id, [ben.id]);
    const answer = await add(ana, INES);
    const contact = (await answer.json()) as { id: number };
    expect([answer.status, contact]).toEqual([
      201,
      { id: expect.any(Number), pipelineId: id, ...INES },
    ]);
    const address = `/api/pipelines/${id}/contacts/${contact.id}`;
    expect(answer.headers.get('Location')).toBe(address);
    const second = (await (await add(ben, { name: ' Ola ', email: '' })).json()) as { id: number };
    expect(second).toEqual({ id: second.id, pipelineId: id, ...EMPTY, name: 'Ola' });
    const all = await list(tomas);
    expect([all.headers.get('X-Total-Count'), await all.json()]).toEqual(['2', [contact, second]]);
    expect(await (await list(ana, '?limit=1&offset=1')).json()).toEqual([second]);
    const changed = await one('PUT', ben, contact.id, { role: 'Chair', note: null });
    const after = { ...contact, role: 'Chair', note: null };
    expect(await changed.json()).toEqual(after);
    expect(await (await one('GET', ana, contact.id)).json()).toEqual(after);
    expect((await one('PUT', ana, contact.id, {})).status).toBe(200);
    for (const answered of [
      await add(chiara, INES),
      await list(chiara),
      await one('GET', chiara, contact.id),
      await one('PUT', chiara, contact.id, { name: 'No' }),
      await one('DELETE', chiara, contact.id),
      await one('GET', ana, contact.id + 99),
    ])
      expect(answered.status).toBe(404);
    expect((await one('DELETE', tomas, contact.id)).status).toBe(200);
    expect((await one('DELETE', tomas, contact.id)).status).toBe(404);
    expect(await names()).toEqual(['Ola']);
  });

  test.each([
    ['no name', { role: 'CEO' }, 'name'],
    ['a blank one', { name: '  ' }, 'name'],
    ['a long one', { name: 'n'.repeat(201) }, 'name'],
    ['no text', { name: 7 }, 'name'],
    ['no email', { name: 'A', email: 'ines at gantrywell' }, 'email'],
    ['another scheme', { name: 'A', link: 'javascript:alert(1)' }, 'link'],
    ['no address', { name: 'A', link: 'https://' }, 'link'],
    ['a list', { name: 'A', phone: [] }, 'phone'],
    ['a long note', { name: 'A', note: 'n'.repeat(2_001) }, 'note'],
  ])('a contact with %s is refused', async (_, json, path) => {
    const answer = await add(people.ana, json);
    expect([answer.status, Object.keys(await readErrors(answer))]).toEqual([400, [path]]);
    expect(await names()).toEqual([]);
  });

  test('a contact needs a name, and a deal has at most 1,000', async () => {
    const first = await addContact(people.ana, id, { name: 'First' });
    expect((await one('PUT', people.ana, first, { name: null })).status).toBe(400);
    const many = Array.from({ length: 999 }, (_, n) => ({
      name: `P${n}`,
      dealId: id,
      searchText: '',
    }));
    await transaction(async (tx) => tx.insert(contacts).values(many));
    expect((await add(people.ana, INES)).status).toBe(400);
  });
});

describe('contacts on the deal page (rules 19.1 and 25.3)', () => {
  const page = () => renderScreen(dealPage, `/pipeline/${id}`, { as: people.ana, ...deal() });
  const post = (form: Record<string, string>) =>
    call(contactsPage, 'POST', `/pipeline/${id}/contacts`, { as: people.ana, ...deal(), form });

  test('the deal page offers known names and adds a contact once', async () => {
    expect(await page()).toContain('<option value="Ines Mora"></option>');
    const form = { ...INES, back: `/pipeline/${id}` };
    for (let n = 0; n < 2; n++)
      expect(await readOutcome(await post(form))).toEqual(
        successOutcome(`/pipeline/${id}#contacts`, 'Contact added'),
      );
    expect(await names(), 'a form sent twice').toEqual(['Ines Mora']);
    const html = await page();
    expect(html).not.toContain('<option value="Ines Mora">');
    expect(readText(html)).toContain(
      '|Contacts|Ines Mora|, CEO|Edit|Ines Mora|ines@gantrywell.example|+44 (0)20 7946 0001|gantrywell.example/team|Prefers mornings|',
    );
    const links = findTags(html, 'a').join();
    for (const to of ['mailto:ines@gantrywell.example', 'tel:+442079460001', INES.link])
      expect(links).toContain(`href="${to}"`);
  });

  test('contacts added in a row are one line of latest changes', async () => {
    for (const name of ['Jo', 'Kim', 'Lee']) await addContact(people.ana, id, { name });
    await addContact(people.maren, id, { name: 'Max' });
    expect(readText(await page())).toMatch(
      /\|added Max\|.*\|added Lee, Kim, Jo\|.*\|added the deal\|/,
    );
  });

  test('the deal page shows eight contacts, another page all', async () => {
    for (let n = 1; n < 10; n++) await addContact(people.ana, id, { name: `Person ${n}.` });
    const text = readText(await page());
    expect(text).toContain('|Person 8.|');
    expect(text).not.toContain('|Person 9.|Edit|');
    expect(text).toContain('|All 9 contacts|');
    const all = await renderScreen(contactsPage, `/pipeline/${id}/contacts`, {
      as: people.ana,
      ...deal(),
    });
    expect(readText(all)).toContain('|Person 9.|Edit|');
  });

  test('a refused contact comes back with its reason', async () => {
    const form = { name: 'Ola', email: 'ola', back: `/pipeline/${id}` };
    expect((await post(form)).status).toBe(400);
    const sent = { as: people.ana, ...deal(), form };
    const html = await renderScreen(contactsPage, `/pipeline/${id}/contacts`, sent);
    expect(readText(html)).toContain('|Please enter a valid email address|');
    expect(findTags(html, 'input').find((tag) => tag.includes('name="email"'))).toContain(
      'value="ola"',
    );
    expect(html.match(/<[^>]*autofocus[^>]*>/gi)).toEqual([
      expect.stringContaining('name="email"'),
    ]);
  });
});

describe('the page of a contact (rules 25.3 and 25.4)', () => {
  let contact: number;
  beforeEach(async () => {
    contact = await addContact(people.ana, id, INES);
  });
  const path = () => `/pipeline/${id}/contacts/${contact}`;
  const post = (form: Record<string, string>) =>
    call(contactPage, 'POST', path(), { as: people.ana, ...of(contact), form });
  const page = (form?: Record<string, string>) =>
    renderScreen(contactPage, path(), { as: people.ana, ...of(contact), form });
  const seenIn = (html: string) =>
    /value="([^"]*)"/
      .exec(findTags(html, 'input').find((tag) => tag.includes('name="seen"'))!)![1]!
      .replaceAll('&quot;', '"');

  test('the contact page saves typed and emptied fields', async () => {
    const seen = seenIn(await page());
    const answer = await post({ ...INES, phone: '', role: 'Founder', seen });
    expect(await readOutcome(answer)).toEqual(
      successOutcome(`/pipeline/${id}#contacts`, 'Contact saved'),
    );
    expect(await listContacts(people.ana, id)).toMatchObject([
      { ...INES, phone: null, role: 'Founder' },
    ]);
  });

  test('a contact changed meanwhile is replaced by saving again', async () => {
    const form = { ...INES, role: 'Mine', seen: seenIn(await page()) };
    await one('PUT', people.tomas, contact, { role: 'Theirs' });
    expect((await post(form)).status).toBe(409);
    const html = await page(form);
    expect(readText(html)).toContain(
      '|Someone has changed this contact since you opened it. Role is now “Theirs”. ' +
        'Save again to replace that.|',
    );
    expect((await post({ ...form, seen: seenIn(html) })).status).toBe(302);
    expect(await listContacts(people.ana, id)).toMatchObject([{ role: 'Mine' }]);
  });

  test('a refused edit stays based on what it showed', async () => {
    const form = { ...INES, role: 'Mine', seen: seenIn(await page()) };
    await one('PUT', people.tomas, contact, { role: 'Theirs' });
    const html = await page({ ...form, name: '' });
    expect((await post({ ...form, seen: seenIn(html) })).status).toBe(409);
    expect(await listContacts(people.ana, id)).toMatchObject([{ role: 'Theirs' }]);
  });

  test('Undo restores a deleted contact', async () => {
    const answer = await post({ intent: 'delete' });
    expect(await readOutcome(answer)).toEqual(
      successOutcome(`/pipeline/${id}#contacts`, 'Contact deleted'),
    );
    expect(await names()).toEqual([]);
    await undoOwnOperation(people.ana, (await latest()).operationId!);
    expect(await listContacts(people.ana, id)).toMatchObject([{ id: contact, ...INES }]);
  });
});

describe('a contact (rules 25.4, 25.5 and 25.6)', () => {
  test('the history names the contact', async () => {
    const contact = await addContact(people.ana, id, { name: 'Ola', role: 'CTO' });
    await one('PUT', people.tomas, contact, { role: 'CEO' });
    await one('PUT', people.tomas, contact, { role: 'CEO' });
    await one('DELETE', people.ana, contact);
    const text = readText(
      await renderScreen(historyPage, `/pipeline/${id}/history`, { as: people.ana, ...deal() }),
    );
    expect(text).toMatch(
      /\|Contact deleted\|Ola.*\|Contact changed\|Ola\|.*Tomas.*\|Role\|CTO\|→\|CEO.*\|Contact created\|Ola.*\|Deal created\|/,
    );
    expect(text.match(/\|Contact changed\|/g), 'nothing changed').toHaveLength(1);
    expect(text).not.toContain('rowId');
  });

  test('undo reverts a contact unless it was changed since', async () => {
    const contact = await addContact(people.ana, id, { name: 'Ola', role: 'CTO' });
    await one('PUT', people.ana, contact, { role: 'CEO', phone: '1' });
    const { operationId } = await latest();
    await undoOwnOperation(people.ana, operationId!);
    expect(await listContacts(people.ana, id)).toMatchObject([{ role: 'CTO', phone: null }]);
    await one('PUT', people.ana, contact, { role: 'CFO' });
    const change = (await latest()).operationId!;
    await one('PUT', people.tomas, contact, { role: 'COO' });
    expect(await undoOwnOperation(people.ana, change)).toMatchObject({
      undone: 0,
      changedSince: [{ why: 'Role: changed since by Tomas Rivera.' }],
    });
    expect(await listContacts(people.ana, id)).toMatchObject([{ role: 'COO' }]);
  });

  test('search and filter find contacts of visible deals', async () => {
    await addContact(people.ana, id, { ...INES, name: 'Zoë Aldermann' });
    const found = async (as: CastMember, q: string) =>
      readText(await renderScreen(searchPage, `/search?q=${q}`, { as }));
    expect(await found(people.ana, 'zoe')).toContain(
      '|Gantrywell|Ana|Contact:|Zoë|Aldermann, CEO, ines@gantrywell.example',
    );
    expect(await found(people.tomas, 'ines@gantry')).toContain('|Gantrywell|');
    expect(await found(people.ben, 'zoe')).toContain('No deals or notes');
    const filtered = async (as: CastMember) =>
      (await call(pipelinesApi, 'GET', '/api/pipelines?text=aldermann', { as })).json();
    expect(await filtered(people.ana)).toMatchObject([{ companyName: 'Gantrywell' }]);
    expect(await filtered(people.ben)).toEqual([]);
  });

  test('the export has a sheet of contacts', async () => {
    const other = await addDeal(people.ben, { companyName: 'Other' });
    await addContact(people.ben, other, { name: 'Hidden' });
    await addContact(people.ana, id, { ...INES, name: '=1+1' });
    await addContact(people.ana, id, { name: 'Ola' });
    const answer = await call(exportApi, 'GET', '/api/pipelines/export', { as: people.ana });
    const { Contacts: sheet } = readWorkbook(new Uint8Array(await answer.arrayBuffer()));
    expect(sheet!.map((row) => Object.values(row).map(({ value }) => value))).toEqual([
      ['Company name', 'Contact', 'Role', 'Email', 'Phone', 'Link', 'Note'],
      ['Gantrywell', '=1+1', 'CEO', INES.email, INES.phone, INES.link, INES.note],
      ['Gantrywell', 'Ola'],
    ]);
  });
});
