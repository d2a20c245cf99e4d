import { data } from '@remix-run/node';
import type { Import, ImportSheet } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { listCustomFields } from '~/domain/custom-field/list.server';
import { startComparison } from '~/domain/import/preview/start.server';
import { parseTextLayout } from '~/domain/import/reading/text-layout.server';
import { getImport } from '~/domain/import/record/get.server';
import { discardImport } from '~/domain/import/upload/discard.server';
import { rereadImport } from '~/domain/import/upload/reread.server';
import type { Locale } from '~/format/locale';
import { formAction } from '~/http/forms/form-action.server';
import type { FormFields, PostedForm } from '~/http/request/form.server';
import { parseId } from '~/http/request/params.server';
import { waitBriefly } from '~/http/request/wait-briefly.server';
import { readLocale } from '~/http/session/appearance.server';
import { admitImport } from '~/http/session/limits.server';
import { parseMappingForm } from './parse-mapping.server';
import { loadMappingView } from './view.server';

export const action = formAction({
  savesSubmission: true,
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
    const { chosen, dayFirst, problems, isContentChanged, isDayOpen } = await checkMapping(
      importRecord,
      form,
    );
    if (isContentChanged || problems.length || isDayOpen) {
      const reply = await replyWithMapping(viewer, importRecord, form, readLocale(request));
      return data(reply, isContentChanged ? 200 : 400);
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

function listMappingFields(sheets: ImportSheet[]): FormFields {
  const names = sheets.flatMap(({ headers, amounts = {}, notations = {} }, sheet) => [
    `holds-${sheet}`,
    `shown-${sheet}`,
    ...headers.flatMap((_, column) => [`target-${sheet}-${column}`, `name-${sheet}-${column}`]),
    ...Object.keys(amounts).flatMap((column) => [
      `currency-${sheet}-${column}`,
      `factor-${sheet}-${column}`,
    ]),
    ...Object.keys(notations).map((column) => `decimals-${sheet}-${column}`),
  ]);
  return { text: ['do', 'others', 'dayFirst', 'encoding', 'separator', ...names] };
}

async function checkMapping(importRecord: Import, form: PostedForm<string>) {
  return parseMappingForm(importRecord, form, await listCustomFields());
}

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
  const release = await admitImport(viewer);
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
