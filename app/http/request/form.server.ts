import type { OptionListName } from '#db/schema';
import { normalizeLineEnds } from '~/domain/history/field-value';
import { badRequest, DomainError, type SubmittedForm } from '~/errors';
import {
  getMediaType,
  MAX_FIELDS,
  MAX_FORM_BYTES,
  NOT_UTF8_MESSAGE,
  readBody,
  URL_ENCODED_TYPE,
} from './body.server';

export interface FormFields<Name extends string = string> {
  text?: readonly Name[];
  lists?: readonly Name[];
  /** Fields of `text` with the name of an option, which may be a previous one. */
  optionNames?: Readonly<Partial<Record<Name, OptionListName>>>;
}

/** Reading a field that was not declared does not compile. */
export interface PostedForm<Name extends string> extends FormData {
  get(name: Name): string | null;
  getAll(name: Name): string[];
  has(name: Name): boolean;
}

/**
 * Reads the declared fields of a posted form, line ends as LF. The last value of a text field
 * counts; empty values of a list are dropped, but one stays to tell an empty list from a missing
 * one. Throws 400, 413 or 415.
 */
export async function readForm<const Name extends string>(
  request: Request,
  { text = [], lists = [] }: FormFields<Name>,
): Promise<PostedForm<Name>> {
  const sent = await readFields(request);
  const listValues = (name: string) => sent.getAll(name).map((value) => normalizeLineEnds(value));
  const form = new FormData();
  for (const name of text) for (const value of listValues(name).slice(-1)) form.set(name, value);
  for (const name of lists) {
    const values = listValues(name);
    const filled = values.filter(Boolean);
    for (const value of filled.length ? filled : values.slice(-1)) form.append(name, value);
  }
  return form as PostedForm<Name>;
}

async function readFields(request: Request): Promise<URLSearchParams> {
  const body = await readBody(request, URL_ENCODED_TYPE, MAX_FORM_BYTES);
  assertUtf8Encoding(body);
  const sent = new URLSearchParams(body);
  if (sent.size > MAX_FIELDS)
    throw new DomainError('tooLarge', { message: 'The request is too large.' });
  return sent;
}

export async function readSubmittedForm(request: Request): Promise<SubmittedForm | undefined> {
  if (getMediaType(request) !== URL_ENCODED_TYPE) return undefined;
  const fields = [...(await readFields(request))];
  if (fields.some(([name]) => /password|^current$/i.test(name))) return undefined;
  const { pathname, search } = new URL(request.url);
  return { action: pathname + search, fields };
}

export function listShownFields<Name extends string>(
  form: FormData,
  fields: readonly Name[],
): Name[] {
  return fields.filter((field) => form.has(field));
}

export function addStoredValues<Result extends { initialValue?: Record<string, unknown> | null }>(
  result: Result,
  form: FormData,
  stored: Record<string, unknown>,
): Result {
  const rest = Object.entries(stored).filter(([name, value]) => value !== null && !form.has(name));
  return { ...result, initialValue: { ...Object.fromEntries(rest), ...result.initialValue } };
}

/** `URLSearchParams` would replace invalid UTF-8 silently. */
function assertUtf8Encoding(form: string): void {
  for (const [bytes] of form.matchAll(/(?:%[\da-f]{2})+/gi)) {
    try {
      decodeURIComponent(bytes);
    } catch {
      throw badRequest(NOT_UTF8_MESSAGE);
    }
  }
}
