import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '#db/client';
import { setCollaborators } from '~/domain/collaborator/update.server';
import { env } from '~/env.server';
import * as duplicates from '~/routes/admin_.pipelines_.doubles';
import * as apiList from '~/routes/api.pipelines';
import * as apiDeal from '~/routes/api.pipelines_.$id';
import * as ownDuplicates from '~/routes/dashboard_.doubles';
import * as edit from '~/routes/pipeline.$id.edit';
import * as add from '~/routes/pipeline.new';
import { call, type CastMember, createCastForAll } from '../support/cast';
import { addDeal, countDeals, deleteDeals, getStoredDeal } from '../support/deals';
import { listSentFields, readText, renderScreen } from '../support/render-screen';

const people = createCastForAll();
beforeEach(async () => {
  env.NAME_COLLEAGUES_DEALS = false;
  await deleteDeals();
});

type Form = Record<string, string | string[]>;

const save = (as: CastMember, form: Form) => call(add, 'POST', '/pipeline/new', { as, form });
const asked = async (as: CastMember, form: Form) =>
  renderScreen(add, '/pipeline/new', { as, form }).then(readText);
const update = (as: CastMember, id: number, form: Form) =>
  call(edit, 'POST', `/pipeline/${id}/edit`, { as, form, params: { id: String(id) } });
const today = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });

const TYPED = {
  companyName: 'ACME ltd.',
  ceoName: 'Mei',
  industries: ['DX', 'AI'],
  comments: 'Two\nlines',
  fundingRound: 'B',
};

describe('saving a new deal of a company that is there', () => {
  test('is a question that names the deal, its round and its day, and nothing is saved (rule 16.82)', async () => {
    const id = await addDeal(people.ana, { companyName: 'Acme Inc.', fundingRound: 'A' });
    expect((await save(people.ana, TYPED)).status).toBe(409);
    const html = await renderScreen(add, '/pipeline/new', { as: people.ana, form: TYPED });
    const said = `You already have|Acme Inc.|(opens in a new tab)|(Series A, ${today.format()})`;
    expect(readText(html)).toContain(said);
    expect(html).toMatch(new RegExp(`href="/dashboard\\?details=${id}" target="_blank"`));
    expect(await countDeals()).toBe(1);
  });

  test('saves anyway when told to, and asks again about another name (rule 16.83)', async () => {
    await addDeal(people.ana);
    await addDeal(people.ana, { companyName: 'Other GmbH' });
    const html = await renderScreen(add, '/pipeline/new', { as: people.ana, form: TYPED });
    const [, force] = /<button name="force" value="([^"]+)"/.exec(html)!;
    const other = { ...TYPED, companyName: 'Other', force: force! };
    expect((await save(people.ana, other)).status).toBe(409);
    const form = [...listSentFields(html, 'companyName'), ['force', force!]] as [string, string][];
    const forced = await call(add, 'POST', '/pipeline/new', { as: people.ana, form });
    expect(forced.status).toBe(302);
    expect(await countDeals()).toBe(3);
    const stored = { ...TYPED, industries: ['DX', 'AI'] };
    expect(await db.query.deals.findMany()).toContainEqual(expect.objectContaining(stored));
  });

  test('is not asked again when the form comes back for another reason (rule 16.83)', async () => {
    await addDeal(people.ana);
    const wrong = { ...TYPED, force: 'acme', targetClosingDate: 'x' };
    const html = await renderScreen(add, '/pipeline/new', { as: people.ana, form: wrong });
    expect(listSentFields(html, 'companyName')).toContainEqual(['force', 'acme']);
    expect(readText(html)).not.toContain('already have');
  });

  test('tells staff whose deal it is (rule 16.82)', async () => {
    await addDeal(people.ben, { fundingRound: 'Seed' });
    await addDeal(people.maren, { companyName: 'Acme AG' });
    const text = await asked(people.maren, TYPED);
    expect(text).toContain(`Ben already has|Acme|(opens in a new tab)|(Seed, ${today.format()})`);
    expect(text).toContain(`You already have|Acme AG|(opens in a new tab)|(${today.format()})`);
  });

  test('is no question about a deal that its author may not see (rule 16.86)', async () => {
    await addDeal(people.ben);
    expect((await save(people.ana, TYPED)).status).toBe(302);
  });

  test('a form sent twice is one deal and no question (rule 16.83)', async () => {
    const form = { ...TYPED, submission: crypto.randomUUID() };
    for (let n = 0; n < 2; n++) expect((await save(people.ana, form)).status).toBe(302);
    expect(await countDeals()).toBe(1);
    expect((await save(people.ana, { ...form, submission: crypto.randomUUID() })).status).toBe(409);
  });
});

