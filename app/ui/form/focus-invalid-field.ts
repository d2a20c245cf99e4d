import { useActionData } from '@remix-run/react';
import { useEffect } from 'react';

/** Focuses the first invalid field of a refused form, unless the form has moved the focus itself. */
export function useFocusOnInvalidField(): void {
  const reply = useActionData();
  useEffect(() => {
    const isAtButton = document.activeElement?.matches('body, button');
    const invalid = document.querySelector<HTMLElement>('#main [aria-invalid="true"]');
    if (reply && isAtButton) invalid?.focus();
  }, [reply]);
}
