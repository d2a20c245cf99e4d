import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { attempt } from '~/attempt.server';
import { AdminPage } from '~/components/admin/admin-frame';
import { OwnFields } from '~/components/admin/own-fields';
import { useReply } from '~/components/forms/unsent';
import { styledBy, titled } from '~/components/frame/head';
import styles from '~/styles/forms.css?url';
import type { Viewer } from '~/models/access';
import { addField, changeField, moveField } from '~/models/field/administer.server';
import { listFields } from '~/models/field/fields.server';
import { PRESETS } from '~/models/field/kinds';
import { FieldPlace, NewField, readFieldForm } from '~/models/field/schema';
import { fieldView } from '~/models/field/json';
import { adminStats } from '~/models/user/list.server';
import { badRequest, parse } from '~/refusal';
import { readSentField, type SentField } from '~/web/forms/fields.server';
import { refusedForm } from '~/web/forms/reply.server';
import { makeToast, redirectWithToast } from '~/web/forms/toast.server';
import { requireAdmin } from '~/web/session/auth.server';

export const links = styledBy(styles);

export const meta = titled('Fields');

export { clientAction, shouldRevalidate } from '~/components/forms/unsent';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireAdmin(request);
  return { figures: await adminStats(viewer), fields: (await listFields()).map(fieldView) };
}

export async function action({ request }: ActionFunctionArgs) {
  const viewer = await requireAdmin(request);
  const sent = await readSentField(request);
  const { value, refused } = await attempt(() => runIntent(viewer, sent));
  if (refused) return refusedForm(sent, refused);
  return redirectWithToast('/admin/fields', makeToast('Success', value));
}

/** Returns what was done. */
async function runIntent(viewer: Viewer, sent: SentField): Promise<string> {
  const { key } = sent;
  switch (sent.do) {
    case 'preset': {
      const preset = PRESETS.find(({ name }) => name === sent.name);
      return `${(await addField(viewer, parse(NewField, preset ?? {}))).name} added`;
    }
    case 'add': {
      const field = parse(NewField.safeExtend(FieldPlace.shape), {
        ...readFieldForm(sent),
        kind: sent.kind,
        section: sent.section || undefined,
      });
      return `${(await addField(viewer, field)).name} added`;
    }
    case 'up':
    case 'down':
      return `${(await moveField(viewer, key, sent.do === 'up' ? -1 : 1)).name} moved ${sent.do}`;
    case 'archive':
      return `${(await changeField(viewer, key, { archived: true })).name} archived`;
    case 'restore':
      return `${(await changeField(viewer, key, { archived: false })).name} restored`;
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
      <OwnFields fields={fields} refused={reply} />
    </AdminPage>
  );
}
