/** Where drafts of forms are in this browser (rule 12.21). Every page needs it, for the logout. */

const PREFIX = 'draft ';
/** In ms. */
const LIFETIME = 7 * 24 * 60 * 60 * 1000;

export interface LocalDraft {
  at: number;
  fields: [name: string, value: string][];
}

export const keyOf = (email: string | undefined, pathname: string) =>
  `${PREFIX}${email} ${pathname}`;

let submitted: { key: string; onSaved: () => void } | undefined;

/** Its draft is deleted once the form is saved. */
export function noteSubmitted(key: string, onSaved: () => void): void {
  submitted = { key, onSaved };
}

export function deleteSavedDraft(): void {
  if (!submitted) return;
  localStorage.removeItem(submitted.key);
  submitted.onSaved();
  submitted = undefined;
}

export function deleteLocalDrafts(): void {
  for (const key of Object.keys(localStorage))
    if (key.startsWith(PREFIX)) localStorage.removeItem(key);
}

export function readDraft(key: string): LocalDraft | undefined {
  try {
    const draft = JSON.parse(localStorage.getItem(key) ?? '') as LocalDraft;
    if (Date.now() - draft.at < LIFETIME) return draft;
    localStorage.removeItem(key);
  } catch {
    // None, or the browser stores nothing for this site.
  }
  return undefined;
}

export function writeDraft(key: string, draft: LocalDraft): void {
  try {
    localStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // Full or switched off: the form works without.
  }
}
