import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireStaff } from '~/web/auth.server';
import { Confirm, NameList } from '~/components/forms/confirm';
import { PRODUCT } from '~/components/frame/frame';
import { readForm, safePath } from '~/web/request.server';
import { deletePipelines, findPipelines } from '~/models/pipeline/write.server';
import { skippedText } from '~/models/selection';
import { counted, shortName } from '~/models/text';
import {
  dealIds,
  SELECTION_FIELDS,
  redirectAfterDeletion,
  redirectNothingSelected,
  readSelection,
} from '~/web/selection.server';

export const meta: MetaFunction = () => [{ title: `Delete pipelines · ${PRODUCT}` }];

const HOME = '/admin/pipelines';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireStaff(request);
  const { searchParams } = new URL(request.url);
  const back = safePath(searchParams.get('back')) ?? HOME;
  const ids = readSelection(searchParams);
  if (!ids.length) throw await redirectNothingSelected(back, 'pipeline');
  const rows = await findPipelines(viewer, dealIds(ids));
  return {
    ids,
    back,
    rows: rows.map(({ id, companyName, owner }) => ({
      id,
      name: companyName,
      note: shortName(owner),
    })),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const viewer = await requireStaff(request);
  const form = await readForm(request, SELECTION_FIELDS);
  const back = safePath(form.get('back')) ?? HOME;
  const ids = readSelection(form);
  if (!ids.length) return redirectNothingSelected(back, 'pipeline');
  const undo = await deletePipelines(viewer, dealIds(ids));
  const deleted = undo.length;
  return redirectAfterDeletion(back, 'pipeline', { asked: ids.length, deleted, kept: [], undo });
}

export default function DeletePipelines() {
  const { ids, back, rows } = useLoaderData<typeof loader>();
  const selection = counted(rows.length, 'pipeline');
  const missing = ids.length - rows.length;
  return (
    <Confirm
      title={rows.length ? `Delete ${selection}?` : 'Nothing to delete'}
      back={back}
      ids={ids}
      button={rows.length ? `Delete ${selection}` : undefined}
    >
      {rows.length > 0 && (
        <p className="mt-2">
          Are you sure you want to delete {rows.length === 1 ? 'this pipeline' : 'these pipelines'}?
          Their evaluations are deleted too.
        </p>
      )}
      {rows.length > 0 && <NameList label="To be deleted" rows={rows} />}
      {missing > 0 && (
        <p className="mt-3 text-ink-muted">{skippedText({ gone: missing, kept: [] })}</p>
      )}
    </Confirm>
  );
}
