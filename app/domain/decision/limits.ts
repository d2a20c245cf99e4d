export const MAX_REASON_LENGTH = 2_000;
export const MAX_CONDITION_LENGTH = 200;
export const MAX_CONDITIONS = 20;
