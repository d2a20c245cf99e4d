export const MAX_EVALUATORS_PER_ROUND = 30;
export const MAX_ROUNDS_PER_DEAL = 50;
export const MAX_VOTE_REASON_LENGTH = 2_000;
