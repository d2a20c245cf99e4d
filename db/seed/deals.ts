import type { Evaluation } from '../schema';
import type { SeedUser } from './users';

type SeedEvaluation = Partial<
  Omit<Evaluation, 'dealId' | 'overallScore' | 'createdAt' | 'updatedAt'>
>;

/** Times are relative to the moment of seeding, so that the demo does not age. */
export interface SeedDeal {
  owner: SeedUser['key'];
  createdDaysAgo: number;
  updatedDaysAgo: number;
  companyName: string;
  ceoName?: string;
  cooName?: string;
  cfoName?: string;
  industries: string[];
  businessIntroduction?: string;
  keyBusinessNumbers?: string;
  fundingRound?: string;
  targetFundingSize?: string;
  /** Negative for a past date. */
  targetClosingInDays?: number;
  evaluationScore?: number;
  /** Stage since the last update; the deal was new before. */
  stage?: string;
  nextMeetingDate?: string;
  /** Days since the next meeting was set; by default, those since the last update. */
  meetingSetDaysAgo?: number;
  comments?: string;
  evaluation?: SeedEvaluation;
}
