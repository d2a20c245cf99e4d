import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { getOfferedValues } from '~/domain/deal/offered-values';
import { generateKey } from '~/domain/key.server';
import { changeDealsInBulk } from '~/domain/operations/bulk-change.server';
import { BULK_FORM_FIELDS, createBulkChangeSchema } from '~/domain/operations/bulk-schema';
import { describeSkipped } from '~/domain/operations/describe-result';
import { getOptionLists } from '~/domain/option-list/list.server';
import { formatCount } from '~/domain/text/text';
import { parseInput } from '~/errors';
import { formAction } from '~/http/forms/form-action.server';
import {
  buildNothingSelectedRedirect,
  loadSelectedDeals,
  parseDealIds,
  readSelection,
} from '~/http/forms/selection.server';
import type { PostedForm } from '~/http/request/form.server';
import { parseSafePath } from '~/http/request/safe-path.server';
import { requireUser } from '~/http/session/guards.server';
import { useReply } from '~/ui/form/client-action';
import { ConfirmPage, NameList } from '~/ui/form/confirm-page';
import { useRetry } from '~/ui/form/retry';
import { useSavedSubmission } from '~/ui/form/saved-submission';
import { useSubmitAddress } from '~/ui/form/submit-address';
import { Icon } from '~/ui/icon';
import { createTitleMeta } from '~/ui/layout/document-head';
import { BulkFields } from './bulk-fields';

export const meta = createTitleMeta('Change deals');

export { clientAction, shouldRevalidate } from '~/ui/form/client-action';

const HOME_PATH = '/dashboard';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const selected = await loadSelectedDeals(viewer, request, HOME_PATH, 'change');
  return {
    ...selected,
    offered: getOfferedValues(await getOptionLists()),
    submission: generateKey(),
  };
}

export const action = formAction({
  fields: BULK_FORM_FIELDS,
  savesSubmission: true,
  async handler({ viewer, form }) {
    const back = parseSafePath(form.get('back')) ?? HOME_PATH;
    const ids = readSelection(form);
    if (!ids.length) return buildNothingSelectedRedirect(back, 'pipeline', 'change');
    const { changed, unchanged, operationId } = await changeDealsInBulk(
      viewer,
      parseDealIds(ids),
      parseInput(createBulkChangeSchema(await getOptionLists()), getSentChanges(form)),
      form.get('submission') ?? undefined,
    );
    const skipReasons = Array.from({ length: unchanged }, () => 'already up to date');
    const skipped = describeSkipped({ gone: ids.length - changed - unchanged, skipReasons });
    const toast = {
      title: changed ? 'Success' : 'Nothing changed',
      text: [`${formatCount(changed, 'deal')} changed`, skipped].filter(Boolean).join(', '),
      failed: !changed,
      undo: operationId,
    };
    return { redirectTo: back, toast };
  },
  onError(error, { form }) {
    if (error.status !== 400 || !error.errors) return undefined;
    return data({ sent: getSentChanges(form), errors: error.errors }, 400);
  },
});

function getSentChanges(form: PostedForm<'fundingRound' | 'nextMeetingDate' | 'note'>) {
  return {
    fundingRound: form.get('fundingRound') ?? '',
    nextMeetingDate: form.get('nextMeetingDate') ?? '',
    note: form.get('note') ?? '',
  };
}

export default function ChangeSelectedDeals() {
  const savedSubmission = useSavedSubmission();
  const { ids, back, rows, offered, submission } = useLoaderData<typeof loader>();
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
          <BulkFields submission={submission} offered={offered} sent={savedSubmission} {...reply} />
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
