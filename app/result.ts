import type { DomainError } from '~/errors';

/** The outcome of work that is expected to fail at times. */
export type Result<Value, Failure = DomainError> =
  { ok: true; value: Value } | { ok: false; error: Failure };
