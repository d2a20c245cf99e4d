/**
 * What is typed into a form, in this browser's own store, for one user and page (rule 12.21). Every
 * page needs it, for the logout.
 */

/** Browsers hold texts under this name. */
const PREFIX = 'draft ';
/** In ms. */
const LIFETIME = 7 * 24 * 60 * 60 * 1000;

export type Fields = [name: string, value: string][];

export interface TypedText {
  at: number;
  fields: Fields;
}

export const keyOf = (email: string | undefined, pathname: string) =>
  `${PREFIX}${email} ${pathname}`;

let submitted: { key: string; onSaved: () => void } | undefined;

/** Its text is deleted once the form is saved. */
export function noteSubmitted(key: string, onSaved: () => void): void {
  submitted = { key, onSaved };
}

export function deleteSavedText(): void {
  if (!submitted) return;
  localStorage.removeItem(submitted.key);
  submitted.onSaved();
  submitted = undefined;
}

export function deleteTypedTexts(): void {
  for (const key of Object.keys(localStorage))
    if (key.startsWith(PREFIX)) localStorage.removeItem(key);
}

export function readTypedText(key: string): TypedText | undefined {
  try {
    const text = JSON.parse(localStorage.getItem(key) ?? '') as TypedText;
    if (Date.now() - text.at < LIFETIME) return text;
    localStorage.removeItem(key);
  } catch {
    // There is none, or the browser stores nothing for this site.
  }
  return undefined;
}

export function writeTypedText(key: string, fields: Fields): void {
  try {
    localStorage.setItem(key, JSON.stringify({ at: Date.now(), fields } satisfies TypedText));
  } catch {
    // The store is full or switched off: the form works without.
  }
}

export function fieldsOf(form: HTMLFormElement): Fields {
  return [...new FormData(form)].map(([name, value]) => [name, String(value)]);
}

/** Hidden fields, such as a version: nobody typed them. */
const UNTYPED = /^(version|opened|seen|submission|force|then|intent|id|back)$/;

/** The fields that somebody filled in. */
export function typedIn(fields: Fields): Fields {
  return fields.filter(([name, value]) => value && !UNTYPED.test(name));
}

export function differs(left: Fields, right: Fields): boolean {
  return JSON.stringify(typedIn(left).sort()) !== JSON.stringify(typedIn(right).sort());
}

/** Fills in a form. Returns the first field that it changes for the user. */
export function fillIn(form: HTMLFormElement, fields: Fields): HTMLElement | undefined {
  let changed: HTMLElement | undefined;
  for (const element of form.elements) {
    const input = element as HTMLInputElement;
    const typed = fields.filter(([name]) => name === input.name).map(([, text]) => text);
    const { value, checked } = input;
    if (input.type === 'checkbox' || input.type === 'radio')
      input.checked = typed.includes(input.value);
    else if (typed.length === 1 && input.type !== 'submit') input.value = typed[0]!;
    if (input.type !== 'hidden' && (input.value !== value || input.checked !== checked))
      changed ??= input;
  }
  return changed;
}
