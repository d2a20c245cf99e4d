import type { Evaluation } from '../schema';
import { FIRST_DEALS } from './first-pipelines';
import type { Person } from './users';
import { RECENT_DEALS } from './recent-pipelines';

/** An evaluation's criteria and notes. */
type SeedEvaluation = Partial<
  Omit<Evaluation, 'pipelineId' | 'overallScore' | 'createdAt' | 'updatedAt'>
>;

/** Days count from the moment of seeding, so that the demo does not age. */
export interface SeedDeal {
  /** A person's key. */
  owner: Person['key'];
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
  nextMeetingDate?: string;
  comments?: string;
  evaluation?: SeedEvaluation;
}

/** Oldest first, so that ids grow with time. */
export const DEALS: SeedDeal[] = [...FIRST_DEALS, ...RECENT_DEALS];
