import { beforeEach, describe, expect, test } from 'vitest';
import { createDealOnce } from '~/domain/deal/form-conflict.server';
import { getDeal } from '~/domain/deal/get.server';
import { updateDeal } from '~/domain/deal/update.server';
import {
  findChangesSince,
  findFirstChangeId,
  findLastChanges,
} from '~/domain/history/field-changes.server';
import { MAX_WINDOW_CHANGES } from '~/domain/history/window.server';
import { changeDealsInBulk } from '~/domain/operations/bulk-change.server';
import { listMergeChoices } from '~/domain/operations/merge/field-choices.server';
import { mergeDeals } from '~/domain/operations/merge/merge.server';
import { undoOwnOperation } from '~/domain/operations/undo/undo.server';
import * as api from '~/routes/api.pipelines_.$id';
import * as editForm from '~/routes/pipeline.$id.edit/route';
import { catchResponse } from '../../support/answers';
import { call, createCastForEach } from '../../support/cast';
import { addDeal, getStoredDeal } from '../../support/deals';
import { getProcessorTimeMs } from '../../support/event-loop-turns';
import { addHistoryEvents, createLongSave } from '../../support/history';

const people = createCastForEach();
let id: number;
beforeEach(async () => {
  id = await addDeal(people.ana, { ceoName: 'Mei', comments: 'First' });
});

const since = async (fields: string[]) => {
  const after = await findFirstChangeId('pipeline', id);
  return findChangesSince(people.ana, { subject: 'pipeline', dealId: id, after }, fields);
};

describe('changes since a form was opened (rule 10.19)', () => {
  test('changes name the first former value and the last author', async () => {
    await updateDeal(people.ana, id, { ceoName: 'Kofi', comments: 'Second' });
    await updateDeal(people.tomas, id, { ceoName: 'Lin' });
    const changes = (await since(['ceoName', 'comments', 'cfoName']))!;
    expect([...changes.keys()].sort()).toEqual(['ceoName', 'comments']);
    expect(changes.get('ceoName')).toMatchObject({ from: 'Mei', isOwn: false });
    expect(changes.get('comments')).toMatchObject({ from: 'First', isOwn: true });
  });

  test('changes are unknown beyond 2,000 history events', async () => {
    const score = (n: number) => ({ evaluationScore: [n % 10, (n + 1) % 10] as [number, number] });
    await addHistoryEvents(id, { by: people.tomas, count: MAX_WINDOW_CHANGES, fields: score });
    expect((await since(['evaluationScore']))!.get('evaluationScore')!.from).toBe(0);
    await addHistoryEvents(id, { by: people.tomas, count: 1, fields: score });
    expect(await since(['evaluationScore'])).toBeUndefined();
  });

  test('changes are unknown beyond 4 MB of texts', async () => {
    await addHistoryEvents(id, { by: people.tomas, count: 40, fields: createLongSave });
    expect((await since(['comments']))!.get('comments')).toMatchObject({ isOwn: false });
    await addHistoryEvents(id, { by: people.tomas, count: 3, fields: createLongSave });
    expect(await since(['comments'])).toBeUndefined();
  });

  test('changes are unknown for a history event in the future', async () => {
    const after = Number.MAX_SAFE_INTEGER;
    const query = { subject: 'pipeline', dealId: id, after } as const;
    expect(await findChangesSince(people.ana, query, ['comments'])).toBeUndefined();
  });
});

