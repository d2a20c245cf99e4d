import type { Evaluation, User } from '#db/schema';
import { CRITERIA, type Criterion, type Notes, NOTES } from './criteria';

/** What the API answers about rows: fields are listed one by one, so that nothing private slips out. */

type PublicUser = Pick<User, 'id' | 'email' | 'firstName' | 'lastName' | 'profileImageUrl' | 'isAdmin' | 'role' | 'approvalStatus' | 'group' | 'createdAt' | 'updatedAt'>;

export function userJson({ id, email, firstName, lastName, profileImageUrl, isAdmin, role, approvalStatus, group, createdAt, updatedAt }: PublicUser): PublicUser {
  return { id, email, firstName, lastName, profileImageUrl, isAdmin, role, approvalStatus, group, createdAt, updatedAt };
}

/** The 26 scores and 7 notes are listed by `CATEGORIES`; an empty one is null. */
export function evaluationJson(evaluation: Evaluation): Evaluation {
  const { pipelineId, overallScore, createdAt, updatedAt } = evaluation;
  const listed = Object.fromEntries([...CRITERIA.map(({ key }) => key), ...NOTES].map((key) => [key, evaluation[key]]));
  return { pipelineId, ...(listed as Pick<Evaluation, Criterion | Notes>), overallScore, createdAt, updatedAt };
}
