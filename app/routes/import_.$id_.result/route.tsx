import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { undoImport } from '~/domain/import/apply/undo.server';
import { getImport } from '~/domain/import/record/get.server';
import { formatUndoSummary } from '~/domain/import/record/labels';
import { formatCount } from '~/domain/text/text';
import { formAction } from '~/http/forms/form-action.server';
import { parseId } from '~/http/request/params.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import styles from '~/styles/import.css?url';
import { ConfirmPage } from '~/ui/form/confirm-page';
import { getImportStagePath } from '~/ui/import/stage-path.server';
import { AppLayout } from '~/ui/layout/app-layout';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import { ImportResult } from './import-result';
import { loadResultView } from './view.server';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta('Result of an import');

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const importRecord = await getImport(viewer, parseId(params.id));
  if (importRecord.state !== 'done') throw redirect(getImportStagePath(importRecord));
  const result = await loadResultView(viewer, importRecord, readLocale(request));
  const isAsked = new URL(request.url).searchParams.has('undo') && result.canUndo;
  return { result, undo: isAsked ? formatUndoSummary(importRecord.counts) : undefined };
}

export const action = formAction({
  async handler({ viewer, params }) {
    const id = parseId(params.id);
    const text = describeUndo(await undoImport(viewer, id));
    return { redirectTo: `/import/${id}/result`, toast: { title: 'Import undone', text } };
  },
  onError({ status, message }, { params }) {
    if (status !== 409) return undefined;
    const toast = { title: 'Not undone', text: message, failed: true };
    return { redirectTo: `/import/${parseId(params.id)}/result`, toast };
  },
});

function describeUndo({ deleted, reverted, kept }: Awaited<ReturnType<typeof undoImport>>): string {
  const stay = kept.length ? `, ${formatCount(kept.length, 'deal')} changed since` : '';
  return `${formatCount(deleted, 'deal')} deleted, ${reverted} reverted${stay}`;
}

export default function ResultPage() {
  const { result, undo } = useLoaderData<typeof loader>();
  if (undo)
    return (
      <ConfirmPage
        title="Undo this import?"
        back={`/import/${result.id}/result`}
        button="Undo this import"
      >
        <p className="mt-2 break-words">
          {result.file}: {undo}
        </p>
        <p className="mt-2">
          Anything that has been changed since stays as it is and is listed afterwards. Deleted
          deals can be restored as usual.
        </p>
      </ConfirmPage>
    );
  return (
    <AppLayout>
      <ImportResult result={result} />
    </AppLayout>
  );
}
