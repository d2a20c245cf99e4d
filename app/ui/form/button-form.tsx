import { type FormProps, useFetcher } from '@remix-run/react';
import { type FormEvent, useEffect, useRef } from 'react';
import { showToast } from '~/ui/toast/show-toast';
import { isConnectionFailure } from './client-action';

interface ButtonFormProps extends FormProps {
  /** What is said if it cannot be sent. */
  failure: string;
  /** The act that it undoes: what is said then offers it again. */
  undo?: string;
}

/**
 * A form of a single button that is sent to another address than its page's, whose script is fetched
 * ahead (see list/fetch-ahead). If the server cannot be reached, the page stays as it is and says so.
 */
export function ButtonForm({ failure, undo, ...form }: ButtonFormProps) {
  const { data, Form } = useFetcher();
  useEffect(() => {
    const text = 'The server could not be reached';
    if (isConnectionFailure(data)) showToast({ title: failure, text, failed: true, undo });
  }, [data, failure, undo]);
  return <Form method="post" preventScrollReset onSubmit={useFocusNextLine()} {...form} />;
}

/** A button that goes with its line leaves the focus to the next line, or to the page. */
function useFocusNextLine() {
  const next = useRef<Element | null>();
  useEffect(
    () => () => {
      const isLost = () => document.activeElement === document.body;
      if (next.current === undefined || !isLost()) return;
      next.current?.querySelector('button')?.focus();
      if (isLost()) document.getElementById('main')?.focus({ preventScroll: true });
    },
    [],
  );
  return ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const line = currentTarget.closest('li');
    next.current = line?.nextElementSibling ?? line?.previousElementSibling ?? null;
  };
}
