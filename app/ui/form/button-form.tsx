import { type FormProps, useFetcher } from '@remix-run/react';
import { type FormEvent, useEffect, useRef } from 'react';
import { showToast } from '~/ui/toast/show-toast';
import { isConnectionFailure } from './client-action';

interface ButtonFormProps extends FormProps {
  failure: string;
  undo?: string;
}

/**
 * Submits a single button to another route, whose script is prefetched (see
 * layout/prefetch-routes). Keeps the page and shows a message if the server cannot be reached.
 */
export function ButtonForm({ failure, undo, ...form }: ButtonFormProps) {
  const { data, Form } = useFetcher();
  useEffect(() => {
    const text = 'The server could not be reached';
    if (isConnectionFailure(data)) showToast({ title: failure, text, failed: true, undo });
  }, [data, failure, undo]);
  return <Form method="post" preventScrollReset onSubmit={useFocusNextLine()} {...form} />;
}

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
