import { isForeignKeyViolation, toDatabaseError } from '#db/errors';
import { conflict, DomainError, type DomainErrorKind } from '~/errors';
import { logError } from '~/log.server';
import type { Result } from './result';

const DATABASE_ERROR_KINDS = {
  full: 'diskFull',
  busy: 'busy',
  overtaken: 'busy',
  unavailable: 'busy',
} as const satisfies Record<string, DomainErrorKind>;

/**
 * Returns the error itself, a 503 or 507 for a failure of the database, or a 409 for a row whose
 * parent was deleted meanwhile; undefined for other errors.
 */
export function toDomainError(thrown: unknown): DomainError | undefined {
  if (thrown instanceof DomainError) return thrown;
  if (isForeignKeyViolation(thrown)) {
    logError(thrown as Error);
    return conflict('What this refers to has been deleted in the meantime. Nothing was saved.');
  }
  const error = toDatabaseError(thrown);
  if (!error) return undefined;
  if (error.cause) logError(error.cause);
  return new DomainError(
    DATABASE_ERROR_KINDS[error.kind],
    { message: error.message },
    { retryAfter: 5 },
  );
}

/**
 * Returns the value of `work`, or the `DomainError` that it threw. Rethrows other errors; with
 * `failureMessage`, logs them and returns a 500 with that message.
 */
export async function catchDomainError<T>(
  work: () => Promise<T>,
  failureMessage?: string,
): Promise<Result<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (thrown) {
    const error = toDomainError(thrown);
    if (error) return { ok: false, error };
    if (!failureMessage || !(thrown instanceof Error)) throw thrown;
    logError(thrown);
    return { ok: false, error: new DomainError('unexpected', { message: failureMessage }) };
  }
}
