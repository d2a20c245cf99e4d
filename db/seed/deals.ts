import type { Evaluation } from '../schema';
import type { SeedUser } from './users';

type SeedEvaluation = Partial<
  Omit<Evaluation, 'pipelineId' | 'overallScore' | 'createdAt' | 'updatedAt'>
>;

/** Days count from the moment of seeding, so that the demo does not age. */
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
  /** Less than 0: the date has passed. */
  targetClosingInDays?: number;
  evaluationScore?: number;
  /** Since the last update; before that, it was new. */
  stage?: string;
  nextMeetingDate?: string;
  /** When the next meeting was set, if not at the last update. */
  meetingSetDaysAgo?: number;
  comments?: string;
  evaluation?: SeedEvaluation;
}
