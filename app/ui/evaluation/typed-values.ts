import { type RefObject, useEffect, useState } from 'react';
import type { EvaluationFormValues } from '~/domain/evaluation/form-values';

export function hasChanges(typed: EvaluationFormValues, opened: EvaluationFormValues): boolean {
  // Compares numbers: '7' and '7.0' are the same score.
  const isSame = (left: string, right: string) =>
    left === right || (left.trim() !== '' && Number(left) === Number(right));
  return Object.entries(opened).some(
    ([name, value]) => !isSame(typed[name as keyof EvaluationFormValues] ?? '', value ?? ''),
  );
}

export function readFormValues(form: HTMLFormElement): EvaluationFormValues {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
}

/**
 * Holds what is typed into a form of scores. Reads the inputs at the start, as the browser may
 * restore them after a reload, and again for another version or reply.
 */
export function useTypedValues(
  element: RefObject<HTMLFormElement>,
  initial: EvaluationFormValues,
  { version, reply }: { version: number | string; reply?: unknown },
) {
  const [typed, setTyped] = useState(initial);
  useEffect(() => {
    const now = element.current && readFormValues(element.current);
    if (now) setTyped((before) => (hasChanges(before, now) ? now : before));
  }, [element, version, reply]);
  const readTyped = () => {
    if (element.current) setTyped(readFormValues(element.current));
  };
  return { typed, readTyped };
}
