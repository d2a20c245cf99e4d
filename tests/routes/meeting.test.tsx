import { eq } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { db } from '#db/client';
import { deals, historyEvents, notes } from '#db/schema';
import { transaction } from '#db/transaction';
import type { FilterName } from '~/domain/deal/query';
import { updateDeal } from '~/domain/deal/update.server';
import { setMeeting } from '~/domain/meeting/set.server';
import { undoOwnOperation } from '~/domain/operations/undo/undo.server';
import * as allDeals from '~/routes/admin_.pipelines/route';
import * as list from '~/routes/api.pipelines';
import * as deal from '~/routes/api.pipelines_.$id';
import * as dashboard from '~/routes/dashboard/route';
import * as print from '~/routes/dashboard_.print';
import * as history from '~/routes/pipeline.$id.history/route';
import * as later from '~/routes/pipeline.$id.later';
import * as met from '~/routes/pipeline.$id.met';
import { call, type CastMember, createCastForAll } from '../support/cast';
import { addDeal, getStoredDeal } from '../support/deals';
import { listSentFields, readText, renderScreen } from '../support/render-screen';
import { readOutcome } from '../support/toast';

const DAY = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY);
const people = createCastForAll();

const at = (id: number) => ({ params: { id: String(id) } });

async function dealSet(days: number, fields: Record<string, unknown> = {}): Promise<number> {
  vi.useFakeTimers({ toFake: ['Date'], now: ago(days) });
  const id = await addDeal(people.ana, {
    companyName: 'Gantrywell',
    nextMeetingDate: '30 days',
    ...fields,
  });
  vi.useRealTimers();
  return id;
}

const buildPath = (id: number, act: string) =>
  `/pipeline/${id}/${act}?from=%2Fdashboard%3Fdue%3Doverdue`;
const pages = { met, later };
const readForm = (html: string): Record<string, string> =>
  Object.fromEntries(listSentFields(html, 'seen'));

async function opened(act: keyof typeof pages, id: number, as: CastMember = people.ana) {
  const html = await renderScreen(pages[act], buildPath(id, act), { as, ...at(id) });
  return { html, text: readText(html), form: readForm(html) };
}
async function sent(
  act: keyof typeof pages,
  id: number,
  form: Record<string, string>,
  as: CastMember = people.ana,
) {
  return call(pages[act], 'POST', buildPath(id, act), { as, ...at(id), form });
}
const listNoteTexts = async (id: number) =>
  (await db.select().from(notes).where(eq(notes.dealId, id))).map(({ text }) => text);
const lastChange = async (id: number) =>
  (
    await db
      .select()
      .from(historyEvents)
      .where(eq(historyEvents.subjectId, String(id)))
  ).at(-1)!;

