import { useForm } from '@conform-to/react';
import type { ChangeName } from '~/domain/user/schema';
import { NameFields } from '~/ui/account/account-fields';
import { CheckedForm } from '~/ui/form/checked-form';
import { useReply } from '~/ui/form/client-action';
import { useSavedSubmission } from '~/ui/form/saved-submission';
import type { action } from './form.server';

export function NameForm({ name }: { name: { firstName: string; lastName: string } }) {
  const [form, fields] = useForm<ChangeName>({
    id: 'name',
    lastResult: useReply<typeof action>()?.name,
    defaultValue: { ...name, ...useSavedSubmission() },
    defaultNoValidate: false,
  });
  return (
    <CheckedForm form={form} className="section">
      <h2>Name</h2>
      <input type="hidden" name="intent" value="name" />
      <NameFields fields={fields} />
      <p>
        <button className="btn" data-saves>
          Save name
        </button>
      </p>
    </CheckedForm>
  );
}
