import type { z } from 'zod';
import { badRequest, invalid, notFound, parse, type SentForm, Refusal } from '~/refusal';
import { plainLines } from '~/models/history/field-value';

/** Parses the row id in a path. Throws 404. */
export function readId(value: string | undefined): number {
  if (!value || !/^[1-9]\d{0,14}$/.test(value)) throw notFound();
  return Number(value);
}

/** The part of a list to send: all of it without valid `limit` and `offset` (rule 11.6). */
export function readSlice(params: URLSearchParams): { limit: number; offset: number } {
  const read = (name: string, otherwise: number) =>
    /^\d{1,9}$/.test(params.get(name) ?? '') ? Number(params.get(name)) : otherwise;
  return { limit: read('limit', Number.MAX_SAFE_INTEGER), offset: read('offset', 0) };
}

/** Whether an API caller asks not to be told of duplicates. */
export function readForce(request: Request): boolean {
  return new URL(request.url).searchParams.get('force') === 'true';
}

/** Sizes of bodies in bytes. */
export const MAX_JSON = 1_000_000;
export const MAX_FORM = 256 * 1024;
/** Far more than any form or API client sends. */
const MAX_FIELDS = 1_000;
const MAX_DEPTH = 20;
/** How an answer names a key, which may be long. */
const MAX_KEY_CHARACTERS = 100;
const NOT_UTF8 = 'The body is not valid UTF-8.';

/** The JSON body of a request, checked. Throws 400, 413 or 415. */
export async function readJson<T extends z.ZodType>(
  request: Request,
  schema: T,
): Promise<z.output<T>> {
  const text = await readBody(request, 'application/json', MAX_JSON);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw badRequest('The body is not valid JSON.');
  }
  if (isUnreasonable(value))
    throw badRequest('The body is nested too deeply, or has too many fields.');
  const path = findPrototypeKey(value);
  if (path) throw invalid([{ path, message: 'There is no such field' }]);
  return parse(schema, value);
}

/**
 * Returns the path of a key `__proto__`, which schemas pass over without a word, and which would
 * become the prototype of an object that the values are copied to.
 */
function findPrototypeKey(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Object.hasOwn(value, '__proto__')) return '__proto__';
  for (const [key, item] of Object.entries(value)) {
    const path = findPrototypeKey(item);
    if (path) return `${key.slice(0, MAX_KEY_CHARACTERS)}.${path}`;
  }
  return undefined;
}

/** True for too many levels or fields. Not recursive: deep nesting would overflow the stack. */
function isUnreasonable(value: unknown): boolean {
  let fields = 0;
  for (let depth = 0, level = [value]; level.length; depth++) {
    level = level.flatMap((item) =>
      typeof item === 'object' && item !== null ? (Object.values(item) as unknown[]) : [],
    );
    fields += level.length;
    if (depth > MAX_DEPTH || fields > MAX_FIELDS) return true;
  }
  return false;
}

/** The fields that a form declares: each `text` holds one value, each of the `lists` any number. */
export interface FormFields<Name extends string = string> {
  text?: readonly Name[];
  lists?: readonly Name[];
}

/** A posted form. Reading a field that was not declared does not compile. */
export interface PostedForm<Name extends string> extends FormData {
  get(name: Name): string | null;
  getAll(name: Name): string[];
  has(name: Name): boolean;
}

/**
 * The declared fields of a posted form, line ends as LF; others are ignored, as conform takes some
 * names for commands. The last value of a text field wins. Empty values of a list are dropped, but
 * for one that tells an empty list from one that was not sent. Throws 400, 413 or 415.
 */
export async function readForm<const Name extends string>(
  request: Request,
  { text = [], lists = [] }: FormFields<Name>,
): Promise<PostedForm<Name>> {
  const sent = await readFields(request);
  const valuesOf = (name: string) => sent.getAll(name).map((value) => plainLines(value));
  const form = new FormData();
  for (const name of text) for (const value of valuesOf(name).slice(-1)) form.set(name, value);
  for (const name of lists) {
    const values = valuesOf(name);
    const filled = values.filter(Boolean);
    for (const value of filled.length ? filled : values.slice(-1)) form.append(name, value);
  }
  return form as PostedForm<Name>;
}

