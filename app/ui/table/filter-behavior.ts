import { useLocation, useSubmit } from '@remix-run/react';
import { type ChangeEvent, type FormEvent, useEffect, useRef } from 'react';
import { isSelect, useCommittedSelects } from '~/ui/form/select-behavior';

const DEBOUNCE_MS = 300;

export function useFilterHandlers() {
  const { pathname } = useLocation();
  const submit = useSubmit();
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { onSelect, handlers } = useCommittedSelects(apply);

  function apply(form: HTMLFormElement) {
    clearTimeout(typing.current);
    const params = new URLSearchParams();
    for (const [name, value] of new FormData(form))
      if (value !== '') params.append(name, String(value));
    submit(params, { method: 'get', action: pathname, preventScrollReset: true });
  }
  return {
    ...handlers,
    onChange({ currentTarget: form, target }: ChangeEvent<HTMLFormElement>) {
      clearTimeout(typing.current);
      if (isSelect(target)) onSelect(form);
      else typing.current = setTimeout(() => apply(form), DEBOUNCE_MS);
    },
    onSubmit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault();
      handlers.onSubmit();
      apply(event.currentTarget);
    },
  };
}

/** Moves the focus from a removed chip to the next one, else to its field, else to the search. */
export function useFocusAfterRemoval(count: number) {
  const list = useRef<HTMLUListElement>(null);
  const removed = useRef<{ name: string; index: number }>(undefined);
  useEffect(() => {
    const { name, index } = removed.current ?? {};
    removed.current = undefined;
    if (name === undefined || index === undefined) return;
    focusNearestChip(list.current, name, index);
  }, [count]);
  return {
    list,
    onRemove(name: string, index: number) {
      removed.current = { name, index };
    },
  };
}

function focusNearestChip(list: HTMLElement | null, name: string, index: number): void {
  const chips = list?.querySelectorAll('a') ?? [];
  const fields = document.querySelectorAll<HTMLInputElement>(`.filters [name="${name}"]`);
  // Clears by hand: a focused search box would keep its text.
  for (const field of fields) field.value = '';
  for (const control of [
    chips[Math.min(index, chips.length - 1)],
    ...fields,
    ...document.querySelectorAll<HTMLElement>('.filters :is([name="search"], summary, button)'),
  ]) {
    if (document.activeElement !== document.body) return;
    control?.focus();
  }
}