describe('deals with 60 MB of history (rule 10.19)', () => {
  beforeEach(async () => {
    await addHistoryEvents(id, { by: people.tomas, count: 600, fields: createLongSave });
  });

  /** Repeats a measurement that other work of this process disturbed. */
  async function expectQuick(work: () => Promise<unknown>): Promise<void> {
    let best = Infinity;
    for (let attempt = 0; attempt < 3; attempt++) {
      const start = getProcessorTimeMs();
      await work();
      best = Math.min(best, getProcessorTimeMs() - start);
    }
    expect(best).toBeLessThan(100);
  }

  const save = (form: Record<string, string>) =>
    call(editForm, 'POST', `/pipeline/${id}/edit`, {
      as: people.ana,
      form: { companyName: 'Acme', ceoName: 'Mei', comments: 'First', ...form },
      params: { id: String(id) },
    });

  test('an old form asks about every field that differs', async () => {
    await updateDeal(people.tomas, id, { comments: 'Theirs' });
    const form = { version: '1', opened: '0', comments: 'Mine' };
    await expectQuick(() => save(form));
    const answer = await save(form);
    expect(answer.status).toBe(409);
    const { conflict, result } = (await answer.json()) as {
      conflict: { latestEventId: number; isUnknown: boolean; fieldConflicts: unknown[] };
      result: { initialValue: object };
    };
    expect(conflict).toMatchObject({ isUnknown: true });
    expect(conflict.fieldConflicts).toEqual([
      { field: 'comments', mine: 'Mine', theirs: 'Theirs' },
    ]);
    expect(result.initialValue).toMatchObject({ comments: 'Mine' });
    expect(await getStoredDeal(id)).toMatchObject({ comments: 'Theirs' });
    const seen = String(conflict.latestEventId);
    const chosen = await save({ ...form, seen, 'take-comments': 'mine' });
    expect(chosen.status).toBe(302);
    expect(await getStoredDeal(id)).toMatchObject({ comments: 'Mine' });
  });

  test('a score conflict names its author only if recent', async () => {
    await updateDeal(people.tomas, id, { evaluationScore: 5 });
    const stale = () =>
      catchResponse(updateDeal(people.ana, id, { evaluationScore: 7 }, { seenScore: 1 }));
    expect(await (await stale()).json()).toMatchObject({
      message: expect.stringContaining('has changed it to 5.0') as string,
    });
    expect((await findLastChanges('pipeline', id, ['evaluationScore'])).size).toBe(1);
    await addHistoryEvents(id, { by: people.tomas, count: 50, fields: createLongSave });
    await expectQuick(stale);
    expect(await (await stale()).json()).toMatchObject({
      message: 'Someone else has changed it to 5.0 in the meantime.',
    });
  });

  test('a repeated new-deal form that differs is refused', async () => {
    const submission = crypto.randomUUID();
    const send = (comments: string) =>
      createDealOnce(
        people.ana,
        { companyName: 'Twice', industries: [], comments },
        { submission },
      );
    const twice = await send('One');
    expect(await send('One')).toBe(twice);
    await addHistoryEvents(twice, { by: people.tomas, count: 300, fields: createLongSave });
    await expectQuick(() => catchResponse(send('Two')));
    expect((await catchResponse(send('Two'))).status).toBe(409);
    expect(await getStoredDeal(twice)).toMatchObject({ comments: 'One' });
  });

  test('a merge prefers the other deal if the order is unknown', async () => {
    const other = await addDeal(people.ana, { companyName: 'Acme Ltd', ceoName: 'Lin' });
    await updateDeal(people.ana, id, { cfoName: 'Old' });
    await updateDeal(people.ana, other, { cfoName: 'New' });
    const choices = async () =>
      listMergeChoices(await getDeal(people.ana, id), await getDeal(people.ana, other));
    await expectQuick(choices);
    const presets = new Map(
      (await choices()).map(({ pairs: [{ name }], defaultSide }) => [name, defaultSide]),
    );
    expect(presets.get('cfoName')).toBe('other');
    expect(presets.get('ceoName')).toBe('other');
    const reversed = await listMergeChoices(
      await getDeal(people.ana, other),
      await getDeal(people.ana, id),
    );
    const back = new Map(reversed.map(({ pairs: [{ name }], defaultSide }) => [name, defaultSide]));
    expect(back.get('ceoName')).toBe('this');
    await expectQuick(() => mergeDeals(people.ana, id, { otherId: other }).catch(() => undefined));
    expect(await getStoredDeal(id)).toMatchObject({ cfoName: 'New' });
  });

  test('an undo skips a deal if later changes are unknown', async () => {
    const change = { fundingRound: 'B', nextMeetingDate: undefined, note: undefined };
    const { operationId } = await changeDealsInBulk(people.ana, [id], change);
    await addHistoryEvents(id, { by: people.tomas, count: 100, fields: createLongSave });
    const start = getProcessorTimeMs();
    const undone = await undoOwnOperation(people.ana, operationId!);
    expect(getProcessorTimeMs() - start).toBeLessThan(150);
    const changedSince = [{ why: 'Funding round: changed since by Tomas Rivera.' }];
    expect(undone).toMatchObject({ undone: 0, changedSince });
    expect(await getStoredDeal(id)).toMatchObject({ fundingRound: 'B' });
  });

  test('the API accepts a change of a deal with a long history', async () => {
    const json = { comments: 'By program' };
    const put = () =>
      call(api, 'PUT', `/api/pipelines/${id}`, {
        as: people.ana,
        json,
        params: { id: String(id) },
      });
    await expectQuick(put);
    expect((await put()).status).toBe(200);
  });
});
