export const MAX_ITEMS_PER_MEMO = 200;
export const MAX_MEMOS_PER_DEAL = 100;
export const MAX_MEMO_BYTES = 2_000_000;
/** Limits all memos of a deal together, which move with it into the trash and back. */
export const MAX_DEAL_MEMO_BYTES = 20_000_000;
export const MAX_MEMO_TITLE_LENGTH = 200;
export const MAX_MEMO_TEXT_LENGTH = 5_000;
