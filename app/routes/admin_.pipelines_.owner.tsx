import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { requireStaff } from '~/web/session/auth.server';
import { Confirm, NameList } from '~/components/forms/confirm';
import { OwnerPicker } from '~/components/forms/owner-picker';
import { titled } from '~/components/frame/head';
import { attempt } from '~/attempt.server';
import { refusedChoice } from '~/web/forms/reply.server';
import { readForm, safePath } from '~/web/forms/request.server';
import { handOverPipelines } from '~/models/pipeline/hand-over.server';
import { skippedText } from '~/models/selection';
import { counted } from '~/models/text';
import { ownerChoices } from '~/models/user/owners.server';
import {
  dealIds,
  HAND_OVER_FIELDS,
  readSelection,
  redirectNothingSelected,
  selectedDeals,
} from '~/web/forms/selection.server';
import { makeToast, redirectWithToast } from '~/web/forms/toast.server';

export const meta = titled('Hand over deals');

const HOME = '/admin/pipelines';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireStaff(request);
  const { searchParams } = new URL(request.url);
  return {
    ...(await selectedDeals(viewer, request, HOME, 'hand over')),
    choices: await ownerChoices(searchParams, []),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const viewer = await requireStaff(request);
  const form = await readForm(request, HAND_OVER_FIELDS);
  const back = safePath(form.get('back')) ?? HOME;
  const ids = readSelection(form);
  if (!ids.length) return redirectNothingSelected(back, 'pipeline', 'hand over');
  const chosen = form.get('owner') ?? '';
  const { value, refused } = await attempt(() => handOverPipelines(viewer, dealIds(ids), chosen));
  if (refused) return refusedChoice(chosen, refused);
  const { newOwner, handedOver, already, actId } = value;
  const keptReasons = Array.from({ length: already }, () => `already ${newOwner}'s`);
  const skipped = skippedText({ gone: ids.length - handedOver - already, keptReasons });
  const done = `${counted(handedOver, 'deal')} handed over to ${newOwner}`;
  const title = handedOver ? 'Success' : 'Nothing handed over';
  const text = [done, skipped].filter(Boolean).join(', ');
  return redirectWithToast(back, { ...makeToast(title, text, !handedOver), undo: actId });
}

export default function HandOverPipelines() {
  const { ids, back, choices, rows } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const selection = counted(rows.length, 'deal');
  const missing = ids.length - rows.length;
  return (
    <Confirm
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
        <p className="mt-3 text-ink-muted">{skippedText({ gone: missing, keptReasons: [] })}</p>
      )}
    </Confirm>
  );
}
