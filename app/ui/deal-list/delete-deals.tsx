import { useLoaderData } from '@remix-run/react';
import { formatCount } from '~/domain/text/text';
import { describeSkipped } from '~/format/operation-result';
import { ConfirmPage, NameList } from '~/ui/form/confirm-page';

interface Row {
  id: number;
  name: string;
  note: string;
}

export function DeleteDeals() {
  const { ids, back, rows } = useLoaderData<{ ids: string[]; back: string; rows: Row[] }>();
  const selection = formatCount(rows.length, 'pipeline');
  const missing = ids.length - rows.length;
  return (
    <ConfirmPage
      title={rows.length ? `Delete ${selection}?` : 'Nothing to delete'}
      back={back}
      ids={ids}
      button={rows.length ? `Delete ${selection}` : undefined}
    >
      {rows.length > 0 && (
        <p className="mt-2">
          {rows.length === 1
            ? 'Are you sure you want to delete this pipeline? Its evaluation is deleted too.'
            : 'Are you sure you want to delete these pipelines? Their evaluations are deleted too.'}
        </p>
      )}
      {rows.length > 0 && <NameList label="To be deleted" rows={rows} />}
      {missing > 0 && (
        <p className="mt-3 text-ink-muted">{describeSkipped({ gone: missing, skipReasons: [] })}</p>
      )}
    </ConfirmPage>
  );
}
