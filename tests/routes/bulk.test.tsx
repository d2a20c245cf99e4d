import { describe, expect, test } from 'vitest';
import { db } from '#db/client';
import { deals, notes } from '#db/schema';
import { updateOption } from '~/domain/operations/option-list/edit-options.server';
import * as dashboard from '~/routes/dashboard/route';
import * as deleteSelected from '~/routes/dashboard_.delete';
import * as selected from '~/routes/selected/route';
import * as exported from '~/routes/selected_.export';
import * as undo from '~/routes/undo';
import { call, type CastMember, createCastForEach } from '../support/cast';
import { addDeal, getStoredDeal } from '../support/deals';
import { resetOptionLists, specifiedLists } from '../support/option-lists';
import { findTags, listSentFields, readText, renderScreen } from '../support/render-screen';
import { failureOutcome, readOutcome, readToast, successOutcome } from '../support/toast';
import { readWorkbook } from '../support/workbook';

const people = createCastForEach();

const BACK = '/dashboard?round=A&select=on';
const buildPath = (ids: (number | string)[], path = '/selected') =>
  `${path}?${new URLSearchParams([['back', BACK], ...ids.map((id) => ['id', String(id)])])}`;
const post = (as: CastMember, ids: (number | string)[], form: Record<string, string>) =>
  call(selected, 'POST', '/selected', { as, form: { back: BACK, ...form, id: ids.map(String) } });
const undoIt = (as: CastMember, act = '') =>
  call(undo, 'POST', '/undo', { as, form: { back: BACK, act } });

describe('bulk operations on the dashboard (rules 21.20 and 21.28)', () => {
  test('the dashboard shows checkboxes only if the URL asks', async () => {
    const { ana, maren } = people;
    const id = await addDeal(ana, { companyName: 'Gantrywell' });
    const plain = await renderScreen(dashboard, '/dashboard?round=', { as: ana });
    expect(findTags(plain, 'input').filter((tag) => tag.includes('checkbox'))).toEqual([]);
    expect(plain).toContain('href="/dashboard?select=on"');
    const html = await renderScreen(dashboard, '/dashboard?select=on', { as: ana });
    expect(html).toContain(`id="select-${id}"`);
    expect(readText(html)).toContain('|Delete Selected|Change|or Export Selected|');
    expect(findTags(html, 'input').find((tag) => tag.includes('name="select"'))).toContain('"on"');
    expect(
      readText(await renderScreen(dashboard, '/dashboard?select=on', { as: maren })),
    ).toContain('|Delete Selected|Transfer|Selected|Change|or Export Selected|');
  });

  test('an owner deletes ticked deals after a confirmation page', async () => {
    const { ana, ben } = people;
    const ids = [await addDeal(ana, { companyName: 'Hers' }), await addDeal(ben)];
    const html = await renderScreen(deleteSelected, buildPath(ids, '/dashboard/delete'), {
      as: ana,
    });
    expect(readText(html)).toContain('|Delete 1 pipeline?|');
    expect(readText(html)).toContain('|Hers|');
    const answer = await call(deleteSelected, 'POST', '/dashboard/delete', {
      as: ana,
      form: { back: BACK, id: ids.map(String) },
    });
    expect(await readOutcome(answer)).toEqual(
      successOutcome(BACK, '1 pipeline deleted, 1 skipped: it no longer exists'),
    );
    expect(await db.$count(deals)).toBe(1);
  });
});

