import { createHash } from 'node:crypto';
import { z } from 'zod';
import { normalizeLineEnds } from '~/domain/history/field-value';
import { abbreviate } from '~/domain/text/text';
import { DomainError, type FieldError } from '~/errors';

const MAX_MESSAGE_LENGTH = 300;

const Hashes = z.record(z.string(), z.string());

/** Returns the hashes of the values that a form shows, for its hidden field `seen`. */
export function hashShownValues(shown: object): string {
  const hashes = Object.entries(shown).map(([name, value]) => [name, hashValue(value)]);
  return JSON.stringify(Object.fromEntries(hashes));
}

/**
 * Returns what a form stores: a value that it did not change stays as it is stored. Throws 409 for
 * values that somebody else has changed since the form showed them.
 */
export function keepChangesOfOthers<Sent extends object>(
  sent: Sent,
  stored: Partial<Record<keyof Sent, unknown>>,
  seenHashes: string | undefined,
): Sent {
  const hashes = parseHashes(seenHashes);
  const names = (Object.keys(sent) as (keyof Sent & string)[]).filter((name) =>
    hasChanged(hashes[name], stored[name]),
  );
  const isUnchanged = (name: keyof Sent & string) => hashValue(sent[name]) === hashes[name];
  const conflictingNames = names.filter(
    (name) => !isUnchanged(name) && hashValue(sent[name]) !== hashValue(stored[name]),
  );
  if (conflictingNames.length) {
    const errors = conflictingNames.map((path) => ({
      path,
      message: describeStored(stored[path]),
    }));
    throw changedInTheMeantime(errors);
  }
  const kept = names.filter(isUnchanged).map((name) => [name, stored[name]]);
  return { ...sent, ...Object.fromEntries(kept) };
}

/**
 * Returns the hashes for a form that had a conflict. Only the values that the message named count as seen:
 * the form still holds the others as they were, and sending it again must not bring them back.
 */
export function addSeenValues(
  seenHashes: string | undefined,
  stored: object,
  named: readonly string[],
): string {
  const shown = Object.entries(stored).filter(([name]) => named.includes(name));
  const hashes = {
    ...parseHashes(seenHashes),
    ...parseHashes(hashShownValues(Object.fromEntries(shown))),
  };
  return JSON.stringify(hashes);
}

export function changedInTheMeantime(errors: FieldError[]): DomainError {
  return new DomainError('conflict', { message: 'Changed in the meantime', errors });
}

/** Returns the names of shown values that differ from those stored now. */
export function listChangedValues(seenHashes: string | undefined, stored: object): string[] {
  const hashes = parseHashes(seenHashes);
  return Object.entries(stored)
    .filter(([name, value]) => hasChanged(hashes[name], value))
    .map(([name]) => name);
}

function hasChanged(seenHash: string | undefined, stored: unknown): boolean {
  return Boolean(seenHash) && seenHash !== hashValue(stored);
}

function parseHashes(seenHashes: string | undefined): Record<string, string> {
  try {
    return Hashes.safeParse(JSON.parse(seenHashes || '{}')).data ?? {};
  } catch {
    return {};
  }
}

function hashValue(value: unknown): string {
  const normalized = typeof value === 'string' ? normalizeLineEnds(value).trim() : value;
  const text = JSON.stringify(isEmpty(normalized) ? null : normalized);
  return createHash('sha256').update(text).digest('base64url').slice(0, 12);
}

/** Zero is a value: a number of days. */
function isEmpty(value: unknown): boolean {
  return value !== 0 && !value;
}

export function describeStored(value: unknown): string {
  const lines = Array.isArray(value) ? value.join(', ') : value === true ? 'on' : value;
  const text = abbreviate(String(isEmpty(lines) ? 'empty' : lines), MAX_MESSAGE_LENGTH);
  return `Somebody else has changed this in the meantime: it is now “${text}”. Save again to replace it`;
}
