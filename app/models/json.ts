import type { Evaluation, User } from '#db/schema';
import type { EvaluationAnswer, OwnerAnswer, PipelineAnswer, UserAnswer } from './answer-schema';
import { CRITERIA, type Criterion, type Notes, NOTES } from '~/models/evaluation/criteria';
import type { PipelineDetails } from '~/models/pipeline/list.server';

/** What the API answers about rows: fields are listed one by one, so that nothing private slips out. */

type PublicUser = Pick<User, keyof UserAnswer>;

export function userJson({
  id,
  email,
  firstName,
  lastName,
  profileImageUrl,
  isAdmin,
  role,
  approvalStatus,
  group,
  ...times
}: PublicUser): UserAnswer {
  return {
    id,
    email,
    firstName,
    lastName,
    profileImageUrl,
    isAdmin,
    role,
    approvalStatus,
    group,
    ...timesJson(times),
  };
}

export function ownerJson({ id, firstName, email }: OwnerAnswer): OwnerAnswer {
  return { id, firstName, email };
}

export function pipelineJson({
  id,
  userId,
  user,
  companyName,
  ceoName,
  cooName,
  cfoName,
  group,
  industries,
  businessIntroduction,
  keyBusinessNumbers,
  ...rest
}: PipelineDetails): PipelineAnswer {
  const {
    fundingRound,
    targetFundingSize,
    targetClosingDate,
    evaluationScore,
    nextMeetingDate,
    comments,
    ...times
  } = rest;
  const company = {
    companyName,
    ceoName,
    cooName,
    cfoName,
    group,
    industries,
    businessIntroduction,
    keyBusinessNumbers,
  };
  return {
    id,
    userId,
    user,
    ...company,
    fundingRound,
    targetFundingSize,
    targetClosingDate,
    evaluationScore,
    nextMeetingDate,
    comments,
    ...timesJson(times),
  };
}

/** The 26 scores and 7 notes are listed by `CATEGORIES`; an empty one is null. */
export function evaluationJson(evaluation: Evaluation): EvaluationAnswer {
  const { pipelineId, overallScore } = evaluation;
  const listed = Object.fromEntries(
    [...CRITERIA.map(({ key }) => key), ...NOTES].map((key) => [key, evaluation[key]]),
  );
  return {
    pipelineId,
    ...(listed as Pick<Evaluation, Criterion | Notes>),
    overallScore,
    ...timesJson(evaluation),
  };
}

function timesJson({ createdAt, updatedAt }: { createdAt: Date; updatedAt: Date }): {
  createdAt: string;
  updatedAt: string;
} {
  return { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}
