import type { FormEntries } from './form-entries';

/** Prefixes the keys in browsers, so it has to stay. */
const DRAFT_KEY_PREFIX = 'draft ';

const DRAFT_TTL_MS = 7 * 24 * 60 * 60 * 1000;

export interface Draft {
  at: number;
  fields: FormEntries;
}

export const getDraftKey = (email: string | undefined, pathname: string) =>
  `${DRAFT_KEY_PREFIX}${email} ${pathname}`;

let settleDraft: (() => void) | undefined;

/** `settle` deletes the draft, or keeps what was typed while the form was sent. */
export function rememberSubmittedDraft(settle: () => void): void {
  settleDraft = settle;
}

export function settleSubmittedDraft(): void {
  settleDraft?.();
  settleDraft = undefined;
}

export function deleteAllDrafts(): void {
  for (const key of Object.keys(localStorage))
    if (key.startsWith(DRAFT_KEY_PREFIX)) localStorage.removeItem(key);
}

export function readDraft(key: string): Draft | undefined {
  try {
    const draft = JSON.parse(localStorage.getItem(key) ?? '') as Draft;
    if (Date.now() - draft.at < DRAFT_TTL_MS) return draft;
    localStorage.removeItem(key);
  } catch {
    // There is no draft, or the browser stores nothing for this site.
  }
  return undefined;
}

export function saveDraft(key: string, fields: FormEntries): void {
  try {
    localStorage.setItem(key, JSON.stringify({ at: Date.now(), fields } satisfies Draft));
  } catch {
    // Storage is full or switched off: the form works without it.
  }
}
