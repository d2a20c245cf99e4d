/** Reasons why an item may belong to a deal, the strongest first. */
export const MATCH_REASONS = ['reply', 'contact', 'domain', 'name'] as const;
export type MatchReason = (typeof MATCH_REASONS)[number];
