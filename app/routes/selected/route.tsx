import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { getOfferedValues } from '~/domain/deal/offered-values';
import { generateKey } from '~/domain/key.server';
import { changeDealsInBulk } from '~/domain/operations/bulk-change.server';
import { BULK_FORM_FIELDS, createBulkChangeSchema } from '~/domain/operations/bulk-schema';
import { describeSkipped } from '~/domain/operations/describe-result';
import { getOptionLists } from '~/domain/option-list/list.server';
import { formatCount } from '~/domain/text/text';
import { parseInput } from '~/errors';
import {
  redirectAfterSave,
  requireUserOrSaveSubmission,
} from '~/http/forms/saved-submission.server';
import {
  loadSelectedDeals,
  parseDealIds,
  readSelection,
  redirectNothingSelected,
} from '~/http/forms/selection.server';
import { readForm } from '~/http/request/form.server';
import { parseSafePath } from '~/http/request/safe-path.server';
import { requireUser } from '~/http/session/guards.server';
import { makeToast } from '~/http/session/toast.server';
import { catchDomainError } from '~/result.server';
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

export async function action({ request }: ActionFunctionArgs) {
  const viewer = await requireUserOrSaveSubmission(request);
  const form = await readForm(request, BULK_FORM_FIELDS);
  const back = parseSafePath(form.get('back')) ?? HOME_PATH;
  const ids = readSelection(form);
  if (!ids.length) return redirectNothingSelected(back, 'pipeline', 'change');
  const sent = {
    fundingRound: form.get('fundingRound') ?? '',
    nextMeetingDate: form.get('nextMeetingDate') ?? '',
    note: form.get('note') ?? '',
  };
  const { value, refused } = await catchDomainError(async () =>
    changeDealsInBulk(
      viewer,
      parseDealIds(ids),
      parseInput(createBulkChangeSchema(await getOptionLists()), sent),
      form.get('submission') ?? undefined,
    ),
  );
  if (refused?.status === 400) return data({ sent, errors: refused.errors }, 400);
  if (refused) throw refused;
  const { changed, unchanged, operationId } = value;
  const skipReasons = Array.from({ length: unchanged }, () => 'already up to date');
  const skipped = describeSkipped({ gone: ids.length - changed - unchanged, skipReasons });
  const text = [`${formatCount(changed, 'deal')} changed`, skipped].filter(Boolean).join(', ');
  const title = changed ? 'Success' : 'Nothing changed';
  return redirectAfterSave(request, viewer, back, {
    ...makeToast(title, text, !changed),
    undo: operationId,
  });
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
