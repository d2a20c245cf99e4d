import type { Viewer } from '~/domain/access';
import { hashKey } from '~/domain/key.server';

const OPERATION_ID_LENGTH = 24;

/** Returns the same operation id for a form that is sent twice, and another one for another change. */
export function getSubmissionOperationId(
  { id }: Pick<Viewer, 'id'>,
  submission: string | undefined,
  change: unknown,
): string | undefined {
  if (!submission) return undefined;
  return hashKey(JSON.stringify([id, submission, change])).slice(0, OPERATION_ID_LENGTH);
}
