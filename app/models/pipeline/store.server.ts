import { eq, sql } from 'drizzle-orm';
import type { Db } from '#db/client';
import { type Pipeline, pipelines } from '#db/schema';
import { insertRows } from '#db/insert';
import { invalid } from '~/refusal.server';
import type { Viewer } from '~/models/access';
import { pipelineDifferences } from '~/models/history/fields';
import { pipelineEntry, writeHistory, type Written } from '~/models/history/write.server';
import { derived } from './derived';
import { MAX_INDUSTRIES, PIPELINE_KEYS } from './fields';
import { type PipelineChanges, type PipelineInput, tooMany } from './schema';

/** How deals are created and changed, within the transaction of whoever has checked the rights. */

interface NewPipeline {
  input: PipelineInput;
  /** The owner. */
  userId: string;
  /** See `createPipeline`. */
  submission?: string;
}

const COLUMNS = [
  ...PIPELINE_KEYS,
  'searchText',
  'companyKey',
  'meetingDays',
  'roundRank',
  'userId',
  'submission',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof Pipeline)[];

/** Creates deals with their history. Returns their ids in the same order. */
export async function insertPipelines(
  tx: Db,
  viewer: Viewer,
  deals: NewPipeline[],
  written: Written = {},
): Promise<number[]> {
  const { at = new Date() } = written;
  const rows = deals.map(({ input, userId, submission }) => ({
    industries: [],
    ...input,
    ...derived(input),
    userId,
    submission,
    createdAt: at,
    updatedAt: at,
  }));
  const ids = await insertRows(tx, 'pipelines', pipelines, COLUMNS, rows);
  const entries = deals.map(({ input }, n) =>
    pipelineEntry(
      { id: ids[n]!, companyName: input.companyName },
      'created',
      pipelineDifferences({}, input),
    ),
  );
  await writeHistory(tx, viewer, entries, written);
  return ids;
}

export interface Edit {
  before: Pipeline;
  changes: PipelineChanges;
}

/** Changes the given keys of deals, with their history. Throws 400 for too many industries. */
export async function changePipelines(
  tx: Db,
  viewer: Viewer,
  edits: Edit[],
  written: Written = {},
): Promise<void> {
  const updatedAt = written.at ?? new Date();
  const updates = new Map<string, Update>();
  for (const edit of edits) {
    checkIndustries(edit.before, edit.changes);
    const set = { ...storedColumns(edit), version: edit.before.version + 1, updatedAt };
    const keys = Object.keys(set).join();
    const update = updates.get(keys) ?? prepareUpdate(tx, Object.keys(set));
    updates.set(keys, update);
    await update({ ...set, which: edit.before.id });
  }
  const entries = edits.flatMap(({ before, changes }) => {
    const after = { ...before, ...changes };
    const fields = pipelineDifferences(before, after);
    return Object.keys(fields).length ? [pipelineEntry(after, 'changed', fields)] : [];
  });
  await writeHistory(tx, viewer, entries, written);
}

/** Only those that differ: a column that is set is written to its indexes in any case. */
function storedColumns({ before, changes }: Edit): Partial<Pipeline> {
  const after = { ...changes, ...derived({ ...before, ...changes }) };
  const isOther = ([key, value]: [string, unknown]) =>
    value !== undefined && JSON.stringify(value) !== JSON.stringify(before[key as keyof Pipeline]);
  return Object.fromEntries(Object.entries(after).filter(isOther));
}

type Update = (values: Record<string, unknown>) => Promise<unknown>;

function prepareUpdate(tx: Db, keys: string[]): Update {
  const set = Object.fromEntries(keys.map((key) => [key, sql.placeholder(key)]));
  const isIt = eq(pipelines.id, sql.placeholder('which'));
  const update = tx.update(pipelines).set(set).where(isIt).prepare();
  return (values) => update.execute(values);
}

/** Throws 400 if the list of industries is longer than 50 and than before. */
function checkIndustries(before: Pipeline, { industries = [] }: PipelineChanges): void {
  const most = Math.max(MAX_INDUSTRIES, before.industries.length);
  if (industries.length > most) throw invalid([{ path: 'industries', message: tooMany(most) }]);
}
