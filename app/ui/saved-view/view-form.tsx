import { Form } from '@remix-run/react';
import { useReply } from '~/ui/form/client-action';
import { createField, Field } from '~/ui/form/fields';
import { FormButtons } from '~/ui/form/form-buttons';
import { OpenedBy } from '~/ui/form/opened-by';
import { useSavedSubmission } from '~/ui/form/saved-submission';
import { AppLayout } from '~/ui/layout/app-layout';
import { TitledCard } from '~/ui/layout/titled-card';

interface ViewFormProps {
  title: string;
  name?: string;
  isShared?: boolean;
  /** Hashes of what the form shows, which tell changes of others. */
  seen?: string;
  canShare: boolean;
  back: string;
  hint?: string;
  button: string;
}

export interface ViewReply {
  sent: { name: string; isShared: boolean; seen?: string };
  errors: { message: string }[];
}

export function ViewFormPage(props: ViewFormProps) {
  const reply = useReply<ViewReply>();
  const { title, canShare, back, hint, button } = props;
  const saved = useSavedSubmission();
  const typed = saved && {
    name: saved.name,
    isShared: saved.isShared === 'on',
    seen: saved.seen,
  };
  const { name = '', isShared = false, seen } = reply?.sent ?? typed ?? props;
  return (
    <AppLayout>
      <TitledCard title={title}>
        <Form method="post" className="grid gap-4">
          <OpenedBy />
          <input type="hidden" name="back" value={back} />
          {seen && <input type="hidden" name="seen" value={seen} />}
          <Field field={createField('name', name, reply?.errors[0]?.message)} label="Name">
            {(control) => <input {...control} className="input" required autoFocus />}
          </Field>
          {canShare && (
            <label className="flex items-center gap-2">
              <input type="checkbox" name="isShared" defaultChecked={isShared} />
              Share with everyone
            </label>
          )}
          {hint && <p className="hint">{hint}</p>}
          <FormButtons back={back} button={button} />
        </Form>
      </TitledCard>
    </AppLayout>
  );
}
