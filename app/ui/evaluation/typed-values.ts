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
