import { beforeAll, describe, expect, test } from 'vitest';
import { addNote } from '~/domain/note/create.server';
import * as route from '~/routes/api.review';
import * as page from '~/routes/review/route';
import { call, createCastForAll } from '../support/cast';
import { addDeal } from '../support/deals';
import { readText, renderScreen } from '../support/render-screen';

const people = createCastForAll();
let id: number;
beforeAll(async () => {
  id = await addDeal(people.ben, { companyName: 'Quillmoor', nextMeetingDate: 'ASAP' });
  await addNote(people.ben, id, 'For @Maren: <b>see</b> the deck.');
});

describe('the review (rules 20.1, 20.7, 20.10 and 20.11)', () => {
  test('GET /api/review returns the sections of the page', async () => {
    const ask = async (as: { cookie: string }, query = '') =>
      (await call(route, 'GET', `/api/review${query}`, { as })).json() as Promise<{
        since: string;
        sections: { key: string; count: number; deals: object[] }[];
        mentions: object[];
      }>;
    const all = await ask(people.maren, '?since=never');
    expect(all.since).toBe('monday');
    expect(all.sections.map(({ key, count }) => `${key} ${count}`)).toEqual([
      'urgent 1',
      'overdue 0',
      'week 1',
      'lookAgain 0',
      'new 1',
      'moved 0',
      'noted 1',
      'stalled 0',
      'quiet 0',
      'unevaluated 1',
      'tasks 0',
    ]);
    expect(all.sections[0]!.deals).toMatchObject([
      { id, companyName: 'Quillmoor', reason: 'ASAP since today' },
    ]);
    expect(all.mentions).toMatchObject([
      { pipelineId: id, author: expect.stringMatching(/^Ben/) as string },
    ]);
    const none = await ask(people.ana, `?userId=${people.ben.id}&since=2weeks`);
    expect(none.sections.every(({ count }) => count === 0)).toBe(true);
    expect(none.mentions).toEqual([]);
    expect((await ask(people.maren, `?userId=${people.ana.id}`)).sections[0]!.count).toBe(0);
    expect((await call(route, 'GET', '/api/review')).status).toBe(401);
    expect((await call(route, 'POST', '/api/review', { as: people.maren, json: {} })).status).toBe(
      405,
    );
  });

  test("a deal's creation date is shown once", async () => {
    const shown = readText(await renderScreen(page, '/review', { as: people.ben }));
    expect(shown).toMatch(/added [^|]* by Ben[^|]*not evaluated/);
    expect(shown.match(/added [A-Z]/g)).toHaveLength(1);
  });

  test('the page marks found text and shows mentions', async () => {
    const shown = await renderScreen(page, '/review?notes=SEE', { as: people.maren });
    expect(shown).toContain('&lt;b&gt;<mark>see</mark>&lt;/b&gt;');
    expect(shown).toContain('You were mentioned');
    expect(shown).toContain('<mark>@Maren</mark>');
    expect(shown).toContain(`/pipeline/${id}?from=%2Freview%3Fnotes%3DSEE#note-`);
    expect(await renderScreen(page, '/review?notes=s', { as: people.maren })).toContain(
      '<mark>s</mark>',
    );
    const others = await renderScreen(page, '/review?notes=see', { as: people.ana });
    expect(others).not.toMatch(/Quillmoor|You were mentioned/);
  });

  test('staff choose an owner or group, an empty page says why', async () => {
    const staff = await renderScreen(page, '/review', { as: people.tomas });
    expect(staff).toMatch(/aria-label="Owner".*aria-label="Group"/s);
    const user = await renderScreen(page, '/review', { as: people.ana });
    expect(user).not.toContain('aria-label="Owner"');
    expect(user).toContain('Nothing to review yet');
    const filtered = await renderScreen(page, '/review?group=none', { as: people.tomas });
    expect(filtered).toContain('This owner or group has no deals.');
  });
});