async function readFields(request: Request): Promise<URLSearchParams> {
  const body = await readBody(request, FORM_TYPE, MAX_FORM);
  checkEncoding(body);
  const sent = new URLSearchParams(body);
  if (sent.size > MAX_FIELDS)
    throw new Refusal('tooLarge', { message: 'The request is too large.' });
  return sent;
}

/** A posted form as it was sent; undefined for JSON and for a form with a password. Throws 400 and 413. */
export async function readSentForm(request: Request): Promise<SentForm | undefined> {
  if (mediaType(request) !== FORM_TYPE) return undefined;
  const fields = [...(await readFields(request))];
  if (fields.some(([name]) => /password|^current$/i.test(name))) return undefined;
  const { pathname, search } = new URL(request.url);
  return { action: pathname + search, fields };
}

/** The key of a form that stores one thing even if it is sent twice. */
export function readSubmission(sent: string | null): string | undefined {
  return sent && /^[\w-]{36}$/.test(sent) ? sent : undefined;
}

/** The fields that the form shows: a browser sends these also when they are empty. */
export function shownFields<Name extends string>(form: FormData, fields: readonly Name[]): Name[] {
  return fields.filter((field) => form.has(field));
}

/** The reply to a refused form, with the stored values of fields that it did not show. */
export function withStored<Result extends { initialValue?: Record<string, unknown> | null }>(
  result: Result,
  form: FormData,
  stored: Record<string, unknown>,
): Result {
  const rest = Object.entries(stored).filter(([name, value]) => value !== null && !form.has(name));
  return { ...result, initialValue: { ...Object.fromEntries(rest), ...result.initialValue } };
}

const FORM_TYPE = 'application/x-www-form-urlencoded';

export function mediaType(request: Request): string | undefined {
  return request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
}

/** Throws 400, 413 or 415. */
async function readBody(request: Request, type: string, limit: number): Promise<string> {
  if (mediaType(request) !== type)
    throw new Refusal('wrongType', { message: `Please send ${type}.` });
  const decode = utf8Decoder();
  const reader = request.body?.getReader();
  let text = '';
  let size = 0;
  for (let read = await reader?.read(); read && !read.done; read = await reader!.read()) {
    size += read.value.byteLength;
    if (size > limit) throw new Refusal('tooLarge', { message: 'The request is too large.' });
    text += decode(read.value);
  }
  return text + decode();
}

/** Decodes a body's chunks, and with no chunk its end. Throws 400 for what is not UTF-8. */
function utf8Decoder(): (chunk?: Uint8Array) => string {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  return (chunk) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw badRequest(NOT_UTF8);
    }
  };
}

/** Throws 400 for percent-encoded bytes that are not UTF-8: URLSearchParams would replace them. */
function checkEncoding(form: string): void {
  for (const [bytes] of form.matchAll(/(?:%[\da-f]{2})+/gi)) {
    try {
      decodeURIComponent(bytes);
    } catch {
      throw badRequest(NOT_UTF8);
    }
  }
}

/** In characters: about as much as the server accepts as an address. */
const MAX_PATH = 16_000;

/** A same-origin path to redirect to; undefined for any other address. */
export function safePath(to: string | null | undefined): string | undefined {
  if (!to || to.length > MAX_PATH || !to.startsWith('/') || /[\\\p{Cc}]/u.test(to))
    return undefined;
  const base = 'http://here.invalid';
  let url: URL;
  try {
    url = new URL(to, base);
  } catch {
    return undefined;
  }
  return url.origin === base && !url.pathname.startsWith('//')
    ? url.pathname + url.search
    : undefined;
}
