/** Option lists. Values outside them are kept, shown and filterable (rule 3.7). */
export const INDUSTRIES = [
  'DX',
  'AI',
  'Mobile Internet',
  'Fintech',
  'IOT',
  'Lifestyle',
  'In/Out bound',
  'Others',
] as const;
export const ROUNDS = ['Seed', 'Angel', 'Pre-A', 'A', 'B', 'C', 'D', 'CB', 'Others'] as const;
export const MEETINGS = ['ASAP', '30 days', '90 days', '120 days', '360 days', 'N/A'] as const;

/** Days from today to the next meeting (rule 14.4); none for N/A and anything else. */
const MEETING_DAYS = new Map([
  ['ASAP', 0],
  ['30 days', 30],
  ['90 days', 90],
  ['120 days', 120],
  ['360 days', 360],
]);

export function meetingDays(nextMeetingDate: string | null | undefined): number | null {
  return MEETING_DAYS.get(nextMeetingDate ?? '') ?? null;
}

const DAY = 86_400_000;

/** When the next meeting is due, from when it was set; null for N/A and unknown values. */
export function meetingDueAt(pipeline: {
  nextMeetingDate?: string | null;
  nextMeetingSetAt?: Date | null;
}): Date | null {
  const days = meetingDays(pipeline.nextMeetingDate);
  const setAt = pipeline.nextMeetingSetAt;
  return setAt && days !== null ? new Date(setAt.getTime() + days * DAY) : null;
}

/** Urgent: the next meeting is as soon as possible. */
export function isUrgent(pipeline: { nextMeetingDate: string | null }): boolean {
  return pipeline.nextMeetingDate === 'ASAP';
}

/** A round's position in the option list; other rounds come after, null for none. */
export function roundRank(fundingRound: string | null | undefined): number | null {
  if (!fundingRound) return null;
  const rank = ROUNDS.findIndex((round) => round === fundingRound);
  return rank < 0 ? ROUNDS.length : rank;
}

export function roundLabel(round: string): string {
  return /^[A-D]$/.test(round) ? `Series ${round}` : round;
}
