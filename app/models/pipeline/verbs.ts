/**
 * What can be done with a deal, and the function that does it. Types alone: nothing is loaded by this
 * index, and a verb that moves or is renamed fails here.
 */
export interface DealVerbs {
  // Reading
  get: typeof import('./write.server').getPipeline;
  find: typeof import('./write.server').findPipeline;
  findSeveral: typeof import('./write.server').findPipelines;
  list: typeof import('./list.server').listPipelines;
  listRows: typeof import('./list.server').listPipelineRows;
  board: typeof import('./board.server').readBoard;
  count: typeof import('./figures.server').countPipelines;
  figures: typeof import('./figures.server').dashboardFigures;
  search: typeof import('./search.server').searchDeals;
  findNamed: typeof import('./search.server').findDealNamed;
  findDuplicates: typeof import('./duplicates.server').findDuplicates;
  listDecisions: typeof import('~/models/decision/list.server').listDecisions;
  readHistory: typeof import('~/models/timeline/list.server').listPipelineHistory;
  export: typeof import('~/models/export/deals.server').pipelineSheets;

  // Writing
  create: typeof import('./write.server').createPipeline;
  submitForm: typeof import('./conflict.server').submitPipeline;
  update: typeof import('./write.server').updatePipeline;
  mergeForm: typeof import('./conflict.server').mergePipeline;
  changeSeveral: typeof import('~/models/bulk/bulk.server').changeInBulk;
  setMeeting: typeof import('~/models/meeting/meeting.server').setMeeting;
  moveToStage: typeof import('~/models/decision/decide.server').movePipeline;
  close: typeof import('~/models/decision/decide.server').decide;
  evaluate: typeof import('~/models/evaluation/write.server').saveEvaluation;
  addTask: typeof import('~/models/task/tasks.server').addTask;
  addContact: typeof import('~/models/contact/contacts.server').addContact;
  addFiles: typeof import('~/models/file/files.server').addFiles;
  addNote: typeof import('~/models/note/write.server').addNote;
  import: typeof import('~/models/import/write/apply.server').applyImport;

  // Two deals of one company
  merge: typeof import('~/models/merge/merge.server').mergeDeals;
  split: typeof import('~/models/merge/split.server').splitMerge;
  whereMerged: typeof import('./merged.server').whereMerged;

  // Changing hands
  share: typeof import('~/models/share/shares.server').createShare;
  handOver: typeof import('./hand-over.server').handOverPipeline;
  handOverSeveral: typeof import('./hand-over.server').handOverPipelines;
  listHandOvers: typeof import('./hand-over.server').listHandOvers;
  dismissHandOvers: typeof import('./hand-over.server').dismissHandOvers;

  // Deleting and going back
  delete: typeof import('~/models/trash/delete.server').deletePipeline;
  deleteSeveral: typeof import('~/models/trash/delete.server').deletePipelines;
  restore: typeof import('~/models/trash/restore.server').restore;
  restoreField: typeof import('~/models/timeline/restore.server').restoreField;
  undo: typeof import('~/models/undo/undo.server').undoOwnAct;
}
