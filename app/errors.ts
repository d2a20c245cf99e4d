import type { z } from 'zod';

/** Statuses of rules 11.21 to 11.26. */
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

export interface FieldError {
  path: string;
  message: string;
}

export type TypedField = [name: string, value: string];

export interface SubmittedForm {
  action: string;
  fields: TypedField[];
}

/**
 * The body that clients read. A page shows `title` and `typed`, links to `mergedInto`, redirects to
 * `moveOn` after a moment, offers to send `form` again, and asks the question `confirm` before that.
 * `id` names the request in the log, `root` are data of the root, for a page whose loaders did not run.
 */
export interface DomainErrorBody {
  message: string;
  title?: string;
  errors?: FieldError[];
  id?: string;
  moveOn?: string;
  form?: SubmittedForm;
  typed?: TypedField[];
  mergedInto?: string;
  confirm?: object;
  root?: object;
}

interface DomainErrorDetails {
  /** In seconds. */
  retryAfter?: number;
  /** A deal, and the one that it was merged into. */
  mergedDeal?: { from: number; to: number };
}

export class DomainError extends Error {
  override name = 'DomainError';
  readonly status: number;
  readonly retryAfter?: number;
  readonly mergedDeal?: { from: number; to: number };

  constructor(
    readonly kind: DomainErrorKind,
    readonly body: DomainErrorBody,
    { retryAfter, mergedDeal }: DomainErrorDetails = {},
  ) {
    super(body.message);
    this.status = HTTP_STATUS[kind];
    this.retryAfter = retryAfter;
    this.mergedDeal = mergedDeal;
  }

  get errors(): FieldError[] | undefined {
    return this.body.errors;
  }

  /** Names of the fields that the errors are about. */
  get paths(): string[] {
    return this.errors?.map(({ path }) => path) ?? [];
  }

  get reason(): string {
    return this.errors?.[0]?.message ?? this.message;
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
export function notFound(
  message = 'Not found',
  mergedDeal?: DomainError['mergedDeal'],
): DomainError {
  return new DomainError('notFound', { message }, { mergedDeal });
}
export function conflict(message: string): DomainError {
  return new DomainError('conflict', { message });
}
export function outdated(message: string): DomainError {
  return new DomainError('outdated', { message });
}
export function tooMany(message: string, retryAfter: number): DomainError {
  return new DomainError('tooMany', { message }, { retryAfter });
}
/** Answers 503 while too much other work runs. */
export function tooBusy(reason: string): DomainError {
  const message = `${reason} Please try again in a moment.`;
  return new DomainError('busy', { message }, { retryAfter: 5 });
}

const OBJECT_EXPECTED = 'Please send an object';

export function toFieldErrors(error: z.ZodError): FieldError[] {
  return error.issues.map((issue) => ({ path: issue.path.join('.'), message: describe(issue) }));
}

/** Replaces zod's own message, as most schemas of objects have none. */
function describe({ message }: z.core.$ZodIssue): string {
  return /^Invalid input: expected (object|record)/.test(message) ? OBJECT_EXPECTED : message;
}

export function parseInput<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw invalid(toFieldErrors(parsed.error));
  return parsed.data;
}