describe('an edit', () => {
  test('that gives a deal the name of another one is asked about, and goes on as it was meant to (rule 16.84)', async () => {
    await addDeal(people.ana, { companyName: 'Acme Inc.', fundingRound: 'Seed' });
    const id = await addDeal(people.ana, { companyName: 'Former' });
    const form = { ...TYPED, version: '1', then: 'evaluate' };
    expect((await update(people.ana, id, form)).status).toBe(409);
    const html = await renderScreen(edit, `/pipeline/${id}/edit`, {
      as: people.ana,
      form,
      params: { id: String(id) },
    });
    expect(readText(html)).toContain(`You already have|Acme Inc.|`);
    expect((await getStoredDeal(id))!.companyName).toBe('Former');
    const again = [...listSentFields(html, 'companyName'), ['force', 'acme']] as [string, string][];
    const answer = await call(edit, 'POST', `/pipeline/${id}/edit`, {
      as: people.ana,
      form: again,
      params: { id: String(id) },
    });
    expect(answer.headers.get('Location')).toContain(`/pipeline/${id}/evaluation`);
    expect(await getStoredDeal(id)).toMatchObject({ companyName: 'ACME ltd.', ceoName: 'Mei' });
  });

  test('that leaves the name as it is, is not (rule 16.84)', async () => {
    await addDeal(people.ana);
    const id = await addDeal(people.ana);
    const form = { companyName: 'Acme', comments: 'New', version: '1' };
    expect((await update(people.ana, id, form)).status).toBe(302);
  });
});

describe('the API', () => {
  const post = async (as: CastMember, companyName: string, query = '') => {
    const answer = await call(apiList, 'POST', `/api/pipelines${query}`, {
      as,
      json: { companyName },
    });
    expect(answer.status).toBe(201);
    return (await answer.json()) as { id: number; possibleDuplicates?: unknown };
  };

  test('answers 201 as always, with possibleDuplicates (rule 16.85)', async () => {
    const { id, possibleDuplicates } = await post(people.ana, 'Acme');
    expect(possibleDuplicates).toBeUndefined();
    const { createdAt } = (await getStoredDeal(id))!;
    const twin = {
      id,
      companyName: 'Acme',
      fundingRound: null,
      createdAt: createdAt.toISOString(),
      owner: { firstName: 'Ana', email: 'ana@demo.example' },
    };
    expect((await post(people.maren, 'Acme GmbH')).possibleDuplicates).toEqual([twin]);
  });

  test('force=true leaves them out, and a company that is not there has no such key (rule 16.85)', async () => {
    await post(people.ana, 'Acme');
    expect(await post(people.ana, 'Acme', '?force=true')).not.toHaveProperty('possibleDuplicates');
    expect(await post(people.ben, 'Acme')).not.toHaveProperty('possibleDuplicates');
  });

  test('a change of the name names them too, another change does not (rule 16.85)', async () => {
    const twin = await addDeal(people.ana);
    const id = await addDeal(people.ana, { companyName: 'Former' });
    const put = async (json: object, query = '') => {
      const path = `/api/pipelines/${id}${query}`;
      const sent = { as: people.ana, json, params: { id: String(id) } };
      const answer = await call(apiDeal, 'PUT', path, sent);
      expect(answer.status).toBe(200);
      return answer.json() as Promise<{ possibleDuplicates?: unknown }>;
    };
    const found = [expect.objectContaining({ id: twin })];
    expect((await put({ companyName: 'Acme' })).possibleDuplicates).toEqual(found);
    for (const [json, query] of [
      [{ companyName: 'Acme', comments: 'x' }, ''],
      [{ comments: 'y' }, ''],
      [{ companyName: 'ACME' }, '?force=true'],
    ] as const)
      expect(await put(json, query)).not.toHaveProperty('possibleDuplicates');
  });
});

