import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { db } from '#db/client';
import { evaluations, users } from '#db/schema';
import { transaction } from '#db/transaction';
import { saveEvaluation } from '~/domain/evaluation/update.server';
import { deleteDeal, deleteDealsById } from '~/domain/operations/trash/delete.server';
import { deleteUser } from '~/domain/operations/trash/delete-users.server';
import { listDealHistory } from '~/domain/timeline/deal-history.server';
import * as dashboard from '~/routes/dashboard/route';
import * as deleted from '~/routes/deleted/route';
import * as deleteDealRoute from '~/routes/pipeline.$id.delete/route';
import * as undo from '~/routes/undo';
import { getCookie } from '../support/answers';
import { call, type CastMember, createCastForEach } from '../support/cast';
import { addDeal, FULL_DEAL, getStoredDeal } from '../support/deals';
import { findTags, listSentFields, readText, renderScreen } from '../support/render-screen';
import { failureOutcome, readOutcome, successOutcome } from '../support/toast';

const people = createCastForEach();

type Form = NonNullable<Parameters<typeof call>[3]>['form'];
const takeBack = async (as: CastMember, form: Form) =>
  readOutcome(await call(deleted, 'POST', '/deleted', { as, form }));
const undoIt = async (as: CastMember, form: Form) =>
  readOutcome(await call(undo, 'POST', '/undo', { as, form }));
const deletedBy = (as: CastMember) => renderScreen(deleted, '/deleted', { as });
const notRestored = ['/deleted', 'Not restored', 'This is no longer in the trash.', true];

const deleteAndGetEntry = async (as: CastMember, id: number) =>
  (await deleteDeal(as, id)).entries[0]!;

async function pageAfter(answer: Response, as: CastMember) {
  const cookie = `${as.cookie}; ${getCookie(answer, 'toast')}`;
  return renderScreen(dashboard, '/dashboard?sort=oldest', { as: { cookie } });
}

describe('Undo in the message of a deletion (rule 10.13)', () => {
  test('Undo restores the whole deal and returns to the page', async () => {
    const { ana } = people;
    const id = await addDeal(ana, FULL_DEAL);
    await saveEvaluation(ana, id, { marketSize: 9.3, marketNotes: 'Notes' });
    const evaluation = async () => db.select().from(evaluations).where(eq(evaluations.dealId, id));
    const before = [await getStoredDeal(id), await evaluation()];
    const params = { id: String(id) };
    const page = await pageAfter(
      await call(deleteDealRoute, 'POST', `/pipeline/${id}/delete`, { as: ana, params, form: {} }),
      ana,
    );
    expect(readText(page)).toContain('|Success|Pipeline deleted successfully|Undo|');
    expect(findTags(page, 'form').some((form) => form.includes('action="/undo"'))).toBe(true);
    const form = listSentFields(page, 'act');
    expect(form[0]).toEqual(['back', '/dashboard?sort=oldest']);
    expect(await undoIt(ana, form)).toEqual(
      successOutcome('/dashboard?sort=oldest', `${FULL_DEAL.companyName} restored`),
    );
    expect([await getStoredDeal(id), await evaluation()]).toEqual(before);
    expect(
      (await listDealHistory(ana, id, { limit: 2, offset: 0 })).map(
        ({ kind, subject, actorEmail }) => [kind, subject, actorEmail],
      ),
    ).toEqual([
      ['restored', 'evaluation', ana.email],
      ['restored', 'pipeline', ana.email],
    ]);
    expect(await undoIt(ana, form), 'twice').toEqual(
      failureOutcome(
        '/dashboard?sort=oldest',
        'Not undone',
        'This cannot be undone here: it was undone before, or is not yours.',
      ),
    );
  });
});

describe('a deletion that cannot be undone (rule 10.13)', () => {
  test('Undo explains what was restored before or prevents it', async () => {
    const { ana, ben, maren, tomas } = people;
    const ids = [await addDeal(ana), await addDeal(ana), await addDeal(ben)];
    const { operationId: act, entries } = await deleteDealsById(tomas, ids);
    await takeBack(tomas, { id: String(entries[0]) });
    await deleteUser(maren, ben.id);
    expect(await undoIt(tomas, { back: '/dashboard', act })).toEqual(
      successOutcome(
        '/dashboard',
        'Acme restored, 2 skipped: The owner of this deal was deleted. Restore the owner first., no longer in the trash',
      ),
    );
  });
});

describe('Recently deleted (rule 10.14)', () => {
  test('Recently deleted lists own deletions in reach', async () => {
    const { ana, ben, tomas, maren } = people;
    const own = await deleteAndGetEntry(ana, await addDeal(ana, { companyName: 'Own' }));
    const byStaff = await deleteAndGetEntry(tomas, await addDeal(ana, { companyName: 'Staff' }));
    const lists = async (as: CastMember) => /Own|Staff/.exec(readText(await deletedBy(as)))?.[0];
    expect([await lists(ana), await lists(tomas), await lists(ben), await lists(maren)]).toEqual([
      'Own',
      'Staff',
      undefined,
      undefined,
    ]);
    expect(readText(await deletedBy(ben))).toContain('Nothing to restore');
    expect(readText(await deletedBy(tomas)), 'named, not by email').toContain(
      '|Deal of Ana Lindqvist|',
    );
    expect(await takeBack(ben, { id: String(own) })).toEqual(notRestored);
    expect(await takeBack(ana, { id: String(byStaff) })).toEqual(notRestored);
    expect(await takeBack(tomas, { id: String(own) })).toEqual(notRestored);
    expect(await takeBack(ana, { id: String(own) })).toEqual(
      successOutcome('/deleted', 'Own restored'),
    );
    expect(await takeBack(maren, { id: [String(byStaff), '999999999'] })).toEqual(
      successOutcome('/deleted', 'Staff restored, 1 skipped: it no longer exists'),
    );
  });

  test('a former manager restores only their own deals', async () => {
    const { tomas, ana } = people;
    const deal = await addDeal(ana, { companyName: 'Staff' });
    const {
      operationId: act,
      entries: [entry],
    } = await deleteDeal(tomas, deal);
    await transaction(async (tx) =>
      tx.update(users).set({ role: 'user' }).where(eq(users.id, tomas.id)),
    );
    expect(readText(await deletedBy(tomas))).not.toContain('Staff');
    expect(await takeBack(tomas, { id: String(entry) })).toEqual(notRestored);
    expect(await undoIt(tomas, { act })).toMatchObject({ 1: 'Nothing undone', 3: true });
    expect(await getStoredDeal(deal)).toBeUndefined();
  });

  test('Recently deleted restores no account and explains why', async () => {
    const { ben, maren, tomas } = people;
    const entry = await deleteAndGetEntry(tomas, await addDeal(ben));
    await deleteUser(maren, ben.id);
    expect(await takeBack(maren, { id: String(entry + 1) })).toEqual(notRestored);
    expect(await takeBack(tomas, { id: String(entry) })).toEqual(
      failureOutcome(
        '/deleted',
        'Not restored',
        'The owner of this deal was deleted. Restore the owner first.',
      ),
    );
  });
});
