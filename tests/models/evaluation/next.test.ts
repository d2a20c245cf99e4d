import { beforeAll, expect, test } from 'vitest';
import { nextToEvaluate, saveEvaluation } from '~/models/evaluation/write.server';
import { createPipeline, getPipeline } from '~/models/pipeline/write.server';
import type { Viewer } from '~/models/access';
import { type Cast, cast } from '../../support/cast';

let people: Cast;
beforeAll(async () => {
  people = await cast();
});

test('the next deal without an evaluation is the next older one, after the oldest the newest (rule 7.20)', async () => {
  const { ana, ben, maren } = people;
  const add = (viewer: Viewer, companyName: string) =>
    createPipeline(viewer, { companyName, industries: [] });
  const oldest = await add(ana, 'Oldest');
  const evaluated = await add(ana, 'Evaluated');
  const others = await add(ben, "Ben's");
  const middle = await add(ana, 'Middle');
  const newest = await add(ana, 'Newest');
  await saveEvaluation(ana, evaluated, { marketSize: 7 });
  const after = async (viewer: Viewer, id: number) =>
    (await nextToEvaluate(viewer, await getPipeline(viewer, id)))?.id;
  expect(await after(ana, newest)).toBe(middle);
  expect(await after(ana, middle)).toBe(oldest);
  expect(await after(ana, evaluated)).toBe(oldest);
  expect(await after(ana, oldest)).toBe(newest);
  expect(await after(maren, middle)).toBe(others);
  for (const id of [oldest, newest]) await saveEvaluation(ana, id, { marketSize: 7 });
  expect(await after(ana, oldest)).toBe(middle);
  expect(await after(ana, middle)).toBeUndefined();
});
