import { useLocation } from '@remix-run/react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useRootData } from '~/components/frame/root-data';
import { keyOf, type LocalDraft, noteSubmitted, readDraft, writeDraft } from './draft-storage';

/** Drafts of forms in this browser, stored while typing, for one user and address (rule 12.21). */

const STORE_AFTER = 500;

/** Deletes the draft of a form at a path if it holds just what was sent from it. */
export function deleteLocalCopy(
  email: string | undefined,
  path: string,
  sent: LocalDraft['fields'],
): void {
  const key = keyOf(email, path.split('?', 1)[0]!);
  const draft = readDraft(key);
  if (draft && !differs(draft.fields, sent)) localStorage.removeItem(key);
}

/**
 * Stores what is typed into a form. `found` is an earlier draft that differs from what the form
 * shows; `take` fills it in and calls `onTake`, `discard` deletes it.
 */
export function useLocalDraft(form: RefObject<HTMLFormElement>, onTake: () => void) {
  const { pathname } = useLocation();
  const email = useRootData()?.viewer?.email;
  const key = keyOf(email, pathname);
  const [found, setFound] = useState<LocalDraft>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const opened = useRef<LocalDraft['fields']>([]);

  useEffect(() => {
    const draft = readDraft(key);
    opened.current = form.current ? fieldsOf(form.current) : [];
    if (draft && differs(draft.fields, opened.current)) setFound(draft);
    return () => clearTimeout(timer.current);
  }, [key, form]);

  function store() {
    const fields = form.current ? fieldsOf(form.current) : [];
    if (differs(fields, opened.current)) writeDraft(key, { at: Date.now(), fields });
    else if (found) writeDraft(key, found);
    else localStorage.removeItem(key);
  }
  function close() {
    setFound(undefined);
    localStorage.removeItem(key);
  }
  return {
    found,
    onInput() {
      clearTimeout(timer.current);
      timer.current = setTimeout(store, STORE_AFTER);
    },
    onSubmit() {
      clearTimeout(timer.current);
      store();
      const fields = form.current ? fieldsOf(form.current) : [];
      noteSubmitted(key, () => (opened.current = fields));
    },
    take() {
      if (!form.current || !found) return;
      const changed = fill(form.current, found.fields);
      close();
      store();
      onTake();
      changed?.focus();
    },
    discard() {
      close();
      document.getElementById('main')?.focus({ preventScroll: true });
    },
  };
}

function fieldsOf(form: HTMLFormElement): LocalDraft['fields'] {
  return [...new FormData(form)].map(([name, value]) => [name, String(value)]);
}

/** Hidden fields, such as a version, do not count: nobody typed them. */
function differs(draft: LocalDraft['fields'], current: LocalDraft['fields']): boolean {
  const typed = (fields: LocalDraft['fields']) =>
    JSON.stringify(fields.filter(([name, value]) => value && !UNTYPED.has(name)).sort());
  return typed(draft) !== typed(current);
}
const UNTYPED = new Set(['version', 'opened', 'seen', 'submission', 'force', 'then']);

/** Returns the first field that it changes for the user. */
function fill(form: HTMLFormElement, fields: LocalDraft['fields']): HTMLElement | undefined {
  let changed: HTMLElement | undefined;
  const values = new Map<string, string[]>();
  for (const [name, value] of fields) values.set(name, [...(values.get(name) ?? []), value]);
  for (const element of form.elements) {
    const input = element as HTMLInputElement;
    const typed = values.get(input.name);
    const { value, checked } = input;
    if (input.type === 'checkbox' || input.type === 'radio')
      input.checked = Boolean(typed?.includes(input.value));
    else if (typed?.length === 1 && input.type !== 'submit') input.value = typed[0]!;
    if (input.type !== 'hidden' && (input.value !== value || input.checked !== checked))
      changed ??= input;
  }
  return changed;
}
