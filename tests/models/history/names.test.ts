import { beforeAll, describe, expect, test } from 'vitest';
import { addUser } from '~/models/user/administer.server';
import { historyView } from '~/screens/timeline/all.server';
import { pipelineHistoryView } from '~/screens/timeline/deal.server';
import { handOverPipeline } from '~/models/pipeline/hand-over.server';
import { createPipeline, updatePipeline } from '~/models/pipeline/write.server';
import { listHistory } from '~/models/timeline/list.server';
import { type Cast, cast } from '../../support/cast';
import { deleteUser } from '~/models/trash/delete-users.server';

const LOCALE = { language: 'en-US', timeZone: 'UTC' };
let people: Cast;
let id: number;
beforeAll(async () => {
  people = await cast();
  id = await createPipeline(people.ana, { companyName: 'Gantrywell', industries: [] });
});

const find = async (query: string) =>
  (await historyView(people.maren, new URLSearchParams(query), LOCALE)).changes;

describe('history names people (rule 10.15)', () => {
  test('who made a change, whose account it was, and owners', async () => {
    await updatePipeline(people.ana, id, { comments: 'Called' });
    await handOverPipeline(people.maren, id, people.ben.email);
    const { changes, owner } = await pipelineHistoryView(
      people.maren,
      id,
      new URLSearchParams(),
      LOCALE,
    );
    expect(owner).toBe('Ben Okafor');
    expect(changes.map(({ who }) => who)).toEqual([
      { name: 'Maren Holt' },
      { name: 'Ana Lindqvist' },
      { name: 'Ana Lindqvist' },
    ]);
    expect(changes[0]!.fields[0]).toMatchObject({ from: 'Ana Lindqvist', to: 'Ben Okafor' });
  });

  test('an email only where two have the same name, or the user is gone', async () => {
    const add = (email: string) =>
      addUser(people.maren, {
        email,
        password: 'a-password-of-2026',
        firstName: 'Kim',
        lastName: 'Lee',
      });
    const one = await add('kim@one.example');
    expect((await find('act=created&subject=account'))[0]!.about).toEqual({
      name: 'Kim Lee',
    });
    await add('kim@two.example');
    expect((await find('act=created&subject=account'))[0]!.about).toEqual({
      name: 'Kim Lee',
      email: 'kim@two.example',
    });
    await deleteUser(people.maren, one.id);
    expect((await find('act=deleted&subject=account'))[0]!.about).toEqual({
      name: 'kim@one.example',
    });
  });

  test('it is found by name and by email; what is stored stays', async () => {
    for (const who of ['maren holt', 'maren@']) {
      const found = await find(`who=${encodeURIComponent(who)}&subject=pipeline`);
      expect(found.map(({ who: by }) => by.name)).toEqual(['Maren Holt']);
    }
    expect((await find('what=Kim Lee&act=created')).length).toBeGreaterThan(0);
    const [change] = await listHistory(
      people.maren,
      { who: 'Maren Holt', subject: 'pipeline' },
      { limit: 1, offset: 0 },
    );
    expect(change).toMatchObject({
      actorEmail: people.maren.email,
      fields: { owner: [people.ana.email, people.ben.email] },
    });
  });
});
