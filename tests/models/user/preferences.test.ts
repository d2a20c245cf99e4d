import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { preferences, users } from '#db/schema';
import { db } from '#db/client';
import { transaction } from '#db/transaction';
import { getPreferences, setPreferences } from '~/models/user/preferences.server';
import { type Cast, cast } from '../../support/cast';
import { thrownBy } from '../../support/pipelines';

let people: Cast;
beforeEach(async () => {
  await transaction(async (tx) => tx.delete(users));
  people = await cast();
});

describe('preferences', () => {
  test('are kept for each user, and a choice leaves the others as they are (rule 21.17)', async () => {
    const since = new Date('2026-11-02T07:00:00Z');
    await setPreferences(people.ana, { columns: ['score', 'owner'] });
    await setPreferences(people.ana, { reviewMailSince: since, timeZone: 'Asia/Tokyo' });
    await setPreferences(people.ana, {});
    expect(await getPreferences(people.ana)).toEqual({
      startViewId: null,
      columns: ['score', 'owner'],
      reviewMailSince: since,
      unsubscribeKey: null,
      reviewMailedAt: null,
      taskMailSince: null,
      taskMailedAt: null,
      timeZone: 'Asia/Tokyo',
      language: null,
    });
    expect(await getPreferences(people.ben)).toMatchObject({ columns: null, timeZone: null });
  });

  test('go with their user, and one who has been deleted meanwhile is signed out (rule 21.17)', async () => {
    await setPreferences(people.ana, { columns: [] });
    await transaction(async (tx) => tx.delete(users).where(eq(users.id, people.ana.id)));
    expect(await db.$count(preferences)).toBe(0);
    const refused = await thrownBy(setPreferences(people.ana, { columns: [] }));
    expect(refused.status).toBe(401);
  });
});
