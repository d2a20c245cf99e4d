import { Form } from '@remix-run/react';
import { OpenedBy } from '~/ui/form/opened-by';

/** Offers what was typed into a note that was deleted meanwhile. */
export function AddTypedNote({ text, address }: { text: string; address: string }) {
  return (
    <Form method="post" action={address} className="grid gap-2">
      <OpenedBy />
      <label htmlFor="note" className="label">
        What you typed
      </label>
      <textarea id="note" name="text" className="input" rows={8} required defaultValue={text} />
      <button className="btn btn-primary justify-self-end">Add it as a new note</button>
    </Form>
  );
}
