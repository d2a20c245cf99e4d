import { beforeEach, describe, expect, test } from 'vitest';
import { setCollaborators } from '~/domain/collaborator/update.server';
import { EDITABLE_CELLS } from '~/domain/deal/editable-cells';
import { updateDeal } from '~/domain/deal/update.server';
import {
  setChoiceRequired,
  updateOption,
} from '~/domain/operations/option-list/edit-options.server';
import { undoOwnOperation } from '~/domain/operations/undo/undo.server';
import { createShare } from '~/domain/share/create.server';
import { ShareInput } from '~/domain/share/schema';
import * as allDeals from '~/routes/admin_.pipelines/route';
import * as dashboard from '~/routes/dashboard/route';
import { call, createCastForEach } from '../support/cast';
import { addDeal, getStoredDeal } from '../support/deals';
import { resetOptionLists, specifiedLists } from '../support/option-lists';
import { findTags, listSentFields, readText, renderScreen } from '../support/render-screen';
import { failureOutcome, readOutcome, readToast } from '../support/toast';

const people = createCastForEach();
let id: number;
beforeEach(async () => {
  await resetOptionLists();
  const fields = { companyName: 'Gantrywell', fundingRound: 'A', nextMeetingDate: '30 days' };
  id = await addDeal(people.ana, fields);
});

const COLUMNS = 'columns=company.owner.stage.round.meeting';
const show = (query = '', as = people.ana) =>
  renderScreen(dashboard, `/dashboard?${COLUMNS}${query}`, { as });
/** Renders twice, as the form is loaded with the first cell that opens. */
async function showOpen(cell: string, as = people.ana) {
  await import('~/ui/deal-list/cell-form');
  await show(`&change=${cell}-${id}`, as);
  return show(`&change=${cell}-${id}`, as);
}
const save = (cell: string, value: string, seen: string, as = people.ana) =>
  call(dashboard, 'POST', `/dashboard?round=A&change=${cell}-${id}`, {
    as,
    form: { intent: 'cell', cell, id: String(id), value, seen },
  });
const undo = async (answer: Response, as = people.ana) =>
  undoOwnOperation(as, (await readToast(answer))!.undo!);
const getStage = async () => {
  const answer = await call(dashboard, 'GET', `/dashboard?${COLUMNS}`, { as: people.maren });
  const { list } = (await answer.json()) as { list: { rows: { stage: string }[] } };
  return list.rows[0]?.stage;
};

