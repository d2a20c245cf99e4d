import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '#db/client';
import { setCollaborators } from '~/domain/collaborator/update.server';
import { env } from '~/env.server';
import * as duplicates from '~/routes/admin_.pipelines_.doubles';
import * as apiList from '~/routes/api.pipelines';
import * as apiDeal from '~/routes/api.pipelines_.$id';
import * as ownDuplicates from '~/routes/dashboard_.doubles';
import * as edit from '~/routes/pipeline.$id.edit/route';
import * as add from '~/routes/pipeline.new/route';
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

describe('saving a new deal of a known company (rules 16.82, 16.83 and 16.86)', () => {
  test('a new deal of a known company asks before it is saved', async () => {
    const id = await addDeal(people.ana, { companyName: 'Acme Inc.', fundingRound: 'A' });
    expect((await save(people.ana, TYPED)).status).toBe(409);
    const html = await renderScreen(add, '/pipeline/new', { as: people.ana, form: TYPED });
    const said = `You already have|Acme Inc.|(opens in a new tab)|(Series A, ${today.format()})`;
    expect(readText(html)).toContain(said);
    expect(html).toMatch(new RegExp(`href="/dashboard\\?details=${id}" target="_blank"`));
    expect(await countDeals()).toBe(1);
  });

  test('a confirmed duplicate is saved, another name asks again', async () => {
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

  test('a confirmed duplicate is not asked about again', async () => {
    await addDeal(people.ana);
    const wrong = { ...TYPED, force: 'acme', targetClosingDate: 'x' };
    const html = await renderScreen(add, '/pipeline/new', { as: people.ana, form: wrong });
    expect(listSentFields(html, 'companyName')).toContainEqual(['force', 'acme']);
    expect(readText(html)).not.toContain('already have');
  });

  test('the duplicate question names the owner to staff', async () => {
    await addDeal(people.ben, { fundingRound: 'Seed' });
    await addDeal(people.maren, { companyName: 'Acme AG' });
    const text = await asked(people.maren, TYPED);
    expect(text).toContain(`Ben already has|Acme|(opens in a new tab)|(Seed, ${today.format()})`);
    expect(text).toContain(`You already have|Acme AG|(opens in a new tab)|(${today.format()})`);
  });

  test('an invisible deal raises no duplicate question', async () => {
    await addDeal(people.ben);
    expect((await save(people.ana, TYPED)).status).toBe(302);
  });

  test('a form sent twice makes one deal and no question', async () => {
    const form = { ...TYPED, submission: crypto.randomUUID() };
    for (let n = 0; n < 2; n++) expect((await save(people.ana, form)).status).toBe(302);
    expect(await countDeals()).toBe(1);
    expect((await save(people.ana, { ...form, submission: crypto.randomUUID() })).status).toBe(409);
  });
});

describe('an edit of the company name (rule 16.84)', () => {
  test('renaming a deal to a known company asks, then continues', async () => {
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

  test('an edit that keeps the name does not ask', async () => {
    await addDeal(people.ana);
    const id = await addDeal(people.ana);
    const form = { companyName: 'Acme', comments: 'New', version: '1' };
    expect((await update(people.ana, id, form)).status).toBe(302);
  });
});

describe('duplicates in the API (rule 16.85)', () => {
  const post = async (as: CastMember, companyName: string, query = '') => {
    const answer = await call(apiList, 'POST', `/api/pipelines${query}`, {
      as,
      json: { companyName },
    });
    expect(answer.status).toBe(201);
    return (await answer.json()) as { id: number; possibleDuplicates?: unknown };
  };

  test('the API answers 201 with possibleDuplicates', async () => {
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

  test('force=true and new companies omit possibleDuplicates', async () => {
    await post(people.ana, 'Acme');
    expect(await post(people.ana, 'Acme', '?force=true')).not.toHaveProperty('possibleDuplicates');
    expect(await post(people.ben, 'Acme')).not.toHaveProperty('possibleDuplicates');
  });

  test('only a changed name returns possibleDuplicates', async () => {
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

describe('NAME_COLLEAGUES_DEALS (rule 16.86)', () => {
  const SECRET = { companyName: 'Acme Secret Spelling', fundingRound: 'Angel' };
  const form = { companyName: 'Acme secret spelling GmbH' };

  test('if off, invisible deals raise no duplicate question', async () => {
    await addDeal(people.ben, SECRET);
    expect((await save(people.ana, form)).status).toBe(302);
    const json = { companyName: 'ACME SECRET SPELLING' };
    const answer = await call(apiList, 'POST', '/api/pipelines', { as: people.daichi, json });
    expect(await answer.json()).not.toHaveProperty('possibleDuplicates');
  });

  test('if on, a duplicate names only its owner and date', async () => {
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

describe('/admin/pipelines/doubles (rules 16.87 and 16.88)', () => {
  const open = (as: CastMember, query = '') =>
    renderScreen(duplicates, `/admin/pipelines/doubles${query}`, { as });

  test('duplicates list the largest groups with their deals', async () => {
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

  test('spellings with umlauts match, Blue and Blu do not', async () => {
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

  test('an empty list says so, a large group names the newest five', async () => {
    expect(readText(await open(people.maren))).toContain('No company has more than one deal.');
    for (let n = 0; n < 7; n++) await addDeal(people.ana);
    expect(readText(await open(people.maren))).toContain('and 2 older deals');
  });

  test('duplicates are paged, even past the end', async () => {
    for (let n = 0; n < 26; n++)
      for (const form of ['Ltd', 'Inc'])
        await addDeal(people.ana, { companyName: `Company ${n} ${form}` });
    const text = readText(await open(people.maren, '?size=25&page=9')).replaceAll('|', '');
    expect(text).toContain('26–26 of 26 companies');
    expect(text.match(/2 deals/g)).toHaveLength(1);
  });

  test("a comparison shows a company's deals and differences", async () => {
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

  test('a comparison shows the newest ten of more deals', async () => {
    for (let n = 0; n < 12; n++) await addDeal(people.ana);
    const text = readText(await open(people.maren, '?key=acme'));
    expect(text).toContain('The newest 10 of 12 deals|Show all in the list');
    await addDeal(people.ana, { companyName: 'Left' });
    expect(readText(await open(people.maren, '?key=left'))).toContain(
      'Only one deal has this name',
    );
    expect(readText(await open(people.maren, '?key=nothing'))).toContain(
      'There are no longer any deals with this name',
    );
  });
});

describe('/dashboard/doubles (rules 16.87 and 16.88)', () => {
  const open = (as: CastMember, query = '') =>
    renderScreen(ownDuplicates, `/dashboard/doubles${query}`, { as });

  test('users see duplicates among own and shared deals', async () => {
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

  test('a comparison shows users only visible deals and actions', async () => {
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
