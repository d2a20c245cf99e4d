import { afterEach, describe, expect, test } from 'vitest';
import { db } from '#db/client';
import { imports } from '#db/schema';
import { getDisplayName } from '~/domain/person/names';
import * as account from '~/routes/account/route';
import * as quickAdd from '~/routes/add/route';
import * as importPage from '~/routes/import/route';
import * as editPage from '~/routes/pipeline.$id.edit/route';
import * as notesPage from '~/routes/pipeline.$id.notes/route';
import { call, type CastMember, createCastForAll } from '../support/cast';
import { addDeal, countDeals, deleteDeals, getStoredDeal } from '../support/deals';
import { listSentFields, renderScreen } from '../support/render-screen';

const people = createCastForAll();
afterEach(deleteDeals);

const REFUSED =
  'Another account opened this form, and maren@demo.example has signed in since. Nothing was saved.';

type Route = Parameters<typeof renderScreen>[0] & Parameters<typeof call>[0];

/** Sends a form that Ana opened, as whoever is signed in by then. */
async function sendOpenedForm(
  route: Route,
  path: string,
  { typed, as }: { typed: Record<string, string>; as: CastMember },
) {
  const id = /\d+/.exec(path)?.[0] ?? '';
  const html = await renderScreen(route, path, { as: people.ana, params: { id } });
  const opened = listSentFields(html, Object.keys(typed)[0]!);
  const form = [...opened.filter(([name]) => !(name in typed)), ...Object.entries(typed)];
  const answer = await call(route, 'POST', path, { as, form, params: { id } });
  return { status: answer.status, text: await answer.text() };
}

describe('forms that another account opened (rule 12.43)', () => {
  test.each([
    ['a note', notesPage, 'notes', { text: 'Only for my eyes' }],
    ['a deal', editPage, 'edit', { comments: 'Only for my eyes' }],
  ] as const)('%s is refused with what was typed', async (_, route, page, typed) => {
    const deal = await addDeal(people.ana);
    const before = await getStoredDeal(deal);
    const path = `/pipeline/${deal}/${page}`;
    const { status, text } = await sendOpenedForm(route, path, { typed, as: people.maren });
    expect(status).toBe(409);
    expect(JSON.parse(text)).toMatchObject({ message: REFUSED });
    expect(text).toContain('Only for my eyes');
    expect(text).not.toContain('openedBy');
    expect(await getStoredDeal(deal)).toEqual(before);
  });

  test('a new deal is not stored for the account of a second tab', async () => {
    const typed = { companyName: 'Halden Optics' };
    expect(await sendOpenedForm(quickAdd, '/add', { typed, as: people.maren })).toMatchObject({
      status: 409,
    });
    expect(await countDeals()).toBe(0);
  });

  test('a name is not given to the account of a second tab', async () => {
    const typed = { firstName: 'Ana', lastName: 'Lindqvist' };
    const { status } = await sendOpenedForm(account, '/account', { typed, as: people.maren });
    expect(status).toBe(409);
    expect(getDisplayName(people.maren)).not.toBe('Ana Lindqvist');
  });

  test('an import is not stored for the account of a second tab', async () => {
    const html = await renderScreen(importPage, '/import', { as: people.ana });
    const upload = new FormData();
    for (const [name, value] of listSentFields(html, 'cells')) upload.append(name, value);
    upload.set('cells', 'Company\r\nHalden Optics');
    const { headers, body } = new Response(upload);
    const sent = { body: new Uint8Array(await new Response(body).arrayBuffer()) };
    const answer = await call(importPage, 'POST', '/import', {
      as: people.maren,
      ...sent,
      headers: { 'Content-Type': headers.get('Content-Type')! },
    });
    expect(answer.status).toBe(409);
    expect(await answer.json()).toEqual({ problem: REFUSED, cells: 'Company\r\nHalden Optics' });
    expect(await db.$count(imports)).toBe(0);
  });

  test('the account that opened a form saves it', async () => {
    const deal = await addDeal(people.ana);
    const typed = { comments: 'Met at a fair' };
    const path = `/pipeline/${deal}/edit`;
    expect(await sendOpenedForm(editPage, path, { typed, as: people.ana })).toMatchObject({
      status: 302,
    });
    expect(await getStoredDeal(deal)).toMatchObject(typed);
  });
});
