import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { Viewer } from '~/domain/access';
import { addCustomField } from '~/domain/custom-field/create.server';
import { createCustomFieldView } from '~/domain/custom-field/json';
import { FIELD_PRESETS } from '~/domain/custom-field/kinds';
import { listCustomFields } from '~/domain/custom-field/list.server';
import {
  FIELD_FORM,
  FieldSectionInput,
  NewCustomField,
  readFieldForm,
} from '~/domain/custom-field/schema';
import { moveCustomField, updateCustomField } from '~/domain/custom-field/update.server';
import { getAdminStats } from '~/domain/user/admin-stats.server';
import { badRequest, parseInput } from '~/errors';
import { type CustomFieldFormValues, readCustomFieldForm } from '~/http/forms/custom-field.server';
import { formAction } from '~/http/forms/form-action.server';
import { replyWithSentForm } from '~/http/forms/reply.server';
import { requireAdmin } from '~/http/session/guards.server';
import styles from '~/styles/forms.css?url';
import { AdminPage } from '~/ui/admin/admin-layout';
import { useReply } from '~/ui/form/client-action';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import { CustomFields } from './custom-fields';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta('Fields');

export { clientAction, shouldRevalidate } from '~/ui/form/client-action';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireAdmin(request);
  return {
    figures: await getAdminStats(viewer),
    fields: (await listCustomFields()).map(createCustomFieldView),
  };
}

export const action = formAction({
  access: 'admin',
  fields: FIELD_FORM,
  async handler({ viewer, form }) {
    const text = await runIntent(viewer, readCustomFieldForm(form));
    return { redirectTo: '/admin/fields', toast: { title: 'Success', text } };
  },
  onError: (error, { form }) => replyWithSentForm(readCustomFieldForm(form), error),
});

/** Returns the text of the message. */
async function runIntent(viewer: Viewer, sent: CustomFieldFormValues): Promise<string> {
  const { key } = sent;
  switch (sent.do) {
    case 'preset': {
      const preset = FIELD_PRESETS.find(({ name }) => name === sent.name);
      return `${(await addCustomField(viewer, parseInput(NewCustomField, preset ?? {}))).name} added`;
    }
    case 'add': {
      const field = parseInput(NewCustomField.safeExtend(FieldSectionInput.shape), {
        ...readFieldForm(sent),
        kind: sent.kind,
        section: sent.section || undefined,
      });
      return `${(await addCustomField(viewer, field)).name} added`;
    }
    case 'up':
    case 'down':
      return `${(await moveCustomField(viewer, key, sent.do === 'up' ? -1 : 1)).name} moved ${sent.do}`;
    case 'archive':
      return `${(await updateCustomField(viewer, key, { archived: true })).name} archived`;
    case 'restore':
      return `${(await updateCustomField(viewer, key, { archived: false })).name} restored`;
    default:
      throw badRequest('Unknown action.');
  }
}

export default function Fields() {
  const { figures, fields } = useLoaderData<typeof loader>();
  const reply = useReply<typeof action>();
  return (
    <AdminPage title="Fields" figures={figures}>
      <p className="mb-3 text-ink-muted">
        What your fund records of a deal besides the fields that every deal has.
      </p>
      <CustomFields fields={fields} reply={reply} />
    </AdminPage>
  );
}
