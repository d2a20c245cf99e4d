import { useLoaderData } from '@remix-run/react';
import { formatCount } from '~/domain/text/text';
import { describeSkipped } from '~/format/operation-result';
import styles from '~/styles/forms.css?url';
import { useReply } from '~/ui/form/client-action';
import { ConfirmPage, NameList } from '~/ui/form/confirm-page';
import { useRetry } from '~/ui/form/retry';
import { useSavedSubmission } from '~/ui/form/saved-submission';
import { useSubmitAddress } from '~/ui/form/submit-address';
import { Icon } from '~/ui/icon';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import { BulkFields } from './bulk-fields';
import type { action } from './form.server';
import type { loader } from './view.server';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta('Change deals');

export { clientAction, shouldRevalidate } from '~/ui/form/client-action';

export { action } from './form.server';
export { loader } from './view.server';

export default function ChangeSelectedDeals() {
  const savedSubmission = useSavedSubmission();
  const { ids, back, rows, offered, stages, submission } = useLoaderData<typeof loader>();
  const reply = useReply<typeof action>();
  const retry = useRetry('Failed to change deals');
  const selection = formatCount(rows.length, 'deal');
  const missing = ids.length - rows.length;
  return (
    <ConfirmPage
      title={rows.length ? `Change ${selection}` : 'Nothing to change'}
      back={back}
      ids={ids}
      button={rows.length ? `Change ${selection}` : undefined}
      isDestructive={false}
      action={useSubmitAddress()}
      retry={retry}
      fields={
        rows.length > 0 && (
          <BulkFields
            submission={submission}
            offered={offered}
            stages={stages}
            sent={savedSubmission}
            {...reply}
          />
        )
      }
    >
      {rows.length > 0 && <NameList label="To be changed" rows={rows} />}
      {missing > 0 && (
        <p className="mt-3 text-ink-muted">{describeSkipped({ gone: missing, skipReasons: [] })}</p>
      )}
      {rows.length > 0 && <ExportSelected ids={ids} count={rows.length} />}
    </ConfirmPage>
  );
}

function ExportSelected({ ids, count }: { ids: string[]; count: number }) {
  const query = new URLSearchParams(ids.map((id) => ['id', id]));
  return (
    <p className="mt-3">
      <a href={`/selected/export?${query}`} className="btn">
        <Icon name="download" />
        Export only {count === 1 ? 'this deal' : `these ${count} deals`}
      </a>
    </p>
  );
}
