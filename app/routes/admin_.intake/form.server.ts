import { data } from '@remix-run/node';
import { addSeenValues } from '~/domain/form-conflict/shown-values.server';
import { INTAKE_FIELDS, IntakeForm } from '~/domain/intake/schema';
import { getIntakeForEdit, updateIntake } from '~/domain/intake/update.server';
import { formAction } from '~/http/forms/form-action.server';
import { submitForm } from '~/http/forms/reply.server';

const TEXTS = ['fundName', 'introduction', 'thanks', 'privacy', 'decline'] as const;

/** Returns the values of emptied fields, which conform leaves out like missing ones. */
function listClearedFields(form: FormData): Partial<IntakeForm> {
  const emptied = TEXTS.filter((name) => form.get(name) === '').map((name) => [name, '']);
  return { ...Object.fromEntries(emptied), ...(form.get('blocked') === '' && { blocked: [] }) };
}

export const action = formAction({
  access: 'admin',
  savesSubmission: true,
  fields: { text: [...INTAKE_FIELDS, 'seen'] },
  async handler({ viewer, form }) {
    const seen = form.get('seen') ?? undefined;
    const saved = await submitForm(form, IntakeForm, (input) =>
      updateIntake(viewer, { ...input, ...listClearedFields(form) }, { seen }),
    );
    if (!saved.ok) {
      const { reply, status } = saved.error;
      if (status !== 409) return data({ ...reply, seen }, status);
      const named = Object.keys(reply.error ?? {});
      const seenNow = addSeenValues(seen, await getIntakeForEdit(viewer), named);
      return data({ ...reply, seen: seenNow }, status);
    }
    return {
      redirectTo: '/admin/intake',
      toast: { title: 'Success', text: 'The settings were saved' },
    };
  },
});
