import { data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { applyImport } from '~/domain/import/apply/apply.server';
import { chooseRows } from '~/domain/import/preview/choose.server';
import { assertDecided } from '~/domain/import/preview/plan.server';
import { startComparison } from '~/domain/import/preview/start.server';
import { getImport } from '~/domain/import/record/get.server';
import { formAction } from '~/http/forms/form-action.server';
import { parseId } from '~/http/request/params.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import changes from '~/styles/changes.css?url';
import styles from '~/styles/import.css?url';
import { getImportStagePath } from '~/ui/import/stage-path.server';
import { AppLayout } from '~/ui/layout/app-layout';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import { readPreviewForm } from './form.server';
import { PreviewForm } from './preview-form';
import { loadPreviewView } from './view.server';

export const links = createStyleLinks(changes, styles);

export const meta = createTitleMeta('Preview of an import');

export { clientAction, shouldRevalidate } from '~/ui/form/client-action';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const importRecord = await getImport(viewer, parseId(params.id));
  if (importRecord.state !== 'preview') throw redirect(getImportStagePath(importRecord));
  const { searchParams } = new URL(request.url);
  return loadPreviewView(viewer, importRecord, searchParams, readLocale(request));
}

export const action = formAction({
  async handler({ viewer, request, params }) {
    const importRecord = await getImport(viewer, parseId(params.id));
    if (importRecord.state !== 'preview') return { redirectTo: getImportStagePath(importRecord) };
    const { choices, step, to } = await readPreviewForm(importRecord, request);
    for (const choice of choices) await chooseRows(viewer, importRecord.id, choice);
    if (step === 'compare') await startComparison(viewer, importRecord.id, importRecord);
    if (step === 'import') {
      await assertDecided(importRecord);
      await applyImport(viewer, importRecord.id);
    }
    if (step === 'keep') return data(null);
    if (step) return { redirectTo: `/import/${importRecord.id}` };
    return { redirectTo: `/import/${importRecord.id}/preview${to}` };
  },
  /** Shows the import's current stage if another tab has moved it on, else the error. */
  async onError({ status, message }, { viewer, params }) {
    if (status === 404) return undefined;
    const importRecord = await getImport(viewer, parseId(params.id));
    if (importRecord.state !== 'preview') return { redirectTo: getImportStagePath(importRecord) };
    return data({ problem: message, isOutdated: status === 409 }, status);
  },
});

export default function Preview() {
  const preview = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <AppLayout>
      <PreviewForm preview={preview} reply={reply ?? undefined} />
    </AppLayout>
  );
}
