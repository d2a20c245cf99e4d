import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { describeSkipped } from '~/domain/operations/describe-result';
import { transferDeals } from '~/domain/operations/transfer-deals.server';
import { formatCount } from '~/domain/text/text';
import { listOwnerChoices } from '~/domain/user/owner-choices.server';
import { formAction } from '~/http/forms/form-action.server';
import { replyWithChosenOwner } from '~/http/forms/reply.server';
import {
  buildNothingSelectedRedirect,
  loadSelectedDeals,
  parseDealIds,
  readSelection,
  TRANSFER_FIELDS,
} from '~/http/forms/selection.server';
import { parseSafePath } from '~/http/request/safe-path.server';
import { requireStaff } from '~/http/session/guards.server';
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

export const action = formAction({
  access: 'staff',
  fields: TRANSFER_FIELDS,
  async handler({ viewer, form }) {
    const back = parseSafePath(form.get('back')) ?? HOME_PATH;
    const ids = readSelection(form);
    if (!ids.length) return buildNothingSelectedRedirect(back, 'pipeline', 'hand over');
    const { newOwner, transferred, alreadyOwned, operationId } = await transferDeals(
      viewer,
      parseDealIds(ids),
      form.get('owner') ?? '',
    );
    const skipReasons = Array.from({ length: alreadyOwned }, () => `already ${newOwner}'s`);
    const skipped = describeSkipped({ gone: ids.length - transferred - alreadyOwned, skipReasons });
    const done = `${formatCount(transferred, 'deal')} handed over to ${newOwner}`;
    const toast = {
      title: transferred ? 'Success' : 'Nothing handed over',
      text: [done, skipped].filter(Boolean).join(', '),
      failed: !transferred,
      undo: operationId,
    };
    return { redirectTo: back, toast };
  },
  onError: (error, { form }) => replyWithChosenOwner(form, error),
});

export default function TransferDeals() {
  const { ids, back, choices, rows } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
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
        rows.length > 0 && <OwnerPicker label="New owner" choices={choices} autoFocus {...reply} />
      }
    >
      {rows.length > 0 && <NameList label="To be handed over" rows={rows} />}
      {missing > 0 && (
        <p className="mt-3 text-ink-muted">{describeSkipped({ gone: missing, skipReasons: [] })}</p>
      )}
    </ConfirmPage>
  );
}
