import type { CustomField } from '#db/schema';
import type { StagedDatabase } from '#db/staged-write';
import type { Viewer } from '~/domain/access';
import type { CustomFieldName } from '~/domain/custom-field/names';
import type { Operation } from '~/domain/history/record.server';

export interface ApplyContext extends StagedDatabase {
  viewer: Viewer;
  operation: Required<Operation>;
  created: number;
  updated: number;
  changedCompanies: string[];
  newFieldNames: Map<string, CustomFieldName>;
  newDealIds: Map<number, number>;
  writtenFields: Map<string, Set<string>>;
  owners: Map<string, Viewer | undefined>;
  reasonIds: Map<string, number>;
  requiredFields: CustomField[];
}
