import type { DomainError } from '~/errors';

export type Result<Value, Failure = DomainError> =
  { ok: true; value: Value } | { ok: false; error: Failure };
