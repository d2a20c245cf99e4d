import { Form, useActionData } from '@remix-run/react';
import { FormActs } from '~/components/forms/form-acts';
import { Field, plainField } from '~/components/forms/fields';
import { Frame } from '~/components/frame/frame';
import { NAME_LIMIT } from '~/models/view/schema';

interface ViewFormProps {
  title: string;
  name?: string;
  isShared?: boolean;
  mayShare: boolean;
  back: string;
  /** What is kept, in words. */
  hint?: string;
  button: string;
}

/** To a form that was refused. */
export interface ViewReply {
  sent: { name: string; isShared: boolean };
  errors: { message: string }[];
}

export function ViewFormPage(props: ViewFormProps) {
  const reply = useActionData<ViewReply>();
  const { title, mayShare, back, hint, button } = props;
  const { name = '', isShared = false } = reply?.sent ?? props;
  return (
    <Frame>
      <div className="card mx-auto mt-8 max-w-md p-6">
        <h1>{title}</h1>
        <Form method="post" className="mt-4 grid gap-4">
          <input type="hidden" name="back" value={back} />
          <Field field={plainField('name', name, reply?.errors[0]?.message)} label="Name">
            {(control) => (
              <input {...control} className="input" required autoFocus maxLength={NAME_LIMIT} />
            )}
          </Field>
          {mayShare && (
            <label className="flex items-center gap-2">
              <input type="checkbox" name="isShared" defaultChecked={isShared} />
              Share with everyone
            </label>
          )}
          {hint && <p className="hint">{hint}</p>}
          <FormActs back={back} button={button} />
        </Form>
      </div>
    </Frame>
  );
}
