import { data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import type { Import } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { listCustomFields } from '~/domain/custom-field/list.server';
import type { Locale } from '~/domain/date/locale';
import { startComparison } from '~/domain/import/preview/start.server';
import { parseTextLayout } from '~/domain/import/reading/text-layout.server';
import { getImport } from '~/domain/import/record/get.server';
import { discardImport } from '~/domain/import/upload/discard.server';
import { rereadImport } from '~/domain/import/upload/reread.server';
import { formAction } from '~/http/forms/form-action.server';
import type { PostedForm } from '~/http/request/form.server';
import { parseId } from '~/http/request/params.server';
import { waitBriefly } from '~/http/request/wait-briefly.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import { beginImport } from '~/http/session/limits.server';
import styles from '~/styles/import.css?url';
import { ConfirmPage } from '~/ui/form/confirm-page';
import { ImportHead } from '~/ui/import/import-head';
import { getImportStagePath } from '~/ui/import/stage-path.server';
import { AppLayout } from '~/ui/layout/app-layout';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import { listMappingFields, readMappingForm } from './form.server';
import { MappingForm } from './mapping-form';
import { ImportFailed, ImportProgress } from './progress';
import { loadMappingView, type MappingView, toProgressView } from './view.server';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta('Import');

/** Sends every state but the last to the preview, which leads back to the columns. */
function isMappingPage({ state }: Import, params: URLSearchParams): boolean {
  return (
    state !== 'done' && (state !== 'preview' || params.has('columns') || params.has('discard'))
  );
}

/** `problem` is shown above the columns. */
interface MappingPageData {
  running?: ReturnType<typeof toProgressView>;
  failed?: { file: string; problem: string | null; isDropped: boolean };
  discard?: { file: string; back: string };
  columns?: MappingView;
  problem?: string | null;
}

export async function loader({ request, params }: LoaderFunctionArgs): Promise<MappingPageData> {
  const viewer = await requireUser(request);
  const importRecord = await getImport(viewer, parseId(params.id));
  const { searchParams } = new URL(request.url);
  if (!isMappingPage(importRecord, searchParams)) throw redirect(getImportStagePath(importRecord));
  const isRunning = importRecord.state === 'reading' || importRecord.state === 'comparing';
  if (isRunning) return { running: toProgressView(importRecord) };
  const { fileName: file, problem } = importRecord;
  if (searchParams.has('discard'))
    return { discard: { file, back: getImportStagePath(importRecord) } };
  if (importRecord.state === 'failed' || importRecord.state === 'dropped')
    return { failed: { file, problem, isDropped: importRecord.state === 'dropped' } };
  return {
    columns: await loadMappingView(viewer, importRecord, importRecord.sheets, readLocale(request)),
    problem,
  };
}

export const action = formAction({
  fields: async ({ viewer, params }) =>
    listMappingFields((await getImport(viewer, parseId(params.id))).sheets),
  async handler({ viewer, request, params, form }) {
    const importRecord = await getImport(viewer, parseId(params.id));
    const { id } = importRecord;
    if (form.get('do') === 'discard') {
      const file = await discardImport(viewer, id);
      const toast = { title: 'Import discarded', text: `${file} was not imported.` };
      return { redirectTo: '/import', toast };
    }
    if (form.get('do') === 'read') {
      await rereadFile(viewer, importRecord, form);
      return { redirectTo: `/import/${id}` };
    }
    const { chosen, dayFirst, problems, isOther, isDayOpen } = await checkMapping(
      importRecord,
      form,
    );
    if (isOther || problems.length || isDayOpen) {
      const reply = await replyWithMapping(viewer, importRecord, form, readLocale(request));
      return data(reply, isOther ? 200 : 400);
    }
    const { compared } = await startComparison(viewer, id, {
      sheets: chosen,
      dayFirst,
      isByPerson: true,
    });
    await waitBriefly(compared);
    return { redirectTo: `/import/${id}` };
  },
  async onError({ status, message }, { viewer, request, params, form }) {
    if (form.get('do') === 'discard') return undefined;
    const importRecord = await getImport(viewer, parseId(params.id));
    const reply = await replyWithMapping(viewer, importRecord, form, readLocale(request));
    return data({ ...reply, problem: message }, status);
  },
});

async function checkMapping(importRecord: Import, form: PostedForm<string>) {
  return readMappingForm(importRecord, form, await listCustomFields());
}

/** Returns the page with the columns as they were chosen. */
async function replyWithMapping(
  viewer: Viewer,
  importRecord: Import,
  form: PostedForm<string>,
  locale: Locale,
) {
  const { chosen, ...problems } = await checkMapping(importRecord, form);
  const columns = await loadMappingView(viewer, importRecord, chosen, locale);
  return { columns, problem: undefined as string | undefined, ...problems };
}

async function rereadFile(viewer: Viewer, { id }: Import, form: PostedForm<string>) {
  const release = await beginImport(viewer);
  try {
    const { read } = await rereadImport(
      viewer,
      id,
      parseTextLayout(form.get('encoding'), form.get('separator')),
    );
    await waitBriefly(read);
    void read.then(release, release);
  } catch (error) {
    release();
    throw error;
  }
}

export default function ImportMapping() {
  const { running, failed, discard, columns, problem } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  if (discard)
    return (
      <ConfirmPage
        title={`Discard ${discard.file}?`}
        back={discard.back}
        button="Discard this import"
        fields={<input type="hidden" name="do" value="discard" />}
      >
        <p className="mt-2">Nothing has been imported from it. Your choices for it are lost.</p>
      </ConfirmPage>
    );
  return (
    <AppLayout>
      <div className="mx-auto grid max-w-[960px] grid-cols-[minmax(0,1fr)] gap-4">
        {running && <ImportProgress {...running} />}
        {failed && <ImportFailed {...failed} />}
        {columns && (
          <>
            <ImportHead title="Columns" file={columns.file} />
            <MappingForm {...(reply ?? { columns, problem: problem ?? undefined })} />
          </>
        )}
      </div>
    </AppLayout>
  );
}
