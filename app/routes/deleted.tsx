import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { describeRestored, describeSkipped } from '~/domain/operations/describe-result';
import { restoreDeletedDeals } from '~/domain/operations/trash/restore.server';
import { TRASH_RETENTION_DAYS } from '~/domain/operations/trash/retention';
import { formAction } from '~/http/forms/form-action.server';
import { parseDealIds, readSelection, SELECTION_FIELDS } from '~/http/forms/selection.server';
import { parseSafePath } from '~/http/request/safe-path.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import styles from '~/styles/users.css?url';
import { AppLayout } from '~/ui/layout/app-layout';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import { Pager } from '~/ui/table/pager';
import { TrashTable } from '~/ui/trash/trash-table';
import { loadDeletedView } from '~/ui/trash/trash-view.server';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta('Recently deleted');

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const { searchParams } = new URL(request.url);
  return {
    days: TRASH_RETENTION_DAYS,
    ...(await loadDeletedView(viewer, searchParams, readLocale(request))),
  };
}

export const action = formAction({
  fields: SELECTION_FIELDS,
  async handler({ viewer, form }) {
    const ids = readSelection(form);
    const { restored, skipReasons } = await restoreDeletedDeals(viewer, parseDealIds(ids));
    const skipped = describeSkipped({
      gone: ids.length - restored.length - skipReasons.length,
      skipReasons,
    });
    const text = [describeRestored(restored), skipped].filter(Boolean).join(', ');
    const why = skipReasons[0] ?? 'This is no longer in the trash.';
    return {
      redirectTo: parseSafePath(form.get('back')) ?? '/deleted',
      toast: restored.length
        ? { title: 'Success', text }
        : { title: 'Not restored', text: why, failed: true },
      replace: true,
    };
  },
});

export default function RecentlyDeleted() {
  const { days, pager, entries, showWhat } = useLoaderData<typeof loader>();
  return (
    <AppLayout>
      <h1>Recently deleted</h1>
      <p className="mt-1 mb-3 text-ink-muted">
        Deals that you deleted can be restored for {days} days, with evaluations and history.
      </p>
      {entries.length ? (
        <TrashTable entries={entries} showWhat={showWhat} />
      ) : (
        <p className="card p-6 text-center">
          Nothing to restore.{' '}
          <Link to="/dashboard" className="link">
            Back to the dashboard
          </Link>
        </p>
      )}
      <Pager {...pager} noun="deals" />
    </AppLayout>
  );
}
