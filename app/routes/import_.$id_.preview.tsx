import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { Frame } from '~/components/frame/frame';
import { styledBy, titled } from '~/components/frame/head';
import { PreviewForm } from '~/components/import/preview-form';
import { applyImport } from '~/models/import/write/apply.server';
import { compareImport } from '~/models/import/compare/compare.server';
import { previewView } from '~/screens/import/preview.server';
import { requireDecided } from '~/models/import/compare/plan.server';
import { chooseRows } from '~/models/import/compare/preview.server';
import { stepAddress } from '~/screens/import/import.server';
import { getImport } from '~/models/import/stored.server';
import type { Viewer } from '~/models/access';
import { attempt } from '~/attempt.server';
import type { Refusal } from '~/refusal';
import { readLocale } from '~/web/session/appearance.server';
import { requireUser } from '~/web/session/auth.server';
import { readChoices } from '~/web/forms/choices.server';
import { readId } from '~/web/forms/request.server';
import styles from '~/styles/import.css?url';
import changes from '~/styles/changes.css?url';

export const links = styledBy(changes, styles);

export const meta = titled('Preview of an import');

export { clientAction, shouldRevalidate } from '~/components/forms/unsent';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const importRecord = await getImport(viewer, readId(params.id));
  if (importRecord.state !== 'preview') throw redirect(stepAddress(importRecord));
  const { searchParams } = new URL(request.url);
  return previewView(viewer, importRecord, searchParams, readLocale(request));
}

export async function action({ request, params }: ActionFunctionArgs) {
  const viewer = await requireUser(request);
  const importRecord = await getImport(viewer, readId(params.id));
  if (importRecord.state !== 'preview') return redirect(stepAddress(importRecord));
  const { value: read, refused: unread } = await attempt(() => readChoices(importRecord, request));
  if (unread) return refusedStep(viewer, importRecord.id, unread);
  const { choices, step, to } = read;
  const { refused } = await attempt(async () => {
    for (const choice of choices) await chooseRows(viewer, importRecord.id, choice);
    if (step === 'compare') await compareImport(viewer, importRecord.id, importRecord);
    if (step === 'import') {
      await requireDecided(importRecord);
      await applyImport(viewer, importRecord.id);
    }
  });
  if (refused) return refusedStep(viewer, importRecord.id, refused);
  if (step === 'keep') return data(null);
  if (step) return redirect(`/import/${importRecord.id}`);
  return redirect(`/import/${importRecord.id}/preview${to}`);
}

/** Another tab may have gone on: then its step is shown, else why nothing was done. */
async function refusedStep(viewer: Viewer, id: number, refused: Refusal) {
  const { status, message } = refused;
  if (status === 404) throw refused;
  const importRecord = await getImport(viewer, id);
  if (importRecord.state !== 'preview') return redirect(stepAddress(importRecord));
  return data({ problem: message, isOutdated: status === 409 }, { status });
}

export default function Preview() {
  const preview = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <Frame>
      <PreviewForm preview={preview} refused={refused ?? undefined} />
    </Frame>
  );
}
