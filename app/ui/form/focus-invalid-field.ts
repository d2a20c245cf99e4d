import { useEffect } from 'react';
import { useReply } from './client-action';

/**
 * Focuses the first invalid field of a refused form, also if Enter was pressed in a valid one, unless
 * the form has moved the focus itself.
 */
export function useFocusOnInvalidField(): void {
  const reply = useReply();
  useEffect(() => {
    const isElsewhere = document.activeElement?.matches(
      'body, button, :read-write:not([aria-invalid])',
    );
    const invalid = document.querySelector<HTMLElement>('#main [aria-invalid="true"]');
    if (reply && isElsewhere) invalid?.focus();
  }, [reply]);
}
