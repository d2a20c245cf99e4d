import { useEffect, useState } from 'react';

const NO_IDS: ReadonlySet<string> = new Set();

/**
 * Returns the ids of rejected fields that were changed since and are valid for the browser. Empties
 * after each submission.
 */
export function useCorrectedFields(ids: string[], submissionResult: unknown): ReadonlySet<string> {
  const [corrected, setCorrected] = useState(NO_IDS);
  const key = ids.join(' ');
  useEffect(() => {
    setCorrected(NO_IDS);
    if (!key) return;
    const rejectedValues = new Map(key.split(' ').map((id) => [id, getFieldValue(id)]));
    function check() {
      const now = [...rejectedValues].filter(
        ([id, value]) => getFieldValue(id) !== value && isValid(id),
      );
      setCorrected((before) =>
        before.size === now.length ? before : new Set(now.map(([id]) => id)),
      );
    }
    document.addEventListener('input', check);
    return () => document.removeEventListener('input', check);
  }, [key, submissionResult]);
  return corrected;
}

export function useFieldError(field: {
  id: string;
  errors?: string[] | undefined;
}): string | undefined {
  const corrected = useCorrectedFields(field.errors ? [field.id] : [], field.errors);
  return corrected.has(field.id) ? undefined : field.errors?.[0];
}

function getFieldValue(id: string): string | undefined {
  const field = document.getElementById(id);
  if (isField(field)) return field.value;
  const boxes = field?.querySelectorAll<HTMLInputElement>('input') ?? [];
  return [...boxes].map(({ checked }) => checked).join();
}

function isValid(id: string): boolean {
  const field = document.getElementById(id);
  return !isField(field) || field.validity.valid;
}

function isField(element: HTMLElement | null): element is HTMLInputElement {
  return element !== null && 'validity' in element;
}
