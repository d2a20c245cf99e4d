export const MAX_SELECTED_ROWS = 100;

export const MAX_UNDO_MINUTES = 10;

/** `inboxItems` have their state from before; `restored` are names, `notRestored` the reasons why others stay in the trash. */
export interface UndoResult {
  /** Number of deals of which something was reverted. */
  undone: number;
  /** Deals with something that has changed since and stays, such as 'Funding round: changed since by Ana Lindqvist.' */
  changedSince: { companyName: string; why: string }[];
  gone: number;
  restored: string[];
  notRestored: string[];
  inboxItems?: number;
}