describe('the page of a bulk operation (rules 21.20, 21.21 and 21.23)', () => {
  test('a bulk page names the deals it found and counts the rest', async () => {
    const { ana, ben } = people;
    const ids = [
      await addDeal(ana, { companyName: 'Gantrywell' }),
      await addDeal(ana, { companyName: 'Ibex' }),
      await addDeal(ben, { companyName: 'Not hers' }),
    ];
    const html = await renderScreen(selected, buildPath(ids), { as: ana });
    const page = readText(html);
    expect(page).toContain('|Change 2 deals|');
    expect(page).toContain('|Gantrywell|Ana|Ibex|Ana|');
    expect(page).not.toContain('Not hers');
    expect(page).toContain('|1 skipped: it no longer exists|');
    expect(page).toContain('|Export only these 2 deals|');
    expect(listSentFields(html, 'fundingRound')).toEqual(
      expect.arrayContaining([
        ['back', BACK],
        ['fundingRound', ''],
        ['nextMeetingDate', ''],
        ['note', ''],
        ['id', String(ids[0])],
      ]),
    );
  });

  test('bulk changes set values, add a note and can be undone', async () => {
    const { ana, ben } = people;
    const ids = [await addDeal(ana, { fundingRound: 'B' }), await addDeal(ana)];
    const his = await addDeal(ben);
    const form = { fundingRound: 'B', nextMeetingDate: '', note: '' };
    const answer = await post(ana, [...ids, his, 'x', '1e3'], form);
    expect(await readOutcome(answer)).toEqual(
      successOutcome(BACK, '1 deal changed, 4 skipped: 3 no longer exist, already up to date'),
    );
    expect((await getStoredDeal(ids[1]!))!.fundingRound).toBe('B');
    expect((await getStoredDeal(his))!.fundingRound).toBeNull();
    const { undo: act } = (await readToast(answer))!;
    expect(await readOutcome(await undoIt(ben, act))).toEqual(
      failureOutcome(
        BACK,
        'Not undone',
        'This cannot be undone here: it was undone before, or is not yours.',
      ),
    );
    expect(await readOutcome(await undoIt(ana, act))).toEqual(
      successOutcome(BACK, '1 deal reverted'),
    );
    expect((await getStoredDeal(ids[1]!))!.fundingRound).toBeNull();
    await post(ana, ids, { fundingRound: '', nextMeetingDate: 'none', note: 'Called' });
    expect(await db.$count(notes)).toBe(2);
  });

  test('a form takes a round that was renamed since it was opened', async () => {
    const { ana, maren } = people;
    await resetOptionLists();
    const id = await addDeal(ana);
    const option = specifiedLists.listOptions('rounds').find(({ name }) => name === 'Seed')!;
    await updateOption(maren, option.id, { name: 'First round', days: null });
    const answer = await post(ana, [id], { fundingRound: 'Seed', nextMeetingDate: '', note: '' });
    expect(answer.status).toBe(302);
    expect((await getStoredDeal(id))!.fundingRound).toBe('First round');
    await resetOptionLists();
  });

  test('a refused bulk form comes back with its input', async () => {
    const { ana } = people;
    const id = await addDeal(ana);
    const nothing = await post(ana, [id], { fundingRound: '', nextMeetingDate: '', note: ' ' });
    expect([nothing.status, await nothing.json()]).toMatchObject([
      400,
      { errors: [{ path: '', message: 'Please choose what to change' }] },
    ]);
    const form = { fundingRound: 'Moon', nextMeetingDate: 'ASAP', note: 'x'.repeat(10_001) };
    const html = await renderScreen(selected, buildPath([id]), {
      as: ana,
      form: { ...form, back: BACK, id: String(id) },
    });
    expect(readText(html)).toContain('Please choose one from the list');
    expect(readText(html)).toContain('Please use at most 10,000 characters');
    expect(listSentFields(html, 'note')).toEqual(
      expect.arrayContaining([
        ['nextMeetingDate', 'ASAP'],
        ['note', form.note],
      ]),
    );
    expect((await getStoredDeal(id))!.version).toBe(1);
  });

  test('bulk pages reject an empty and an oversized selection', async () => {
    const { ana } = people;
    expect(await readOutcome(await call(selected, 'GET', buildPath([]), { as: ana }))).toEqual(
      failureOutcome(BACK, 'No pipelines selected', 'Select the pipelines to change first.'),
    );
    const many = Array.from({ length: 10_000 }, (_, n) => n + 1);
    for (const route of [selected, deleteSelected, exported])
      expect((await call(route, 'GET', buildPath(many), { as: ana })).status).toBe(400);
    expect((await post(ana, many, { fundingRound: 'A' })).status).toBe(413);
    expect((await post(ana, many.slice(0, 101), { fundingRound: 'A' })).status).toBe(400);
  });
});

describe('the export of ticked deals (rule 21.27)', () => {
  test('an export of ticked deals has only the visible ones', async () => {
    const { ana, ben } = people;
    const ids = [
      await addDeal(ana, { companyName: 'One' }),
      await addDeal(ana, { companyName: 'Two' }),
      await addDeal(ben, { companyName: 'Not hers' }),
    ];
    await addDeal(ana, { companyName: 'Not ticked' });
    const answer = await call(exported, 'GET', buildPath(ids, '/selected/export'), { as: ana });
    expect(answer.headers.get('Content-Disposition')).toMatch(/vc-pipelines-.*\.xlsx/);
    const { Deals } = readWorkbook(new Uint8Array(await answer.arrayBuffer()));
    expect(Deals!.slice(1).map((row) => row.A!.value)).toEqual(['Two', 'One']);
  });
});
