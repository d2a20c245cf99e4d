import type { z } from 'zod';

/** What each kind of refusal answers (rules 11.21 to 11.26). */
const STATUS = {
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
export type RefusalKind = keyof typeof STATUS;

/** One for each wrong field; `path` names it. */
export interface FieldError {
  path: string;
  message: string;
}

export interface SentForm {
  action: string;
  fields: [name: string, value: string][];
}

/**
 * What a client reads. `title` heads a page that says it, `moveOn` is the path to which a page redirects after a moment, `form` what a
 * page offers to send again, `confirm` what it asks before: who is there. `id` names the request in
 * the log.
 */
export interface RefusalBody {
  message: string;
  title?: string;
  errors?: FieldError[];
  id?: string;
  moveOn?: string;
  form?: SentForm;
  confirm?: object;
}

/** What domain functions and routes throw for a request that is not done. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly status: number;

  /** `retryAfter` in seconds; `moved` are the ids of a deal and of the one that it is part of now. */
  constructor(
    readonly kind: RefusalKind,
    readonly body: RefusalBody,
    readonly retryAfter?: number,
    readonly moved?: { from: number; to: number },
  ) {
    super(body.message);
    this.status = STATUS[kind];
  }

  get errors(): FieldError[] | undefined {
    return this.body.errors;
  }
}

export function invalid(errors: FieldError[]): Refusal {
  return new Refusal('invalid', { message: 'Validation Error', errors });
}
export function badRequest(message: string): Refusal {
  return new Refusal('invalid', { message });
}
export function unauthorized(message = 'Unauthorized', moveOn?: string): Refusal {
  return new Refusal('unauthorized', { message, moveOn });
}
export function forbidden(message = 'You are not allowed to do this.', moveOn?: string): Refusal {
  return new Refusal('forbidden', { message, moveOn });
}
export function notFound(message = 'Not found', moved?: Refusal['moved']): Refusal {
  return new Refusal('notFound', { message }, undefined, moved);
}
export function conflict(message: string): Refusal {
  return new Refusal('conflict', { message });
}
export function outdated(message: string): Refusal {
  return new Refusal('outdated', { message });
}
export function tooMany(message: string, retryAfter: number): Refusal {
  return new Refusal('tooMany', { message }, retryAfter);
}
/** For what cannot be started while others run. */
export function tooBusy(reason: string): Refusal {
  return new Refusal('busy', { message: `${reason} Please try again in a moment.` }, 5);
}

/** A schema's errors as the API sends them (rule 11.23). */
export function fieldErrors(error: z.ZodError): FieldError[] {
  return error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
}

/** Parses a value. Throws 400 with the errors. */
export function parse<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw invalid(fieldErrors(parsed.error));
  return parsed.data;
}
