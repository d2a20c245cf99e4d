import { z } from 'zod';
import { badRequest, invalid, parseInput } from '~/errors';
import { MAX_FIELDS, MAX_JSON_BYTES, readBody } from './body.server';

const MAX_DEPTH = 20;

const MAX_KEY_CHARACTERS = 100;

interface ReadOptions {
  /** Refuses a body whose keys are all unknown, for schemas whose keys may all be left out. */
  needsKnownKey?: boolean;
}

export async function readJson<T extends z.ZodType>(
  request: Request,
  schema: T,
  { needsKnownKey = false }: ReadOptions = {},
): Promise<z.output<T>> {
  const text = await readBody(request, 'application/json', MAX_JSON_BYTES);
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
  if (needsKnownKey && hasUnknownKeysAlone(schema, value))
    throw badRequest('None of these keys can be stored here.');
  return parseInput(schema, value);
}

function hasUnknownKeysAlone(schema: z.ZodType, value: unknown): boolean {
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object' || value === null) return false;
  const keys = Object.keys(value);
  return keys.length > 0 && !keys.some((key) => Object.hasOwn(schema.shape, key));
}

/**
 * Returns the path of a `__proto__` key, which schemas ignore and copies would turn into a
 * prototype.
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

/**
 * Returns whether there are too many levels or fields. Not recursive: deep nesting would overflow
 * the stack.
 */
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
