import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import type { Import } from '#db/schema';
import { Frame } from '~/components/frame/frame';
import { styledBy, titled } from '~/components/frame/head';
import { Confirm } from '~/components/forms/confirm';
import { ColumnsForm } from '~/components/import/columns-form';
import { ImportFailed, ImportHead, ImportProgress } from '~/components/import/steps';
import { compareImport } from '~/models/import/compare/compare.server';
import { untilSlow } from '~/models/import/step.server';
import { discardImport, rereadImport } from '~/models/import/stage.server';
import { getImport } from '~/models/import/stored.server';
import {
  type ColumnsView,
  columnsView,
  progressView,
  stepAddress,
} from '~/screens/import/import.server';
import { attempt } from '~/attempt.server';
import type { Viewer } from '~/models/access';
import { listFields } from '~/models/field/fields.server';
import { readLocale } from '~/web/session/appearance.server';
import { requireUser } from '~/web/session/auth.server';
import { columnFields, readColumns, readLayout } from '~/web/forms/columns.server';
import { type PostedForm, readForm, readId } from '~/web/forms/request.server';
import { countImport } from '~/web/session/limits.server';
import { makeToast, redirectWithToast } from '~/web/forms/toast.server';
import styles from '~/styles/import.css?url';

export const links = styledBy(styles);

export const meta = titled('Import');

/** The preview leads back to the columns, and every step but the last to a question first. */
function isHere({ state }: Import, params: URLSearchParams): boolean {
  return (
    state !== 'done' && (state !== 'preview' || params.has('columns') || params.has('discard'))
  );
}

/** One of them; `problem` stands above the columns. */
interface Step {
  running?: ReturnType<typeof progressView>;
  failed?: { file: string; problem: string | null; isDropped: boolean };
  discard?: { file: string; back: string };
  columns?: ColumnsView;
  problem?: string | null;
}

export async function loader({ request, params }: LoaderFunctionArgs): Promise<Step> {
  const viewer = await requireUser(request);
  const importRecord = await getImport(viewer, readId(params.id));
  const { searchParams } = new URL(request.url);
  if (!isHere(importRecord, searchParams)) throw redirect(stepAddress(importRecord));
  const isRunning = importRecord.state === 'reading' || importRecord.state === 'comparing';
  if (isRunning) return { running: progressView(importRecord) };
  const { fileName: file, problem } = importRecord;
  if (searchParams.has('discard')) return { discard: { file, back: stepAddress(importRecord) } };
  if (importRecord.state === 'failed' || importRecord.state === 'dropped')
    return { failed: { file, problem, isDropped: importRecord.state === 'dropped' } };
  return {
    columns: await columnsView(viewer, importRecord, importRecord.sheets, readLocale(request)),
    problem,
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const viewer = await requireUser(request);
  const importRecord = await getImport(viewer, readId(params.id));
  const form = await readForm(request, columnFields(importRecord.sheets));
  if (form.get('do') === 'discard') {
    const file = await discardImport(viewer, importRecord.id);
    return redirectWithToast('/import', makeToast('Import discarded', `${file} was not imported.`));
  }
  const { chosen, dayFirst, ...refused } = readColumns(importRecord, form, await listFields());
  const again = async (problem?: string) => ({
    columns: await columnsView(viewer, importRecord, chosen, readLocale(request)),
    dayFirst,
    problem,
    ...refused,
  });
  if (form.get('do') === 'read') {
    const { refused: unread } = await attempt(() => readAgain(viewer, importRecord, form));
    if (unread) return data(await again(unread.message), { status: unread.status });
    return redirect(`/import/${importRecord.id}`);
  }
  if (refused.isOther) return data(await again());
  if (refused.problems.length || refused.isDayOpen) return data(await again(), { status: 400 });
  const { value: comparing, refused: late } = await attempt(() =>
    compareImport(viewer, importRecord.id, { sheets: chosen, dayFirst, isByPerson: true }),
  );
  if (late) return data(await again(late.message), { status: late.status });
  await untilSlow(comparing.compared);
  return redirect(`/import/${importRecord.id}`);
}

/** Reads the file in another encoding or with another separator. */
async function readAgain(viewer: Viewer, { id }: Import, form: PostedForm<string>) {
  const release = await countImport(viewer);
  try {
    const { read } = await rereadImport(viewer, id, readLayout(form));
    await untilSlow(read);
    void read.then(release, release);
  } catch (error) {
    release();
    throw error;
  }
}

export default function ImportStep() {
  const { running, failed, discard, columns, problem } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  if (discard)
    return (
      <Confirm
        title={`Discard ${discard.file}?`}
        back={discard.back}
        button="Discard this import"
        fields={<input type="hidden" name="do" value="discard" />}
      >
        <p className="mt-2">Nothing has been imported from it. Your choices for it are lost.</p>
      </Confirm>
    );
  return (
    <Frame>
      <div className="mx-auto grid max-w-[960px] grid-cols-[minmax(0,1fr)] gap-4">
        {running && <ImportProgress {...running} />}
        {failed && <ImportFailed {...failed} />}
        {columns && (
          <>
            <ImportHead title="Columns" file={columns.file} />
            <ColumnsForm {...(refused ?? { columns, problem: problem ?? undefined })} />
          </>
        )}
      </div>
    </Frame>
  );
}
