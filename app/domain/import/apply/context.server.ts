import type { StagedDatabase } from '#db/staged-write';
import type { Viewer } from '~/domain/access';
import type { CustomFieldName } from '~/domain/custom-field/names';
import type { Operation } from '~/domain/history/record.server';

/** An import while its rows are written. */
export interface ApplyContext extends StagedDatabase {
  viewer: Viewer;
  operation: Required<Operation>;
  created: number;
  updated: number;
  /** Names of companies that were changed after the preview. */
  changedCompanies: string[];
  /** The names of new fields, by the targets that stand for them in the compared rows. */
  newFieldNames: Map<string, CustomFieldName>;
  /** The deals that were created, by the row's `n`. */
  newDealIds: Map<number, number>;
  /** The fields that were written so far, by sheet and deal. */
  writtenFields: Map<string, Set<string>>;
  owners: Map<string, Viewer | undefined>;
}
