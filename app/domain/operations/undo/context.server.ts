import type { HistoryEvent } from '#db/schema';
import type { StagedDatabase } from '#db/staged-write';
import type { Viewer } from '~/domain/access';
import type { Operation } from '~/domain/history/record.server';
import type { NewOwner } from '~/domain/user/new-owner.server';

export interface UndoOptions {
  notifiesOwners: boolean;
}

/** A staged database, or a transaction on the real one, which needs no `stageDeals`. */
export type UndoDatabase = Pick<StagedDatabase, 'tx'> & Partial<StagedDatabase>;

export interface UndoContext extends UndoDatabase {
  viewer: Viewer;
  undoneOperationId: string;
  options: UndoOptions;
  undo: Required<Operation>;
  /** Changes of the inbox by the operation. */
  inboxEvents: HistoryEvent[];
  /** Caches previous owners by email; undefined for one who can no longer sign in. */
  owners: Map<string, NewOwner | undefined>;
}
