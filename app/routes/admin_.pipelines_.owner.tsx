import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { describeSkipped } from '~/domain/operations/describe-result';
import { transferDeals } from '~/domain/operations/transfer-deals.server';
import { formatCount } from '~/domain/text/text';
import { listOwnerChoices } from '~/domain/user/owner-choices.server';
import { replyWithChosenOwner } from '~/http/forms/reply.server';
import {
  loadSelectedDeals,
  parseDealIds,
  readSelection,
  redirectNothingSelected,
  TRANSFER_FIELDS,
} from '~/http/forms/selection.server';
import { readForm } from '~/http/request/form.server';
import { parseSafePath } from '~/http/request/safe-path.server';
import { requireStaff } from '~/http/session/guards.server';
import { makeToast, redirectWithToast } from '~/http/session/toast.server';
import { catchDomainError } from '~/result.server';
import { ConfirmPage, NameList } from '~/ui/form/confirm-page';
import { OwnerPicker } from '~/ui/form/owner-picker';
import { createTitleMeta } from '~/ui/layout/document-head';

export const meta = createTitleMeta('Hand over deals');

const HOME_PATH = '/admin/pipelines';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireStaff(request);
  const { searchParams } = new URL(request.url);
  return {
    ...(await loadSelectedDeals(viewer, request, HOME_PATH, 'hand over')),
    choices: await listOwnerChoices(searchParams.get('find'), []),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const viewer = await requireStaff(request);
  const form = await readForm(request, TRANSFER_FIELDS);
  const back = parseSafePath(form.get('back')) ?? HOME_PATH;
  const ids = readSelection(form);
  if (!ids.length) return redirectNothingSelected(back, 'pipeline', 'hand over');
  const chosen = form.get('owner') ?? '';
  const { value, refused } = await catchDomainError(() =>
    transferDeals(viewer, parseDealIds(ids), chosen),
  );
  if (refused) return replyWithChosenOwner(chosen, refused);
  const { newOwner, transferred, alreadyOwned, operationId } = value;
  const skipReasons = Array.from({ length: alreadyOwned }, () => `already ${newOwner}'s`);
  const skipped = describeSkipped({ gone: ids.length - transferred - alreadyOwned, skipReasons });
  const done = `${formatCount(transferred, 'deal')} handed over to ${newOwner}`;
  const title = transferred ? 'Success' : 'Nothing handed over';
  const text = [done, skipped].filter(Boolean).join(', ');
  return redirectWithToast(back, { ...makeToast(title, text, !transferred), undo: operationId });
}

export default function TransferDeals() {
  const { ids, back, choices, rows } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const selection = formatCount(rows.length, 'deal');
  const missing = ids.length - rows.length;
  return (
    <ConfirmPage
      title={rows.length ? `Hand over ${selection}` : 'Nothing to hand over'}
      back={back}
      ids={ids}
      button={rows.length ? `Hand over ${selection}` : undefined}
      isDestructive={false}
      fields={
        rows.length > 0 && (
          <OwnerPicker label="New owner" choices={choices} autoFocus {...refused} />
        )
      }
    >
      {rows.length > 0 && <NameList label="To be handed over" rows={rows} />}
      {missing > 0 && (
        <p className="mt-3 text-ink-muted">{describeSkipped({ gone: missing, skipReasons: [] })}</p>
      )}
    </ConfirmPage>
  );
}
