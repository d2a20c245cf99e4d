import { beforeEach, describe, expect, test } from 'vitest';
import { fieldPairs } from '~/models/merge/choose.server';
import { mergeDeals } from '~/models/merge/merge.server';
import { db } from '#db/client';
import { findChangesSince, firstChange, lastChanges } from '~/models/history/since.server';
import { MAX_WINDOW_CHANGES } from '~/models/history/window.server';
import { getPipeline, updatePipeline } from '~/models/pipeline/write.server';
import { changeInBulk } from '~/models/bulk/bulk.server';
import { submitPipeline } from '~/models/pipeline/conflict.server';
import { undoOwnAct } from '~/models/undo/undo.server';
import * as editForm from '~/routes/pipeline.$id.edit';
import * as api from '~/routes/api.pipelines_.$id';
import { call, castForEach } from '../../support/cast';
import { addSaves, longSave } from '../../support/history';
import { addPipeline, storedPipeline, thrownBy } from '../../support/pipelines';
import { processorTime } from '../../support/turns';

const LOCALE = { language: 'en-US', timeZone: 'UTC' };
const people = castForEach();
let id: number;
beforeEach(async () => {
  id = await addPipeline(people.ana, { ceoName: 'Mei', comments: 'First' });
});

const since = async (fields: string[]) => {
  const after = await firstChange('pipeline', id);
  return findChangesSince(people.ana, { subject: 'pipeline', pipelineId: id, after }, fields);
};

describe('changes since a form was opened (rule 10.19)', () => {
  test('name the first former value and the last author of each field', async () => {
    await updatePipeline(people.ana, id, { ceoName: 'Kofi', comments: 'Second' });
    await updatePipeline(people.tomas, id, { ceoName: 'Lin' });
    const changes = (await since(['ceoName', 'comments', 'cfoName']))!;
    expect([...changes.keys()].sort()).toEqual(['ceoName', 'comments']);
    expect(changes.get('ceoName')).toMatchObject({ from: 'Mei', isOwn: false });
    expect(changes.get('comments')).toMatchObject({ from: 'First', isOwn: true });
  });

  test('are unknown beyond 2,000 changes', async () => {
    const score = (n: number) => ({ evaluationScore: [n % 10, (n + 1) % 10] as [number, number] });
    await addSaves(id, { by: people.tomas, count: MAX_WINDOW_CHANGES, fields: score });
    expect((await since(['evaluationScore']))!.get('evaluationScore')!.from).toBe(0);
    await addSaves(id, { by: people.tomas, count: 1, fields: score });
    expect(await since(['evaluationScore'])).toBeUndefined();
  });

  test('are unknown beyond 4 MB of texts', async () => {
    await addSaves(id, { by: people.tomas, count: 40, fields: longSave });
    expect((await since(['comments']))!.get('comments')).toMatchObject({ isOwn: false });
    await addSaves(id, { by: people.tomas, count: 3, fields: longSave });
    expect(await since(['comments'])).toBeUndefined();
  });

  test('are unknown after a change that has not happened yet', async () => {
    const after = Number.MAX_SAFE_INTEGER;
    const query = { subject: 'pipeline', pipelineId: id, after } as const;
    expect(await findChangesSince(people.ana, query, ['comments'])).toBeUndefined();
  });
});