describe('NAME_COLLEAGUES_DEALS', () => {
  const SECRET = { companyName: 'Acme Secret Spelling', fundingRound: 'Angel' };
  const form = { companyName: 'Acme secret spelling GmbH' };

  test('off: form and API answer as if nobody had the company (rule 16.86)', async () => {
    await addDeal(people.ben, SECRET);
    expect((await save(people.ana, form)).status).toBe(302);
    const json = { companyName: 'ACME SECRET SPELLING' };
    const answer = await call(apiList, 'POST', '/api/pipelines', { as: people.daichi, json });
    expect(await answer.json()).not.toHaveProperty('possibleDuplicates');
  });

  test('on: they say who has it and since when, and nothing else of it (rule 16.86)', async () => {
    env.NAME_COLLEAGUES_DEALS = true;
    const id = await addDeal(people.ben, SECRET);
    const { createdAt } = (await getStoredDeal(id))!;
    expect((await save(people.ana, form)).status).toBe(409);
    const html = await renderScreen(add, '/pipeline/new', { as: people.ana, form });
    const said = `Ben Okafor has had a deal with this company since ${today.format()}.`;
    expect(readText(html)).toContain(`|${said}|`);
    expect(html).not.toMatch(/Secret Spelling|\(Angel|details=/);
    const answer = await call(apiList, 'POST', '/api/pipelines', { as: people.ana, json: form });
    const { possibleDuplicates } = (await answer.json()) as { possibleDuplicates: unknown };
    expect(possibleDuplicates).toEqual([
      {
        createdAt: createdAt.toISOString(),
        owner: { firstName: 'Ben', email: 'ben@demo.example' },
      },
    ]);
  });
});

describe('/admin/pipelines/doubles', () => {
  const open = (as: CastMember, query = '') =>
    renderScreen(duplicates, `/admin/pipelines/doubles${query}`, { as });

  test('lists companies with several deals, the most first, with names, owners, rounds and days (rule 16.87)', async () => {
    await addDeal(people.ana, { companyName: 'Single' });
    for (const companyName of ['Mori KK', '(株)Mori']) await addDeal(people.ana, { companyName });
    await addDeal(people.ana, { companyName: 'Acme' });
    await addDeal(people.ben, { companyName: 'ACME Ltd.', fundingRound: 'C' });
    await addDeal(people.maren, { companyName: 'Acme, Inc.' });
    const text = readText(await open(people.tomas));
    const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' }).format();
    expect(text).toContain(
      `|Acme, Inc.|3 deals|Acme, Inc.|· Maren · ${day}|ACME Ltd.|· Ben · Series C · ${day}|Acme|· Ana`,
    );
    expect(text.indexOf('3 deals')).toBeLessThan(text.indexOf('|(株)Mori|2 deals|'));
    expect(text).not.toContain('Single');
  });

  test('puts a name and its spelling without umlauts together, and leaves Blue and Blu apart (rule 16.87)', async () => {
    for (const companyName of ['Müller Milch', 'Muellermilch GmbH', 'Blue', 'Blu'])
      await addDeal(people.ana, { companyName });
    const html = await open(people.maren);
    expect(readText(html)).toContain('|Muellermilch GmbH|2 deals|');
    expect(readText(html)).not.toContain('Blu');
    const key = /doubles\?key=(\w+)/.exec(html)?.[1];
    const compared = readText(await open(people.maren, `?key=${key}`));
    expect(compared).toContain('Müller Milch');
    expect(compared).toContain('Muellermilch GmbH');
    expect(readText(await open(people.maren, '?key=muellermilch'))).toContain('Muellermilch GmbH');
  });

  test('says so when there are none, and names the newest five of a large group (rule 16.87)', async () => {
    expect(readText(await open(people.maren))).toContain('No company has more than one deal.');
    for (let n = 0; n < 7; n++) await addDeal(people.ana);
    expect(readText(await open(people.maren))).toContain('and 2 older deals');
  });

  test('is paged, also past the end (rule 16.87)', async () => {
    for (let n = 0; n < 26; n++)
      for (const form of ['Ltd', 'Inc'])
        await addDeal(people.ana, { companyName: `Company ${n} ${form}` });
    const text = readText(await open(people.maren, '?size=25&page=9')).replaceAll('|', '');
    expect(text).toContain('26–26 of 26 companies');
    expect(text.match(/2 deals/g)).toHaveLength(1);
  });

  test('shows the deals of a company side by side, with links and marked differences (rule 16.88)', async () => {
    const one = await addDeal(people.ana, { fundingRound: 'A', ceoName: 'Mei' });
    const two = await addDeal(people.ben, { fundingRound: 'Seed', comments: 'Only here' });
    await addDeal(people.ana, { companyName: 'Other' });
    const html = await open(people.tomas, '?key=acme');
    const text = readText(html);
    expect(text).toContain('|2 deals of one company|');
    expect(text).toContain('|Owner|Ben Okafor|Ana Lindqvist|');
    expect(text).toContain('|Company name|Acme|Acme|');
    expect(text).toContain('|Funding round|Differs|Seed|Series A|');
    expect(text).toContain('|CEO|Partly empty|(empty)|Mei|');
    expect(text).toContain('|Comments|Partly empty|Only here|(empty)|');
    expect(text).not.toMatch(/Target funding size|Other\|/);
    const from = encodeURIComponent('/admin/pipelines/doubles?key=acme');
    for (const id of [one, two])
      for (const href of [
        `/admin/pipelines?details=${id}`,
        `/pipeline/${id}/edit?from=${from}`,
        `/pipeline/${id}/delete?back=${from}`,
      ])
        expect(html).toContain(`href="${href}"`);
  });

  test('shows the newest ten of more, and says when one or none is left (rule 16.88)', async () => {
    for (let n = 0; n < 12; n++) await addDeal(people.ana);
    const text = readText(await open(people.maren, '?key=acme'));
    expect(text).toContain('The newest 10 of 12 deals|Show all in the list');
    await addDeal(people.ana, { companyName: 'Left' });
    expect(readText(await open(people.maren, '?key=left'))).toContain(
      'Only one deal with this name is left',
    );
    expect(readText(await open(people.maren, '?key=nothing'))).toContain(
      'There are no longer any deals with this name',
    );
  });
});

describe('/dashboard/doubles', () => {
  const open = (as: CastMember, query = '') =>
    renderScreen(ownDuplicates, `/dashboard/doubles${query}`, { as });

  test('lists companies of which a user sees several deals: their own and those they are a colleague on (rule 16.87)', async () => {
    const bens = await addDeal(people.ben, { companyName: 'Acme Ltd' });
    await addDeal(people.ben, { companyName: 'Secret of Ben' });
    await addDeal(people.ben, { companyName: 'Secret of Ben' });
    await addDeal(people.ana, { companyName: 'ACME' });
    expect(readText(await open(people.ana))).toContain('No company has more than one deal.');
    await setCollaborators(people.ben, bens, [people.ana.id]);
    const text = readText(await open(people.ana));
    expect(text).toMatch(/\|2 deals\|ACME\|· Ana · .*\|Acme Ltd\|· Ben · /);
    expect(text).not.toContain('Secret');
    expect(readText(await open(people.maren))).toContain('Secret of Ben');
  });

  test('compares them, each with the acts that are theirs, and nothing of deals that they do not see (rule 16.88)', async () => {
    const own = await addDeal(people.ana, { comments: 'Mine' });
    const bens = await addDeal(people.ben, { comments: 'From Ben' });
    const hidden = await addDeal(people.ben, { comments: 'Hidden' });
    await setCollaborators(people.ben, bens, [people.ana.id]);
    const html = await open(people.ana, '?key=acme');
    expect(readText(html)).toContain('|2 deals of one company|');
    expect(readText(html)).toContain('|Comments|Differs|From Ben|Mine|');
    expect(html).not.toMatch(new RegExp(`Hidden|/${hidden}/`));
    const from = encodeURIComponent('/dashboard/doubles?key=acme');
    expect(html).toContain(`href="/dashboard?details=${bens}"`);
    expect(html).toContain(`href="/pipeline/${bens}/edit?from=${from}"`);
    expect(html).toContain(`href="/pipeline/${own}/delete?back=${from}"`);
    expect(html).not.toContain(`/pipeline/${bens}/delete`);
  });
});
