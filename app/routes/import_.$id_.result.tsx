import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Frame } from '~/components/frame/frame';
import { styledBy, titled } from '~/components/frame/head';
import { Confirm } from '~/components/forms/confirm';
import { ImportResult } from '~/components/import/steps';
import { undoText } from '~/models/import/labels';
import { resultView, stepAddress } from '~/screens/import/import.server';
import { getImport } from '~/models/import/stored.server';
import { undoImport } from '~/models/import/write/undo.server';
import { counted } from '~/models/text';
import { attempt } from '~/attempt.server';
import { readLocale } from '~/web/session/appearance.server';
import { requireUser } from '~/web/session/auth.server';
import { readId } from '~/web/forms/request.server';
import { makeToast, redirectWithToast } from '~/web/forms/toast.server';
import styles from '~/styles/import.css?url';

export const links = styledBy(styles);

export const meta = titled('Result of an import');

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const importRecord = await getImport(viewer, readId(params.id));
  if (importRecord.state !== 'done') throw redirect(stepAddress(importRecord));
  const result = await resultView(viewer, importRecord, readLocale(request));
  const isAsked = new URL(request.url).searchParams.has('undo') && result.mayUndo;
  return { result, undo: isAsked ? undoText(importRecord.counts) : undefined };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const viewer = await requireUser(request);
  const id = readId(params.id);
  const { value: undone, refused } = await attempt(() => undoImport(viewer, id));
  if (refused && refused.status !== 409) throw refused;
  const toast = undone
    ? makeToast('Import undone', undoneText(undone))
    : makeToast('Not undone', refused.message, true);
  return redirectWithToast(`/import/${id}/result`, toast);
}

function undoneText({ deleted, reverted, kept }: Awaited<ReturnType<typeof undoImport>>): string {
  const stay = kept.length ? `, ${counted(kept.length, 'deal')} changed since` : '';
  return `${counted(deleted, 'deal')} deleted, ${reverted} reverted${stay}`;
}

export default function ResultPage() {
  const { result, undo } = useLoaderData<typeof loader>();
  if (undo)
    return (
      <Confirm
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
      </Confirm>
    );
  return (
    <Frame>
      <ImportResult result={result} />
    </Frame>
  );
}
