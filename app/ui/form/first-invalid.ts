import { createContext } from 'react';

/** Name of a refused form's first wrong field, which takes the focus without scripts. */
export const FirstInvalidField = createContext<string | undefined>(undefined);

export function getFirstInvalidField({
  allErrors,
}: {
  allErrors: Record<string, unknown>;
}): string | undefined {
  return Object.keys(allErrors)[0];
}
