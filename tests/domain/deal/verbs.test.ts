import { readdirSync, readFileSync } from 'node:fs';
import { expect, expectTypeOf, test } from 'vitest';
import type { Viewer } from '~/domain/access';
import type { DealVerbs } from '~/domain/deal/verbs';

const FOLDERS = ['pipeline', 'bulk', 'meeting'].map((name) => `app/models/${name}`);
const index = readFileSync('app/domain/deal/verbs.ts', 'utf8');

/** Exported functions of a viewer on which a verb is built, and what a form shows. */
const PARTS = [
  'matching',
  'findColleagues',
  'duplicatesJson',
  'duplicatesQuestion',
  'findSent',
  'checkVisible',
  'listPipelineIds',
  'pageIds',
  'nameContains',
  'textContains',
  'ownCondition',
  'industryDistribution',
  'offeredIndustries',
  'meetingForm',
];

test('the index of a deal’s verbs names every function that a viewer has of it', () => {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(folder).map((name) => readFileSync(`${folder}/${name}`, 'utf8')),
  );
  const verbs = files.flatMap((text) =>
    [...text.matchAll(/^export async function (\w+)\(\s*viewer: Viewer/gm)].map(
      ([, name]) => name!,
    ),
  );
  expect(verbs.length).toBeGreaterThan(20);
  expect(verbs.filter((name) => !PARTS.includes(name) && !index.includes(`.${name};`))).toEqual([]);
});

test('each verb takes the viewer first', () => {
  expectTypeOf<Parameters<DealVerbs[keyof DealVerbs]>[0]>().toEqualTypeOf<Viewer>();
});
