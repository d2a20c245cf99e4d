import type { StagedDatabase } from '#db/staged-write';
import type { Viewer } from '~/domain/access';
import type { CustomFieldName } from '~/domain/custom-field/names';
import type { Operation } from '~/domain/history/record.server';
import type { Offered } from './offered.server';

/** Filled while the rows are written; any changed company undoes the whole import. */
export interface ApplyResult {
  created: number;
  updated: number;
  /** Names of companies whose deals have changed since the preview. */
  changedCompanies: string[];
}

export interface ApplyContext extends StagedDatabase {
  viewer: Viewer;
  operation: Required<Operation>;
  result: ApplyResult;
  /** Names of the created custom fields by those that the mapping planned. */
  newFieldNames: Map<string, CustomFieldName>;
  /** Ids of created deals by the number `n` of the first row about each company. */
  newDealIds: Map<number, number>;
  /** Fields that earlier rows have written, by what the row holds and the deal: 'deals 7'. */
  writtenFields: Map<string, Set<string>>;
  /** Ids of contacts that earlier rows have added or updated. */
  savedContactIds: Set<number>;
  /** Users that rows name as owners, by id; undefined for one who cannot sign in. */
  owners: Map<string, Viewer | undefined>;
  offered: Offered;
}
