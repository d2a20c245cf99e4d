import { useNavigation } from '@remix-run/react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { type EvaluationFormValues, toEvaluationFormValues } from '~/domain/evaluation/form-values';
import { readFormValues } from '~/ui/evaluation/typed-values';
import type { EvaluationView } from './view.server';

/**
 * Keeps the data that the edits are based on: revalidation may load newer data, but only the user's
 * save updates it. A save also shows what others have changed in fields that the user has not
 * touched since.
 */
export function useEditBase(
  form: RefObject<HTMLFormElement>,
  stored: EvaluationView['stored'],
  { isRejected }: { isRejected: boolean },
) {
  const [base, setBase] = useState(stored);
  const sentValues = useRef<EvaluationFormValues>();
  const { state } = useNavigation();
  useEffect(() => {
    const sent = sentValues.current;
    if (state !== 'idle' || !sent) return;
    sentValues.current = undefined;
    if (isRejected || stored.version === base.version) return;
    setBase(stored);
    if (form.current) showStoredValues(form.current, sent, toEvaluationFormValues(stored.fields));
  }, [form, stored, isRejected, base, state]);
  const onSave = () => {
    if (form.current) sentValues.current = readFormValues(form.current);
  };
  return { base, onSave };
}

function showStoredValues(
  form: HTMLFormElement,
  sent: EvaluationFormValues,
  stored: EvaluationFormValues,
): void {
  for (const [name, value] of Object.entries(stored)) {
    const input = form.elements.namedItem(name) as HTMLInputElement | null;
    const isUntouched = input?.value === (sent[name as keyof EvaluationFormValues] ?? '');
    if (input && isUntouched) input.value = value ?? '';
  }
}