describe('a deal with 60 MB of history (rule 10.19)', () => {
  beforeEach(async () => {
    await addSaves(id, { by: people.tomas, count: 600, fields: longSave });
  });

  /** Runs it once more if other work of this process came between. */
  async function expectQuick(work: () => Promise<unknown>): Promise<void> {
    let best = Infinity;
    for (let attempt = 0; attempt < 3; attempt++) {
      const start = processorTime();
      await work();
      best = Math.min(best, processorTime() - start);
    }
    expect(best).toBeLessThan(100);
  }

  const save = (form: Record<string, string>) =>
    call(editForm, 'POST', `/pipeline/${id}/edit`, {
      as: people.ana,
      form: { companyName: 'Acme', ceoName: 'Mei', comments: 'First', ...form },
      params: { id: String(id) },
    });

  test('asks about each field that differs when a form claims to be from before', async () => {
    await updatePipeline(people.tomas, id, { comments: 'Theirs' });
    const form = { version: '1', opened: '0', comments: 'Mine' };
    await expectQuick(() => save(form));
    const answer = await save(form);
    expect(answer.status).toBe(409);
    const { conflict, result } = (await answer.json()) as {
      conflict: { seen: number; isUnknown: boolean; clashes: unknown[] };
      result: { initialValue: object };
    };
    expect(conflict).toMatchObject({ isUnknown: true });
    expect(conflict.clashes).toEqual([{ field: 'comments', mine: 'Mine', theirs: 'Theirs' }]);
    expect(result.initialValue).toMatchObject({ comments: 'Mine' });
    expect(await storedPipeline(id)).toMatchObject({ comments: 'Theirs' });
    const seen = String(conflict.seen);
    const chosen = await save({ ...form, seen, 'take-comments': 'mine' });
    expect(chosen.status).toBe(302);
    expect(await storedPipeline(id)).toMatchObject({ comments: 'Mine' });
  });

  test('names who changed a score only if that was lately', async () => {
    await updatePipeline(people.tomas, id, { evaluationScore: 5 });
    const stale = () =>
      thrownBy(updatePipeline(people.ana, id, { evaluationScore: 7 }, undefined, { seenScore: 1 }));
    expect(await (await stale()).json()).toMatchObject({
      message: expect.stringContaining('has changed it to 5.0') as string,
    });
    expect((await lastChanges('pipeline', id, ['evaluationScore'])).size).toBe(1);
    await addSaves(id, { by: people.tomas, count: 50, fields: longSave });
    await expectQuick(stale);
    expect(await (await stale()).json()).toMatchObject({
      message: 'Someone else has changed it to 5.0 in the meantime.',
    });
  });

  test('refuses a form for a new deal that is sent again and differs', async () => {
    const submission = crypto.randomUUID();
    const send = (comments: string) =>
      submitPipeline(
        people.ana,
        { companyName: 'Twice', industries: [], comments },
        submission,
        LOCALE,
      );
    const twice = await send('One');
    expect(await send('One')).toBe(twice);
    await addSaves(twice, { by: people.tomas, count: 300, fields: longSave });
    await expectQuick(() => thrownBy(send('Two')));
    expect((await thrownBy(send('Two'))).status).toBe(409);
    expect(await storedPipeline(twice)).toMatchObject({ comments: 'One' });
  });

  test('keeps a value that may have been set after the other deal’s', async () => {
    const other = await addPipeline(people.ana, { companyName: 'Acme Ltd', ceoName: 'Lin' });
    await updatePipeline(people.ana, id, { cfoName: 'Old' });
    await updatePipeline(people.ana, other, { cfoName: 'New' });
    const pairs = async () =>
      fieldPairs(db, await getPipeline(people.ana, id), await getPipeline(people.ana, other));
    await expectQuick(pairs);
    const presets = new Map((await pairs()).map(({ name, preset }) => [name, preset]));
    expect(presets.get('cfoName')).toBe('other');
    expect(presets.get('ceoName')).toBe('other');
    const reversed = await fieldPairs(
      db,
      await getPipeline(people.ana, other),
      await getPipeline(people.ana, id),
    );
    const back = new Map(reversed.map(({ name, preset }) => [name, preset]));
    expect(back.get('ceoName')).toBe('this');
    await expectQuick(() => mergeDeals(people.ana, id, { otherId: other }).catch(() => undefined));
    expect(await storedPipeline(id)).toMatchObject({ cfoName: 'New' });
  });

  test('stays as it is where an undo cannot tell what was changed since', async () => {
    const change = { fundingRound: 'B', nextMeetingDate: undefined, note: undefined };
    const { actId } = await changeInBulk(people.ana, [id], change);
    await addSaves(id, { by: people.tomas, count: 100, fields: longSave });
    const start = processorTime();
    const undone = await undoOwnAct(people.ana, actId!);
    expect(processorTime() - start).toBeLessThan(150);
    expect(undone).toMatchObject({ undone: 0, changedSince: 1 });
    expect(await storedPipeline(id)).toMatchObject({ fundingRound: 'B' });
  });

  test('takes a change through the API', async () => {
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