describe('Met (rules 17.6 and 17.8)', () => {
  test('Met clears the meeting, adds a note and returns to the list', async () => {
    const id = await dealSet(41);
    const { text, form, html } = await opened('met', id);
    expect(text).toContain('|Mark as met: Gantrywell|');
    expect(text).toMatch(/Next meeting: 30 days \(\w+ \d+, \d{4}\)\|11 days overdue\|/);
    expect(html).toContain(`href="/dashboard?due=overdue#deal-${id}"`);
    const note = 'They want\nour term sheet';
    expect(await readOutcome(await sent('met', id, { ...form, note }))).toEqual([
      `/dashboard?due=overdue#deal-${id}`,
      'Gantrywell',
      'Next meeting cleared, note added',
      false,
    ]);
    expect(await getStoredDeal(id)).toMatchObject({
      nextMeetingDate: null,
      nextMeetingSetAt: null,
      meetingDueAt: null,
    });
    expect(await listNoteTexts(id)).toEqual([note]);
  });

  test('Met sets the following meeting, which Undo reverts', async () => {
    const id = await dealSet(41);
    const before = await getStoredDeal(id);
    const { text, form } = await opened('met', id);
    expect(text).toContain('|None|');
    expect(form.nextMeetingDate).toBe('');
    const next = { ...form, note: 'Good', nextMeetingDate: '90 days' };
    for (let n = 0; n < 2; n++) expect((await sent('met', id, next)).status).toBe(302);
    expect(await listNoteTexts(id)).toEqual(['Good']);
    const stored = (await getStoredDeal(id))!;
    expect(stored.nextMeetingDate).toBe('90 days');
    expect(Date.now() - stored.nextMeetingSetAt!.getTime()).toBeLessThan(DAY);
    await undoOwnOperation(people.ana, (await lastChange(id)).operationId!);
    const { nextMeetingDate, nextMeetingSetAt } = before!;
    expect(await getStoredDeal(id)).toMatchObject({ nextMeetingDate, nextMeetingSetAt });
    const wrong = await sent('met', id, { ...form, nextMeetingDate: 'never' });
    expect(wrong.status).toBe(400);
  });

  test('Met without a note adds none and ignores other edits', async () => {
    const id = await dealSet(1);
    const { form } = await opened('met', id);
    await updateDeal(people.maren, id, { comments: 'Called' });
    const answer = await sent('met', id, { ...form, note: ' \n ' });
    expect((await readOutcome(answer))[2]).toBe('Next meeting cleared');
    expect(await listNoteTexts(id)).toEqual([]);
    expect((await getStoredDeal(id))!.nextMeetingDate).toBeNull();
  });

  test('Met is refused with its note if the meeting was reset', async () => {
    const id = await dealSet(35);
    const { form } = await opened('met', id);
    await updateDeal(people.maren, id, { nextMeetingDate: '90 days' });
    const note = { ...form, note: 'Typed' };
    expect((await sent('met', id, note)).status).toBe(409);
    const page = await renderScreen(met, buildPath(id, 'met'), {
      as: people.ana,
      ...at(id),
      form: note,
    });
    expect(readText(page)).toContain(
      'The next meeting has been changed since you opened this page.',
    );
    expect(readText(page)).toContain('|due in 90 days|');
    expect(page).toContain('>Typed</textarea>');
    expect((await getStoredDeal(id))!.nextMeetingDate).toBe('90 days');
    expect(await listNoteTexts(id)).toEqual([]);
    // Accepts the form with the meeting as it is now known.
    expect((await sent('met', id, { ...readForm(page), note: 'Typed' })).status).toBe(302);
    expect(await listNoteTexts(id)).toEqual(['Typed']);
  });

  test.each(['met', 'later'] as const)('%s stays based on what it showed', async (act) => {
    const id = await dealSet(35);
    const wrong = { ...(await opened(act, id)).form, nextMeetingOn: 'soon' };
    await updateDeal(people.maren, id, { nextMeetingDate: '90 days' });
    const sender = { as: people.ana, ...at(id) };
    const page = await renderScreen(pages[act], buildPath(id, act), { ...sender, form: wrong });
    const next = { ...readForm(page), nextMeetingOn: '2199-12-31' };
    expect((await sent(act, id, next)).status).toBe(409);
    expect((await getStoredDeal(id))!.nextMeetingDate).toBe('90 days');
  });

  test('an invalid note comes back and nothing is cleared', async () => {
    const id = await dealSet(2);
    const { form } = await opened('met', id);
    for (const note of ['x'.repeat(10_001), 'a\u0001b'])
      expect((await sent('met', id, { ...form, note })).status).toBe(400);
    expect((await getStoredDeal(id))!.nextMeetingDate).toBe('30 days');
  });
});