describe('cells that open as a form (rule 4.31)', () => {
  test.each(Object.entries(EDITABLE_CELLS))('the cell %s has a link', async (cell, name) => {
    const links = findTags(await show(), 'a');
    const link = links.find((tag) => tag.includes(`aria-label="Change ${name} of Gantrywell"`));
    expect(link).toContain(`change=${cell}-${id}`);
  });

  test.each([
    ['stage', 'New', '|New|Screening|'],
    ['round', 'A', '|No round|Seed|'],
    ['meeting', '30 days', '|Not planned|ASAP ('],
    ['owner', 'ana@demo.example', '|Ben Okafor|'],
  ])('the address opens the cell %s with its value', async (cell, value, options) => {
    const page = await showOpen(cell);
    expect(readText(page)).toContain(options);
    expect(readText(page)).toContain('|Save|Cancel|');
    expect(listSentFields(page, 'cell')).toEqual([
      ['openedBy', people.ana.id],
      ['intent', 'cell'],
      ['cell', cell],
      ['id', String(id)],
      ['seen', value],
      ...(cell === 'meeting' ? [['seenDay', '']] : []),
      ['value', value],
      ...(cell === 'stage' ? [['reason', '']] : []),
    ]);
  });

  test('saving a round stores it, and its message undoes it', async () => {
    const answer = await save('round', 'B', 'A');
    expect(answer.headers.get('Location')).toBe('/dashboard?round=A');
    expect((await readOutcome(answer)).slice(1, 3)).toEqual(['Gantrywell', 'Round: Series B']);
    expect(await getStoredDeal(id)).toMatchObject({ fundingRound: 'B' });
    await undo(answer);
    expect(await getStoredDeal(id)).toMatchObject({ fundingRound: 'A' });
  });

  test('a next meeting is set and cleared', async () => {
    await save('meeting', '90 days', '30 days');
    expect(await getStoredDeal(id)).toMatchObject({ nextMeetingDate: '90 days' });
    await save('meeting', '', '90 days');
    expect(await getStoredDeal(id)).toMatchObject({ nextMeetingDate: null });
  });

  test('a stage is changed, and an unknown one refused', async () => {
    expect((await readOutcome(await save('stage', 'Screening', 'New')))[2]).toBe(
      'Moved to Screening',
    );
    expect(await getStage()).toBe('Screening');
    expect((await readOutcome(await save('stage', 'None', 'Screening')))[2]).toBe(
      'Failed to change the stage. There is no stage with this name',
    );
  });

  test('a stage that needs a reason leads to the page that asks', async () => {
    await setChoiceRequired(people.maren, 'reasons', true);
    const [to, title] = await readOutcome(await save('stage', 'Passed', 'New'));
    const query = new URLSearchParams({ stage: 'Passed', back: '/dashboard?round=A' });
    expect([to, title]).toEqual([`/pipeline/${id}/stage?${query}`, 'Not moved yet']);
    expect(await getStage()).toBe('New');
    await setChoiceRequired(people.maren, 'reasons', false);
  });

  test('the owner is changed by who may, with Undo for staff', async () => {
    const { ana, ben, chiara, tomas } = people;
    await setCollaborators(ana, id, [ben.id]);
    const links = findTags(await show('', ben), 'a').join();
    expect(links).toContain('Change round of Gantrywell');
    expect(links).not.toContain('Change owner');
    expect(await showOpen('owner', ben)).not.toContain('name="cell"');
    expect((await readOutcome(await save('owner', ben.email, ana.email, ben)))[2]).toMatch(
      /^Failed to change the owner/,
    );
    const answer = await save('owner', chiara.email, ana.email, tomas);
    expect(await getStoredDeal(id)).toMatchObject({ userId: chiara.id });
    await undo(answer, tomas);
    expect(await getStoredDeal(id)).toMatchObject({ userId: ana.id });
  });

  test('a new owner ends shared pages, and the form says so', async () => {
    await createShare(people.ana, id, ShareInput.parse({}));
    expect(readText(await showOpen('owner'))).toContain('|Ends 1 shared page.|');
  });

  test.each([
    {
      cell: 'round',
      value: 'C',
      seen: 'Seed',
      stored: { fundingRound: 'B' },
      labels: ['Series B', 'Series C'],
    },
    {
      cell: 'stage',
      value: 'Met',
      seen: 'New',
      stored: { stage: 'Screening' },
      labels: ['Screening', 'Met'],
    },
    {
      cell: 'meeting',
      value: 'ASAP',
      seen: '30 days',
      stored: { nextMeetingDate: '90 days' },
      labels: ['90 days', 'ASAP'],
    },
  ] as const)(
    'a $cell that changed meanwhile stays',
    async ({ cell, value, seen, stored, labels }) => {
      await updateDeal(people.tomas, id, stored);
      const [current, chosen] = labels;
      expect(await readOutcome(await save(cell, value, seen))).toEqual(
        failureOutcome(
          '/dashboard?round=A',
          'Error',
          `Failed to change the ${EDITABLE_CELLS[cell]}. Tomas Rivera has changed it to ${current} in the meantime. You chose ${chosen}.`,
        ),
      );
    },
  );

  test.each([
    { cell: 'round', list: 'rounds', from: 'A', to: 'First round', next: 'B' },
    { cell: 'meeting', list: 'meetings', from: '30 days', to: 'A month', next: '90 days' },
  ] as const)(
    'a $cell that was renamed meanwhile is saved',
    async ({ cell, list, from, to, next }) => {
      const option = specifiedLists.listOptions(list).find(({ name }) => name === from)!;
      await updateOption(people.maren, option.id, { name: to, days: option.days });
      await save(cell, from, from);
      expect(Object.values((await getStoredDeal(id))!)).toContain(to);
      expect((await readOutcome(await save(cell, next, from)))[1]).toBe('Gantrywell');
      expect(Object.values((await getStoredDeal(id))!)).toContain(next);
    },
  );

  test('a day set meanwhile for the same choice stays', async () => {
    const html = await showOpen('meeting');
    await updateDeal(people.tomas, id, { nextMeetingDate: '30 days', nextMeetingOn: '2027-03-01' });
    const sent = { ...Object.fromEntries(listSentFields(html, 'cell')), value: '90 days' };
    const path = `/dashboard?change=meeting-${id}`;
    const answer = await call(dashboard, 'POST', path, { as: people.ana, form: sent });
    expect((await readOutcome(answer))[2]).toBe(
      'Failed to change the next meeting. Tomas Rivera has changed it to 30 days (2027-03-01) in the meantime. You chose 90 days.',
    );
    expect(await getStoredDeal(id)).toMatchObject({ nextMeetingOn: '2027-03-01' });
  });

  test('a new choice replaces the day that the cell showed', async () => {
    await updateDeal(people.tomas, id, { nextMeetingDate: '30 days', nextMeetingOn: '2027-03-01' });
    const html = await showOpen('meeting');
    const sent = { ...Object.fromEntries(listSentFields(html, 'cell')), value: '90 days' };
    await call(dashboard, 'POST', `/dashboard?change=meeting-${id}`, {
      as: people.ana,
      form: sent,
    });
    expect(await getStoredDeal(id)).toMatchObject({
      nextMeetingDate: '90 days',
      nextMeetingOn: null,
    });
  });

  test('the list of all deals saves cells for staff alone', async () => {
    const post = (as = people.tomas) =>
      call(allDeals, 'POST', '/admin/pipelines', {
        as,
        form: { intent: 'cell', cell: 'round', id: String(id), value: 'C', seen: 'A' },
      });
    expect((await post(people.ana)).status).toBe(403);
    expect((await post()).status).toBe(302);
    expect(await getStoredDeal(id)).toMatchObject({ fundingRound: 'C' });
  });

  test('a cell of an unknown name or deal changes nothing', async () => {
    expect((await save('comments', 'x', '')).status).toBe(400);
    expect((await readOutcome(await save('round', 'B', 'A', people.ben)))[2]).toMatch(
      /^Failed to change the round/,
    );
    expect(await getStoredDeal(id)).toMatchObject({ fundingRound: 'A', comments: null });
  });
});
