export const MAX_SELECTED_ROWS = 100;

export const MAX_UNDO_MINUTES = 10;

export interface UndoResult {
  /** Number of deals that were reverted, at least in part. */
  undone: number;
  /** Deals that keep a later change; `why` is such as 'Funding round: changed since by Ana Lindqvist.' */
  changedSince: { companyName: string; why: string }[];
  /** Number of deals that were deleted since, or that the viewer no longer sees. */
  gone: number;
  /** Names of deals that came back from the trash. */
  restored: string[];
  /** Reasons why other deals stay in the trash. */
  notRestored: string[];
  /** Number of inbox items that have their previous state again. */
  inboxItems?: number;
}
