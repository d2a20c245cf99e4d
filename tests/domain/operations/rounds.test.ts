import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '#db/client';
import { contacts, evaluators, historyEvents, rounds, scorecards } from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { listCollaborators } from '~/domain/collaborator/list.server';
import { setCollaborators } from '~/domain/collaborator/update.server';
import { setUserDisabled } from '~/domain/operations/disable-user.server';
import { mergeDeals } from '~/domain/operations/merge/merge.server';
import { splitMerge } from '~/domain/operations/merge/split.server';
import { getLeaver, offboardUser } from '~/domain/operations/offboard.server';
import { transferDeals } from '~/domain/operations/transfer-deals.server';
import { deleteDeal } from '~/domain/operations/trash/delete.server';
import { deleteUser } from '~/domain/operations/trash/delete-users.server';
import { listTrash } from '~/domain/operations/trash/list.server';
import { restoreFromTrash } from '~/domain/operations/trash/restore.server';
import { closeRound } from '~/domain/round/close.server';
import { getRound, listRounds } from '~/domain/round/get.server';
import { openRound } from '~/domain/round/open.server';
import { recuseEvaluator, saveScorecard } from '~/domain/round/save-scorecard.server';
import { ScorecardInput } from '~/domain/round/schema';
import { getOwnRound } from '~/routes/pipeline.$id.scorecard/own-round.server';
import { getStatus } from '../../support/answers';
import { createCastForEach } from '../../support/cast';
import { addDeal } from '../../support/deals';

const people = createCastForEach();
let deal: number;
let round: number;
beforeEach(async () => {
  const { ana, ben, chiara, tomas } = people;
  deal = await addDeal(ana, { companyName: 'Gantrywell' });
  const userIds = [ana, ben, chiara, tomas].map(({ id }) => id);
  round = await openRound(ana, deal, { userIds, until: '2199-12-31' });
  await fillIn(ana, { submit: false });
  await fillIn(ben, { submit: false });
  await fillIn(chiara, { submit: true });
  await recuseEvaluator(tomas, deal, round, 'A relative founded it');
});

async function fillIn(viewer: Viewer, { submit }: { submit: boolean }): Promise<void> {
  const card = ScorecardInput.parse({ scores: { marketSize: 7 }, vote: 'support', submit });
  await saveScorecard(viewer, { dealId: deal, roundId: round }, card);
}
async function readStates(): Promise<Record<string, string>> {
  const rows = await db.select().from(evaluators).where(eq(evaluators.roundId, round));
  return Object.fromEntries(rows.map(({ name, state }) => [name.split(' ')[0]!, state]));
}
const readCards = async () => {
  const rows = await db.select().from(scorecards).where(eq(scorecards.roundId, round));
  return rows.map(({ userId }) => userId).sort();
};
const ids = (...viewers: Viewer[]) => viewers.map(({ id }) => id).sort();
async function restoreLatest(): Promise<void> {
  const [latest] = await listTrash(people.maren, { limit: 1, offset: 0 });
  await restoreFromTrash(people.maren, latest!.id);
}
const EVERYBODY = { Ana: 'draft', Ben: 'draft', Chiara: 'submitted', Tomas: 'recused' };

describe('rounds in the trash (rule 32.33)', () => {
  test('a deal comes back with every scorecard as it was', async () => {
    const read = async () => [
      await db.select().from(rounds),
      await db.select().from(evaluators).orderBy(evaluators.userId),
      await db.select().from(scorecards).orderBy(scorecards.userId),
    ];
    const before = await read();
    await deleteDeal(people.ana, deal);
    expect((await read()).flat()).toEqual([]);
    await restoreLatest();
    expect(await read()).toEqual(before);
  });

  test('the draft of a disabled user does not come back', async () => {
    const { ana, ben, chiara, maren } = people;
    await deleteDeal(ana, deal);
    for (const person of [ben, chiara])
      for (const disabled of [true, false]) await setUserDisabled(maren, person.id, disabled);
    await restoreLatest();
    expect(await readStates()).toEqual({ Ana: 'draft', Chiara: 'submitted', Tomas: 'recused' });
    expect(await readCards()).toEqual(ids(ana, chiara));
  });

  test('the draft of a deleted user does not come back', async () => {
    const { ana, ben, maren } = people;
    const { entries } = await deleteDeal(ana, deal);
    await deleteUser(maren, ben.id);
    await restoreLatest();
    await restoreFromTrash(maren, entries[0]!);
    expect(await readStates()).not.toHaveProperty('Ben');
    expect(await readCards()).not.toContain(ben.id);
  });

  test('an owner comes back without drafts of their own', async () => {
    const { ana, ben, chiara, maren } = people;
    await deleteUser(maren, ana.id);
    await restoreLatest();
    expect(await readStates()).toEqual({ Ben: 'draft', Chiara: 'submitted', Tomas: 'recused' });
    expect(await readCards()).toEqual(ids(ben, chiara));
  });

  test('a leaver stays out of a deal of many records', async () => {
    const { ana, ben, chiara, maren } = people;
    await setCollaborators(ana, deal, [ben.id, chiara.id]);
    const contact = { dealId: deal, name: 'Kim', searchText: 'kim' };
    await transaction((tx) =>
      tx.insert(contacts).values(Array.from({ length: 120 }, () => contact)),
    );
    await deleteDeal(ana, deal);
    for (const disabled of [true, false]) await setUserDisabled(maren, ben.id, disabled);
    await restoreLatest();
    expect((await listCollaborators(ana, deal)).map(({ id }) => id)).toEqual([chiara.id]);
  });
});

