import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import type { Viewer } from '~/domain/access';
import { applyImport } from '~/domain/import/apply/apply.server';
import { chooseRows } from '~/domain/import/preview/choose.server';
import { assertDecided } from '~/domain/import/preview/plan.server';
import { startComparison } from '~/domain/import/preview/start.server';
import { getImport } from '~/domain/import/record/get.server';
import type { DomainError } from '~/errors';
import { parseId } from '~/http/request/params.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import { catchDomainError } from '~/result.server';
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

export async function action({ request, params }: ActionFunctionArgs) {
  const viewer = await requireUser(request);
  const importRecord = await getImport(viewer, parseId(params.id));
  if (importRecord.state !== 'preview') return redirect(getImportStagePath(importRecord));
  const { value: read, refused: unread } = await catchDomainError(() =>
    readPreviewForm(importRecord, request),
  );
  if (unread) return rejectImport(viewer, importRecord.id, unread);
  const { choices, step, to } = read;
  const { refused } = await catchDomainError(async () => {
    for (const choice of choices) await chooseRows(viewer, importRecord.id, choice);
    if (step === 'compare') await startComparison(viewer, importRecord.id, importRecord);
    if (step === 'import') {
      await assertDecided(importRecord);
      await applyImport(viewer, importRecord.id);
    }
  });
  if (refused) return rejectImport(viewer, importRecord.id, refused);
  if (step === 'keep') return data(null);
  if (step) return redirect(`/import/${importRecord.id}`);
  return redirect(`/import/${importRecord.id}/preview${to}`);
}

/** Shows the import's current stage if another tab has moved it on, else the error. */
async function rejectImport(viewer: Viewer, id: number, refused: DomainError) {
  const { status, message } = refused;
  if (status === 404) throw refused;
  const importRecord = await getImport(viewer, id);
  if (importRecord.state !== 'preview') return redirect(getImportStagePath(importRecord));
  return data({ problem: message, isOutdated: status === 409 }, { status });
}

export default function Preview() {
  const preview = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <AppLayout>
      <PreviewForm preview={preview} refused={refused ?? undefined} />
    </AppLayout>
  );
}