describe('Later (rules 17.6, 17.7 and 17.8)', () => {
  test('Later offers all values with the current one chosen', async () => {
    const id = await dealSet(41, { nextMeetingDate: '90 days' });
    const { text, html } = await opened('later', id);
    expect(text).toMatch(/\|ASAP \(.+?\)\|30 days \(.+?\)\|90 days \(.+?\)\|.+\|N\/A\|/);
    expect(html.match(/<input[^>]*checked=""[^>]*>/g)).toEqual([
      expect.stringContaining('value="90 days"'),
    ]);
    expect(html).toContain(`href="/dashboard?due=overdue#deal-${id}"`);
  });

  test('Later sets even the same value again and records it', async () => {
    const id = await dealSet(41);
    const { form } = await opened('later', id);
    const answer = await sent('later', id, { ...form, nextMeetingDate: '30 days' });
    expect(await readOutcome(answer)).toEqual([
      `/dashboard?due=overdue#deal-${id}`,
      'Gantrywell',
      expect.stringMatching(/^Next meeting: 30 days \(/),
      false,
    ]);
    const { nextMeetingSetAt, meetingDueAt, version } = (await getStoredDeal(id))!;
    expect(nextMeetingSetAt!.getTime()).toBeGreaterThan(ago(0.01).getTime());
    expect(meetingDueAt!.getTime() - nextMeetingSetAt!.getTime()).toBe(30 * DAY);
    expect(version).toBe(2);
    expect((await lastChange(id)).fields).toMatchObject({
      nextMeetingDate: ['30 days', '30 days'],
    });
    const timeline = await renderScreen(history, `/pipeline/${id}/history`, {
      as: people.ana,
      ...at(id),
    });
    expect(readText(timeline)).toContain('|Next meeting|30 days|, set again|');
    expect(readText(timeline), 'what only an undo reads').not.toContain('nextMeetingSetAt');
    expect((await sent('later', id, { ...form, nextMeetingDate: '30 days' })).status).toBe(302);
    expect((await getStoredDeal(id))!.version, 'sent twice').toBe(2);
  });

  test('Later is refused if someone was faster', async () => {
    const id = await dealSet(41);
    const { form } = await opened('later', id);
    expect((await sent('later', id, { ...form, nextMeetingDate: '120 days' })).status).toBe(302);
    const slow = { ...form, nextMeetingDate: '360 days' };
    expect((await sent('later', id, slow)).status).toBe(409);
    expect((await getStoredDeal(id))!.nextMeetingDate).toBe('120 days');
    const page = await renderScreen(later, buildPath(id, 'later'), {
      as: people.ana,
      ...at(id),
      form: slow,
    });
    expect(page.match(/<input[^>]*checked=""[^>]*>/g)).toEqual([
      expect.stringContaining('value="360 days"'),
    ]);
    expect(
      (await sent('later', id, { ...readForm(page), nextMeetingDate: '360 days' })).status,
    ).toBe(302);
  });

  test('Later accepts only options and the stored value', async () => {
    const id = await dealSet(1, { nextMeetingDate: 'next spring' });
    const { form, text } = await opened('later', id);
    expect(text).toContain('|next spring (no date)|');
    for (const nextMeetingDate of ['', '31 days', 'constructor'])
      expect((await sent('later', id, { ...form, nextMeetingDate })).status).toBe(400);
    const again = { ...form, nextMeetingDate: 'next spring' };
    expect((await sent('later', id, again)).status).toBe(302);
    expect((await getStoredDeal(id))!.meetingDueAt).toBeNull();
  });
});

describe('permission for Met and Later (rule 17.9)', () => {
  test('Met and Later are 404 on an invisible deal', async () => {
    const id = await dealSet(1);
    const form = { seen: 'none', note: 'x', nextMeetingDate: 'ASAP' };
    for (const act of ['met', 'later'] as const)
      for (const method of ['GET', 'POST']) {
        const asked = { as: people.ben, ...at(id), form: method === 'POST' ? form : undefined };
        expect((await call(pages[act], method, buildPath(id, act), asked)).status).toBe(404);
      }
  });
});

describe('the due day (rules 5.13, 14.4, 17.3 and 17.4)', () => {
  test('the due day is in the list, in the details and on paper', async () => {
    await transaction(async (tx) => tx.delete(deals));
    const id = await dealSet(41);
    const { html, text } = await (async () => {
      const page = await renderScreen(dashboard, `/dashboard?details=${id}`, { as: people.ana });
      return { html: page, text: readText(page) };
    })();
    expect(text.match(/30 days ?\|?\(\w+ \d+, \d{4}\)\|11 days overdue\|/g)).toHaveLength(2);
    expect(html).toContain('<span class="due overdue">11 days overdue</span>');
    expect(html).toContain(`href="/pipeline/${id}/met?from=%2Fdashboard"`);
    expect(html).toContain(`href="/pipeline/${id}/later?from=%2Fdashboard"`);
    const paper = await call(print, 'GET', '/dashboard/print?due=overdue', { as: people.ana });
    expect(await paper.text()).toContain('11 days overdue');
    await updateDeal(people.ana, id, { nextMeetingDate: 'N/A' });
    expect(await renderScreen(dashboard, '/dashboard', { as: people.ana })).not.toContain(
      'class="due',
    );
  });

  test('the due day counts from when it was set', async () => {
    await transaction(async (tx) => tx.delete(deals));
    const shown = async (daysAgo: number, nextMeetingDate?: string) => {
      const id = await dealSet(daysAgo, { ...(nextMeetingDate && { nextMeetingDate }) });
      const texts = await Promise.all(
        ['/dashboard', `/dashboard?details=${id}`].map(async (path) =>
          readText(await renderScreen(dashboard, path, { as: people.ana })),
        ),
      );
      const paper = await (await call(print, 'GET', '/dashboard/print', { as: people.ana })).text();
      await transaction(async (tx) => tx.delete(deals));
      const [list, details] = texts.map((text) => text.replaceAll('|', ' '));
      return { list, details, paper: readText(paper).replaceAll('|', ' ') };
    };
    const day = (days: number) =>
      ago(days).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
    const far = await shown(22);
    for (const text of Object.values(far)) expect(text).toContain(`30 days (${day(-8)})`);
    expect(far.details).toContain('due in 8 days');
    expect(far.list).not.toContain('due in 8 days');
    expect(far.paper).not.toContain('due in 8 days');
    const near = await shown(23);
    for (const text of [near.list, near.paper])
      expect(text).toContain(`30 days (${day(-7)}) due in 7 days`);
    const free = await shown(3, 'in 3 Monaten');
    for (const text of Object.values(free)) expect(text).toContain('in 3 Monaten (no date)');
    expect((await shown(3, 'N/A')).list).not.toContain('(no date)');
  });

  test('the API has the due moment and the UTC day', async () => {
    const read = async (id: number) =>
      (await (
        await call(deal, 'GET', `/api/pipelines/${id}`, { as: people.ana, ...at(id) })
      ).json()) as Record<string, unknown>;
    const day = (days: number) => ago(days).toISOString().slice(0, 10);
    const id = await dealSet(3);
    const { nextMeetingSetAt, nextMeetingDue } = await read(id);
    expect(nextMeetingSetAt).toBe((await getStoredDeal(id))!.nextMeetingSetAt!.toISOString());
    expect(nextMeetingDue).toBe(day(3 - 30));
    expect((await read(await dealSet(2, { nextMeetingDate: 'ASAP' }))).nextMeetingDue).toBe(day(2));
    for (const value of ['N/A', 'next spring'])
      expect(await read(await dealSet(2, { nextMeetingDate: value }))).toMatchObject({
        nextMeetingSetAt: expect.any(String) as string,
        nextMeetingDue: null,
      });
    expect(await read(await dealSet(2, { nextMeetingDate: null }))).toMatchObject({
      nextMeetingSetAt: null,
      nextMeetingDue: null,
    });
    const answer = await call(list, 'GET', '/api/pipelines?due=overdue&sort=due_asc', {
      as: people.ana,
    });
    const due = (await answer.json()) as { nextMeetingDue: string }[];
    expect(due.map((row) => row.nextMeetingDue)).toEqual([day(2)]);
  });
});

/** A value in the address and its chip, in the order of the chips. */
const FILTERS: Record<FilterName, { value: string; chip: string }> = {
  search: { value: 'gantry', chip: 'Search: gantry' },
  industry: { value: 'AI', chip: 'Industry: AI' },
  round: { value: 'A', chip: 'Round: Series A' },
  group: { value: 'CCBI', chip: 'Group: CCBI' },
  stage: { value: 'open', chip: 'Stage: Open only' },
  userId: { value: 'nobody', chip: 'Owner: unknown' },
  owner: { value: 'lindqvist', chip: 'Owner: lindqvist' },
  whose: { value: 'mine', chip: 'Whose: Mine' },
  part: { value: 'reviews', chip: 'Only: Active Reviews' },
  due: { value: 'week', chip: 'Due: Due this week' },
  scored: { value: 'yes', chip: 'Scored: yes' },
  evaluated: { value: 'no', chip: 'Evaluated: no' },
  stalled: { value: 'yes', chip: 'Stalled: yes' },
  lookAgain: { value: 'yes', chip: 'Look again: due' },
  outcome: { value: 'due', chip: 'Outcome: to be asked for' },
  import: { value: '1', chip: 'Import: unknown' },
  scoreMin: { value: '0', chip: 'Score: 0 or more' },
  scoreMax: { value: '7.5', chip: 'Score: 7.5 or less' },
  sizeMin: { value: '1000000', chip: 'Target size: 1,000,000 or more' },
  sizeMax: { value: '5000000', chip: 'Target size: 5,000,000 or less' },
  currency: { value: 'EUR', chip: 'Currency: EUR' },
  text: { value: 'cold chain', chip: 'Notes and introduction: cold chain' },
  createdSince: { value: '1', chip: 'Created: in the last 1 day' },
  updatedSince: { value: '0', chip: 'Updated: today' },
  movedSince: { value: '7', chip: 'Score moved: in the last 7 days' },
  notedSince: { value: '7', chip: 'New notes: in the last 7 days' },
  quiet: { value: '21', chip: 'Quiet: for 21 days' },
};

describe('the filter bar (rule 17.14)', () => {
  const listed = (query: string, as = people.ana) =>
    renderScreen(dashboard, `/dashboard${query}`, { as });
  const listedForStaff = (query: string, as = people.maren) =>
    renderScreen(allDeals, `/admin/pipelines${query}`, { as });
  const isOpen = (html: string) => html.includes('<details class="more-filters" open="">');

  test('More filters is closed unless one is used', async () => {
    expect(isOpen(await listed(''))).toBe(false);
    expect(isOpen(await listed('?round=A&scoreMin=abc&due=never'))).toBe(false);
    for (const query of ['due=week', 'scored=no', 'scoreMin=0', 'scoreMax=3', 'text=abc'])
      expect(isOpen(await listed(`?${query}`)), query).toBe(true);
    for (const query of ['updatedSince=0', 'createdSince=7'])
      expect(isOpen(await listed(`?${query}`)), query).toBe(true);
  });

  const names = Object.keys(FILTERS) as FilterName[];
  const values = Object.fromEntries(names.map((name) => [name, FILTERS[name].value]));
  const query = `?${new URLSearchParams(values)}`;
  const listChips = (html: string) =>
    [...html.matchAll(/aria-label="Remove filter ([^"]+)" [^>]*href="([^"]+)"/g)].map(
      ([, label, href]) => ({ label, href: href!.replaceAll('&amp;', '&') }),
    );

  test.each(names)('the chip of %s removes only this filter', async (name) => {
    const chip = listChips(await listed(query)).find(({ label }) => label === FILTERS[name].chip);
    const { [name]: _, ...others } = values;
    const left = new URL(chip!.href, 'http://x').searchParams;
    expect(Object.fromEntries(left)).toEqual(others);
  });

  test.each([
    ['an analyst', 'ana', listed],
    ['an admin', 'maren', listed],
    ['an admin in the list of all deals', 'maren', listedForStaff],
  ] as const)('the form of %s sends each filter once', async (_, key, list) => {
    const fields = listSentFields(await list(query, people[key]), 'sort');
    const sentFilters = fields.filter(([name]) => name in values);
    expect(sentFilters.toSorted()).toEqual(Object.entries(values).toSorted());
  });

  test('list and printout name all filters in the same order', async () => {
    const labels = Object.values(FILTERS).map(({ chip }) => chip);
    expect(listChips(await listed(query)).map(({ label }) => label)).toEqual(labels);
    const paper = await call(print, 'GET', `/dashboard/print${query}`, { as: people.ana });
    expect(await paper.text()).toContain(labels.join(' · '));
  });
});

describe('undo of Met and Later (rule 17.16)', () => {
  test('undo restores the meeting and removes the note', async () => {
    const viewer = people.ana;
    for (const note of ['', 'They signed']) {
      const id = await dealSet(41);
      const before = (await getStoredDeal(id))!;
      const seen = String(before.nextMeetingSetAt!.getTime());
      const acts = [
        () => setMeeting(viewer, id, { seen, note, nextMeetingDate: null }),
        () => setMeeting(viewer, id, { seen, nextMeetingDate: '30 days' }),
      ];
      for (const act of acts) {
        const undo = (await act())!;
        expect((await getStoredDeal(id))!.nextMeetingSetAt).not.toEqual(before.nextMeetingSetAt);
        expect(await undoOwnOperation(viewer, undo)).toMatchObject({ undone: 1, changedSince: [] });
        const { nextMeetingDate, nextMeetingSetAt, meetingDueAt } = before;
        const back = { nextMeetingDate, nextMeetingSetAt, meetingDueAt };
        expect(await getStoredDeal(id)).toMatchObject(back);
        expect(await listNoteTexts(id)).toEqual([]);
      }
    }
  });
});