describe('rounds through other operations (rule 32.33)', () => {
  test('a merge keeps both open rounds for their evaluators', async () => {
    const { ana, chiara, daichi } = people;
    const loser = await addDeal(ana, { companyName: 'Gantrywell GmbH' });
    const other = await openRound(ana, loser, { userIds: [daichi.id], until: '2199-12-31' });
    const { id: merge } = await mergeDeals(ana, deal, { otherId: loser });
    const listed = await listRounds(ana, deal);
    expect(listed.map(({ companyName }) => companyName)).toEqual(['Gantrywell GmbH', 'Gantrywell']);
    expect((await getOwnRound(chiara, deal)).id).toBe(round);
    expect((await getOwnRound(daichi, deal)).id).toBe(other);
    await splitMerge(ana, deal, merge);
    expect((await listRounds(ana, loser)).map(({ id }) => id)).toEqual([other]);
    expect(await readStates()).toEqual(EVERYBODY);
  });

  test('the new owner of a deal closes its round', async () => {
    const { ana, chiara, maren } = people;
    await transferDeals(maren, [deal], chiara.email);
    expect(await readStates()).toEqual(EVERYBODY);
    await closeRound(chiara, deal, round);
    expect(await getStatus(getRound(ana, deal, round))).toBe(404);
  });

  test.each(['disable', 'delete'] as const)(
    '%s: drafts go, submitted cards stay',
    async (outcome) => {
      const { ana, ben, chiara, maren } = people;
      for (const person of [ben, chiara]) await offboardUser(maren, person.id, { outcome });
      await closeRound(ana, deal, round);
      const { cards, evaluators: asked } = await getRound(ana, deal, round);
      expect(cards!.map(({ evaluator }) => evaluator.name)).toEqual([
        expect.stringMatching(/^Chiara/),
      ]);
      expect(asked.map(({ id }) => id)).not.toContain(ben.id);
    },
  );

  test('an evaluator who leaves is in the history of the deal', async () => {
    const { ana, ben, chiara, maren, tomas } = people;
    for (const person of [ben, chiara])
      await offboardUser(maren, person.id, { outcome: 'disable' });
    const events = await db.select().from(historyEvents).where(eq(historyEvents.subject, 'round'));
    const left = events.filter(({ actorId }) => actorId === maren.id);
    expect(left.map(({ subjectId, fields }) => [subjectId, fields])).toEqual([
      [
        String(deal),
        {
          evaluators: [
            [ana, ben, chiara, tomas].map(({ email }) => email),
            [ana, chiara, tomas].map(({ email }) => email),
          ],
        },
      ],
    ]);
  });

  test('offboarding counts scorecards that are not submitted', async () => {
    const countOpenScorecards = async ({ id }: Viewer) =>
      (await getLeaver(people.maren, id)).work.openScorecards;
    expect(await countOpenScorecards(people.ben)).toBe(1);
    expect(await countOpenScorecards(people.chiara)).toBe(0);
    await closeRound(people.ana, deal, round);
    expect(await countOpenScorecards(people.ben)).toBe(0);
  });

  test('a round outlives who opened it', async () => {
    const { ana, chiara, maren } = people;
    await offboardUser(maren, ana.id, { outcome: 'delete', newOwner: chiara.email });
    await closeRound(chiara, deal, round);
    expect(await getRound(chiara, deal, round)).toMatchObject({
      openedByName: expect.stringMatching(/^Ana/) as string,
    });
  });
});
