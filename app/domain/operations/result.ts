export const MAX_SELECTED_ROWS = 100;

export const MAX_UNDO_MINUTES = 10;

/** `inboxItems` have their state from before; `restored` are names, `notRestored` the reasons why others stay in the trash. */
export interface UndoResult {
  undone: number;
  changedSince: number;
  gone: number;
  restored: string[];
  notRestored: string[];
  inboxItems?: number;
}
