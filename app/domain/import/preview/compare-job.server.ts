import type { UnknownValues } from '#db/schema';
import type { Viewer } from '~/domain/access';
import type { SendChunk } from '~/domain/import/reading/read-job';
import type { ComparedRow } from './compare-rows.server';

export type CompareRowsJob = (
  job: { viewer: Viewer; importId: number; refusesCells: boolean; createsDuplicates: boolean },
  send: SendChunk<ComparedRow[]>,
) => Promise<UnknownValues[]>;
