import { Form } from '@remix-run/react';

/** Deletes the contact or task of its page; the message that follows can undo it. */
export function DeletePart({ noun, back }: { noun: 'contact' | 'task'; back: string }) {
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="delete" />
      <input type="hidden" name="back" value={back} />
      <button className="btn btn-danger">Delete {noun}</button>
    </Form>
  );
}
