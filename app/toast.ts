/** A message shown once on the next page, as a toast or, without scripts, a banner. */
export interface Toast {
  title: string;
  text?: string;
  failed?: boolean;
  undo?: string;
  /**
   * Disappears in seconds, as there is another way to undo; others stay as long as Undo is
   * possible.
   */
  isBrief?: boolean;
  /** Id of a deal that the toast links to. */
  deal?: number;
}
