import { Form, useLocation } from '@remix-run/react';
import type { Toast } from './root-data';

/** Undoes the act that a message tells of; nothing for any other message. */
export function UndoForm({ undo }: Pick<Toast, 'undo'>) {
  const { pathname, search } = useLocation();
  if (!undo) return null;
  return (
    <Form method="post" action="/undo" preventScrollReset className="ml-auto">
      <input type="hidden" name="back" value={pathname + search} />
      <input type="hidden" name="act" value={undo} />
      <button className="btn">Undo</button>
    </Form>
  );
}
