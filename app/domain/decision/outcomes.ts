import type { Outcome } from '#db/schema';

export const OUTCOME_LABELS: Record<Outcome, string> = {
  funded_elsewhere: 'Funded elsewhere',
  grew: 'Grew',
  failed: 'Failed',
  unknown: 'Unknown',
};
export const NO_OUTCOME_LABEL = 'Not known yet';
export const OUTCOMES = Object.keys(OUTCOME_LABELS) as Outcome[];
