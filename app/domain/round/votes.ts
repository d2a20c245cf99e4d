import type { Vote } from '#db/schema';

export const VOTES = ['lead', 'support', 'neutral', 'veto'] as const satisfies readonly Vote[];

export const VOTE_LABELS: Record<Vote, string> = {
  lead: 'Love it, I would lead',
  support: 'Like it',
  neutral: "Won't stand in the way",
  veto: 'Against',
};
