import type { z } from 'zod';

/** What each kind of refusal answers (rules 11.21 to 11.26). */
const HTTP_STATUS = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  notFound: 404,
  notAllowed: 405,
  conflict: 409,
  outdated: 412,
  tooLarge: 413,
  wrongType: 415,
  tooMany: 429,
  unexpected: 500,
  busy: 503,
  diskFull: 507,
} as const;
export type DomainErrorKind = keyof typeof HTTP_STATUS;

/** One for each wrong field; `path` names it. */
export interface FieldError {
  path: string;
  message: string;
}

export interface SubmittedForm {
  action: string;
  fields: [name: string, value: string][];
}

/**
 * What a client reads. `title` heads a page that says it, `moveOn` is the path to which a page redirects after a moment, `form` what a
 * page offers to send again, `confirm` what it asks before: who is there. `id` names the request in
 * the log.
 */
export interface DomainErrorBody {
  message: string;
  title?: string;
  errors?: FieldError[];
  id?: string;
  moveOn?: string;
  form?: SubmittedForm;
  confirm?: object;
}

/** What domain functions and routes throw for a request that is not done. */
export class DomainError extends Error {
  override name = 'Refusal';
  readonly status: number;

  /** `retryAfter` in seconds; `moved` are the ids of a deal and of the one that it is part of now. */
  constructor(
    readonly kind: DomainErrorKind,
    readonly body: DomainErrorBody,
    readonly retryAfter?: number,
    readonly mergedDeal?: { from: number; to: number },
  ) {
    super(body.message);
    this.status = HTTP_STATUS[kind];
  }

  get errors(): FieldError[] | undefined {
    return this.body.errors;
  }
}

export function invalid(errors: FieldError[]): DomainError {
  return new DomainError('invalid', { message: 'Validation Error', errors });
}
export function badRequest(message: string): DomainError {
  return new DomainError('invalid', { message });
}
export function unauthorized(message = 'Unauthorized', moveOn?: string): DomainError {
  return new DomainError('unauthorized', { message, moveOn });
}
export function forbidden(
  message = 'You are not allowed to do this.',
  moveOn?: string,
): DomainError {
  return new DomainError('forbidden', { message, moveOn });
}
export function notFound(message = 'Not found', moved?: DomainError['mergedDeal']): DomainError {
  return new DomainError('notFound', { message }, undefined, moved);
}
export function conflict(message: string): DomainError {
  return new DomainError('conflict', { message });
}
export function outdated(message: string): DomainError {
  return new DomainError('outdated', { message });
}
export function tooMany(message: string, retryAfter: number): DomainError {
  return new DomainError('tooMany', { message }, retryAfter);
}
/** For what cannot be started while others run. */
export function tooBusy(reason: string): DomainError {
  return new DomainError('busy', { message: `${reason} Please try again in a moment.` }, 5);
}

/** A schema's errors as the API sends them (rule 11.23). */
export function toFieldErrors(error: z.ZodError): FieldError[] {
  return error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
}

/** Parses a value. Throws 400 with the errors. */
export function parseInput<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw invalid(toFieldErrors(parsed.error));
  return parsed.data;
}
