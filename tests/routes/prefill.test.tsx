import { describe, expect, test } from 'vitest';
import { parsePrefill } from '~/address/prefill';
import { listContacts } from '~/domain/contact/list.server';
import { addCustomField } from '~/domain/custom-field/create.server';
import { NewCustomField } from '~/domain/custom-field/schema';
import { findDealBySubmission } from '~/domain/deal/create.server';
import { getDeal } from '~/domain/deal/get.server';
import { listNotes } from '~/domain/note/thread.server';
import { parseInput } from '~/errors';
import * as account from '~/routes/account/route';
import * as manifest from '~/routes/manifest[.]webmanifest';
import * as newDeal from '~/routes/pipeline.new/route';
import { call, createCastForEach } from '../support/cast';
import { readText, renderScreen } from '../support/render-screen';

const people = createCastForEach();

const SENT = {
  companyName: 'Wickham Valves',
  website: 'www.wickham.example',
  text: 'Valves that report their own wear.',
  contactName: 'Noor Haddaway',
  contactEmail: 'noor@wickham.example',
};
const ADDRESS = `/pipeline/new?${new URLSearchParams(SENT)}`;
const KEY = '3f6f1a52-7c9e-4a55-9d0e-0d5b8f2b7a10';

const readValue = (html: string, name: string) =>
  new RegExp(`<input[^>]* name="${name}"[^>]*>`).exec(html)?.[0].match(/ value="([^"]*)"/)?.[1];

async function save(form: Record<string, string>) {
  const answer = await call(newDeal, 'POST', ADDRESS, {
    as: people.ana,
    form: { submission: KEY, ...form },
  });
  const deal = await findDealBySubmission(people.ana, KEY);
  return { status: answer.status, id: deal?.id };
}

describe('a new deal from another page (rule 28.1)', () => {
  test('the address fills the form', async () => {
    const html = await renderScreen(newDeal, ADDRESS, { as: people.ana });
    expect(readValue(html, 'companyName')).toBe(SENT.companyName);
    for (const name of ['website', 'contactName', 'contactEmail'] as const)
      expect(readValue(html, name)).toBe(SENT[name]);
    expect(html).toContain(`>${SENT.text}</textarea>`);
  });

  test('without a website or contact, the form does not ask for them', async () => {
    const path = '/pipeline/new?companyName=Wickham&owner=someone';
    const html = await renderScreen(newDeal, path, { as: people.ana });
    expect(readValue(html, 'companyName')).toBe('Wickham');
    expect(html).not.toContain('name="contactName"');
  });

  test('texts are cut at the limit of their field', () => {
    const read = parsePrefill(new URLSearchParams({ companyName: 'x'.repeat(9_999), text: ' ' }));
    expect(Object.keys(read)).toEqual(['companyName']);
    expect(read.companyName!.length).toBeLessThan(9_999);
  });

  test('saving stores the contact, and the website in a note', async () => {
    const { text, ...form } = SENT;
    const { status, id } = await save({ ...form, businessIntroduction: text });
    expect(status).toBe(302);
    expect(await getDeal(people.ana, id!)).toMatchObject({ businessIntroduction: text });
    expect(await listContacts(people.ana, id!)).toMatchObject([
      { name: SENT.contactName, email: SENT.contactEmail },
    ]);
    const notes = await listNotes(people.ana, id!);
    expect(notes.map((note) => note.text)).toEqual(['Website: https://www.wickham.example']);
  });

  test('a form sent twice stores contact and note once', async () => {
    const { text: _, ...form } = SENT;
    await save(form);
    const { id } = await save(form);
    expect(await listContacts(people.ana, id!)).toHaveLength(1);
    expect(await listNotes(people.ana, id!)).toHaveLength(1);
  });

  test("the website fills the fund's custom field for it", async () => {
    const { key } = await addCustomField(
      people.maren,
      parseInput(NewCustomField, { name: 'Website', kind: 'link' }),
    );
    const html = await renderScreen(newDeal, ADDRESS, { as: people.ana });
    expect(readValue(html, `field-${key}`)).toBe(SENT.website);
    expect(readValue(html, 'website')).toBeUndefined();
  });

  test('an email without a name is refused at its field', async () => {
    const form = { companyName: 'Wickham', contactEmail: SENT.contactEmail };
    const { status, id } = await save(form);
    expect({ status, id }).toEqual({ status: 400, id: undefined });
    const html = await renderScreen(newDeal, ADDRESS, { as: people.ana, form });
    expect(readText(html)).toContain('Please enter the name of this person');
  });
});

describe('ways to the form of a new deal', () => {
  test('the account page offers a bookmark (rule 28.2)', async () => {
    const html = await renderScreen(account, '/account', { as: people.ana });
    const [, bookmark] = /href="(javascript:[^"]+)"[^>]*>Add to Deal Pipeline</.exec(html)!;
    expect(decodeURIComponent(bookmark!)).toContain('http://localhost:3000/pipeline/new');
  });

  test('the manifest shares pages with the form (rule 28.3)', async () => {
    const answer = await call(manifest, 'GET', '/manifest.webmanifest');
    const body = (await answer.json()) as typeof MANIFEST;
    expect(answer.headers.get('Content-Type')).toBe('application/manifest+json');
    expect(body).toMatchObject(MANIFEST);
  });
});

const MANIFEST = {
  name: 'Deal Pipeline',
  share_target: {
    action: '/pipeline/new',
    method: 'GET',
    params: { title: 'companyName', text: 'text', url: 'website' },
  },
};
