export const SHARE_PARTS = ['facts', 'comments', 'nextMeeting', 'score', 'evaluation'] as const;
export type SharePart = (typeof SHARE_PARTS)[number];
export const SHARE_PART_LABELS: Record<SharePart, string> = {
  facts: 'Facts',
  comments: 'Comments',
  nextMeeting: 'Next meeting',
  score: 'Score',
  evaluation: 'Evaluation',
};
