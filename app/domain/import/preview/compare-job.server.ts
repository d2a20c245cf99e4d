import type { Viewer } from '~/domain/access';
import type { ComparedRow } from './compare-rows.server';
import type { SendChunk } from '~/domain/import/reading/read-job';

/** Hands on what the rows of an import would do, from one snapshot of the deals. */
export type CompareRowsJob = (
  job: { viewer: Viewer; importId: number; refusesCells: boolean },
  send: SendChunk<ComparedRow[]>,
) => Promise<void>;
