import type { Check } from '~/domain/import/preview/checks.server';

export function getRowControl(n: number): string {
  return `choice-${n}`;
}

export function getConflictControl({ n, field }: { n: number; field: string }): string {
  return `take-${n}-${field}`;
}

export function getCheckControl({ first, field }: Pick<Check, 'first' | 'field'>): string {
  return `check-${first.n}-${field}`;
}
