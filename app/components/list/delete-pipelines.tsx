import { useLoaderData } from '@remix-run/react';
import { Confirm, NameList } from '~/components/forms/confirm';
import { skippedText } from '~/models/selection';
import { counted } from '~/models/text';

interface Row {
  id: number;
  name: string;
  note: string;
}

/** The page that confirms the deletion of selected deals, on both lists. */
export function DeletePipelines() {
  const { ids, back, rows } = useLoaderData<{ ids: string[]; back: string; rows: Row[] }>();
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
        <p className="mt-3 text-ink-muted">{skippedText({ gone: missing, keptReasons: [] })}</p>
      )}
    </Confirm>
  );
}
