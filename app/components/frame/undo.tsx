import { Form, useLocation } from '@remix-run/react';

export function UndoForm({ entries }: { entries: number[] }) {
  const { pathname, search } = useLocation();
  return (
    <Form method="post" action="/deleted" preventScrollReset className="ml-auto">
      <input type="hidden" name="back" value={pathname + search} />
      {entries.map((id) => (
        <input key={id} type="hidden" name="id" value={id} />
      ))}
      <button className="btn">Undo</button>
    </Form>
  );
}
