import { useNavigationType } from '@remix-run/react';
import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
} from 'react';

const OPENING_KEYS = new Set([' ', 'Enter', 'F4']);

/**
 * Applies an option chosen in the open list immediately. A change by arrow keys or letters waits
 * for Enter or for the focus to leave.
 */
export function useCommittedSelects(apply: (form: HTMLFormElement) => void) {
  const isStepping = useRef(false);
  const isPending = useRef(false);
  function commit(form: HTMLFormElement) {
    isPending.current = false;
    apply(form);
  }
  return {
    onSelect(form: HTMLFormElement) {
      if (isStepping.current) isPending.current = true;
      else commit(form);
    },
    handlers: {
      onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
        if (!isSelect(event.target) || event.key === 'Tab') return;
        isStepping.current = !OPENING_KEYS.has(event.key) && !event.altKey;
        if (event.key !== 'Enter' || !isPending.current) return;
        event.preventDefault();
        commit(event.currentTarget);
      },
      onPointerDown({ target }: PointerEvent) {
        if (isSelect(target)) isStepping.current = false;
      },
      onBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLFormElement>) {
        isStepping.current = false;
        const isSending =
          relatedTarget instanceof HTMLButtonElement && relatedTarget.form === currentTarget;
        if (isPending.current && !isSending) commit(currentTarget);
      },
      onSubmit() {
        isPending.current = false;
      },
    },
  };
}

export interface SelectOption {
  value: string;
  label: string;
  deals?: number;
  className?: string;
}

export function includeValue(
  options: readonly SelectOption[],
  value = '',
): readonly SelectOption[] {
  const isOffered = !value || options.some((option) => option.value === value);
  return isOffered ? options : [...options, { value, label: value }];
}

export const isSelect = (target: unknown): boolean => target instanceof HTMLSelectElement;

/**
 * Returns the ref of an uncontrolled field that follows `value`, except while the user types.
 * Choices made before hydration are sent after it; the form must have autofill off.
 */
export function useSyncedField<Field extends HTMLInputElement | HTMLSelectElement>(
  value: string,
  isSent = true,
): RefObject<Field> {
  const field = useRef<Field>(null);
  const isSynced = useRef(false);
  const hasGoneBack = useNavigationType() === 'POP';
  useEffect(() => {
    const control = field.current!;
    if (isSynced.current) {
      const isTyping = document.activeElement === control && !isSelect(control);
      if (hasGoneBack || !isTyping) control.value = value;
    } else if (isSent && control.value !== value) control.form!.requestSubmit();
    isSynced.current = true;
  }, [value, hasGoneBack, isSent]);
  return field;
}
