/**
 * What can be done with a deal, and the function that does it. Types alone: nothing is loaded by this
 * index, and a verb that moves or is renamed fails here.
 */
export interface DealVerbs {
  // Reading
  get: typeof import('./update.server').getDeal;
  find: typeof import('./update.server').findDeal;
  findSeveral: typeof import('./update.server').listDealNames;
  list: typeof import('./list.server').listDeals;
  listRows: typeof import('./list.server').listDealRows;
  board: typeof import('./board.server').getBoard;
  count: typeof import('./count.server').countDeals;
  figures: typeof import('./count.server').getDashboardFigures;
  search: typeof import('./search.server').searchDeals;
  findNamed: typeof import('./search.server').findDealByName;
  findDuplicates: typeof import('./duplicates.server').findDuplicates;
  listDecisions: typeof import('~/domain/decision/list.server').listDecisions;
  readHistory: typeof import('~/domain/timeline/list.server').listDealHistory;
  export: typeof import('~/domain/export/deals.server').buildDealSheets;

  // Writing
  create: typeof import('./update.server').createDeal;
  submitForm: typeof import('./form-conflict.server').createDealFromForm;
  update: typeof import('./update.server').updateDeal;
  mergeForm: typeof import('./form-conflict.server').updateDealFromForm;
  changeSeveral: typeof import('~/domain/operations/bulk-change.server').changeDealsInBulk;
  setMeeting: typeof import('~/domain/meeting/set.server').setMeeting;
  moveToStage: typeof import('~/domain/decision/move-deal.server').moveDeal;
  close: typeof import('~/domain/decision/move-deal.server').closeDeal;
  evaluate: typeof import('~/domain/evaluation/update.server').saveEvaluation;
  addTask: typeof import('~/domain/task/list.server').addTask;
  addContact: typeof import('~/domain/contact/list.server').addContact;
  addFiles: typeof import('~/domain/attachment/list.server').addAttachments;
  addNote: typeof import('~/domain/note/update.server').addNote;
  import: typeof import('~/domain/import/apply/apply.server').applyImport;

  // Two deals of one company
  merge: typeof import('~/domain/operations/merge/merge.server').mergeDeals;
  split: typeof import('~/domain/operations/merge/split.server').splitMerge;
  whereMerged: typeof import('./merges.server').findFinalWinner;

  // Changing hands
  share: typeof import('~/domain/share/list.server').createShare;
  handOver: typeof import('~/domain/operations/transfer-deals.server').transferDeal;
  handOverSeveral: typeof import('~/domain/operations/transfer-deals.server').transferDeals;
  listHandOvers: typeof import('~/domain/operations/transfer-deals.server').listReceivedTransfers;
  dismissHandOvers: typeof import('~/domain/operations/transfer-deals.server').dismissTransfers;

  // Deleting and going back
  delete: typeof import('~/domain/operations/trash/delete.server').deleteDeal;
  deleteSeveral: typeof import('~/domain/operations/trash/delete.server').deleteDealsById;
  restore: typeof import('~/domain/operations/trash/restore.server').restoreFromTrash;
  restoreField: typeof import('~/domain/timeline/restore.server').restoreField;
  undo: typeof import('~/domain/operations/undo/undo.server').undoOwnOperation;
}
