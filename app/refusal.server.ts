import type { z } from 'zod';
import { databaseError, type DatabaseFailure } from '#db/errors';
import { logError } from '~/log.server';
import type { IdentityQuestion } from '~/models/second-factor/view.server';
import type { RefusalAnswer } from '~/web/answers';
import { jsonAnswer } from '~/web/json.server';

/** The responses that domain functions and routes throw (rules 11.21 to 11.26). */

export interface SentForm {
  action: string;
  fields: [name: string, value: string][];
}

/**
 * The body of every refusal. `moveOn` is the path to which a page redirects after a moment, `form`
 * what a page offers to send again.
 */
export interface Refusal extends RefusalAnswer {
  moveOn?: string;
  form?: SentForm;
  /** What a page asks before it sends `form` again: who is there. */
  confirm?: IdentityQuestion;
}
export type FieldError = NonNullable<RefusalAnswer['errors']>[number];

export function refusal(status: number, body: Refusal, headers?: HeadersInit): Response {
  return jsonAnswer(body, { status, headers });
}

export function invalid(errors: FieldError[]): Response {
  return refusal(400, { message: 'Validation Error', errors });
}
export function badRequest(message: string): Response {
  return refusal(400, { message });
}
export function unauthorized(
  message = 'Unauthorized',
  moveOn?: string,
  headers?: HeadersInit,
): Response {
  return refusal(401, { message, moveOn }, headers);
}
export function forbidden(message = 'You are not allowed to do this.', moveOn?: string): Response {
  return refusal(403, { message, moveOn });
}
export function notFound(message = 'Not found'): Response {
  return refusal(404, { message });
}
export function conflict(message: string): Response {
  return refusal(409, { message });
}
export function outdated(message: string): Response {
  return refusal(412, { message });
}

const DATABASE_STATUS: Record<DatabaseFailure, number> = { full: 507, busy: 503, unavailable: 503 };

/** The 503 or 507 for a failure of the database itself; undefined for any other error. */
export function databaseRefusal(thrown: unknown): Response | undefined {
  const error = databaseError(thrown);
  if (!error) return undefined;
  if (error.cause) logError(error.cause);
  return refusal(DATABASE_STATUS[error.kind], { message: error.message }, { 'Retry-After': '5' });
}

export type Refused = Refusal & { status: number; answer: Response };
type Outcome<T> = { value: T; refused?: undefined } | { value?: undefined; refused: Refused };

/**
 * Returns the value of `work`, or the refusal that it threw. Rethrows anything else; with
 * `otherwise`, logs an error and returns a 500 with that message.
 */
export async function attempt<T>(work: () => Promise<T>, otherwise?: string): Promise<Outcome<T>> {
  try {
    return { value: await work() };
  } catch (error) {
    const thrown = databaseRefusal(error) ?? error;
    const answer = otherwise ? loggedError(thrown, otherwise) : thrown;
    if (!(answer instanceof Response) || answer.status < 400) throw answer;
    const body = (await answer.clone().json()) as Refusal;
    return { refused: { ...body, status: answer.status, answer } };
  }
}

function loggedError(thrown: unknown, message: string): unknown {
  if (!(thrown instanceof Error)) return thrown;
  logError(thrown);
  return refusal(500, { message });
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
