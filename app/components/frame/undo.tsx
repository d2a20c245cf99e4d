import { Form, useLocation } from '@remix-run/react';
import type { Toast } from './root-data';

/** Restores what was deleted, or sets an act on several deals back; nothing for any other message. */
export function UndoForm({ undo, undoAct }: Pick<Toast, 'undo' | 'undoAct'>) {
  const { pathname, search } = useLocation();
  const ids = undo ?? (undoAct ? [undoAct] : []);
  if (!ids.length) return null;
  return (
    <Form
      method="post"
      action={undo ? '/deleted' : '/selected/undo'}
      preventScrollReset
      className="ml-auto"
    >
      <input type="hidden" name="back" value={pathname + search} />
      {ids.map((id) => (
        <input key={id} type="hidden" name="id" value={id} />
      ))}
      <button className="btn">Undo</button>
    </Form>
  );
}
