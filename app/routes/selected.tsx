import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requireUser } from '~/web/session/auth.server';
import { BulkFields } from '~/components/list/bulk-fields';
import { Confirm, NameList } from '~/components/forms/confirm';
import { useLateForm } from '~/components/forms/late-form';
import { useReply, useResend, useSubmitAddress } from '~/components/forms/unsent';
import { Icon } from '~/components/frame/icon';
import { titled } from '~/components/frame/head';
import { newKey } from '~/models/key.server';
import { BULK_FORM, bulkChange } from '~/models/bulk/bulk';
import { changeInBulk } from '~/models/bulk/bulk.server';
import { currentLists } from '~/models/lists/list.server';
import { offeredValues } from '~/models/pipeline/options';
import { skippedText } from '~/models/selection';
import { counted } from '~/models/text';
import { attempt } from '~/attempt.server';
import { parse } from '~/refusal';
import { leaveForm, requireUserOrKeepForm } from '~/web/forms/late-form.server';
import { readForm, safePath } from '~/web/forms/request.server';
import {
  dealIds,
  readSelection,
  redirectNothingSelected,
  selectedDeals,
} from '~/web/forms/selection.server';
import { makeToast } from '~/web/forms/toast.server';

export const meta = titled('Change deals');

export { clientAction, shouldRevalidate } from '~/components/forms/unsent';

const HOME = '/dashboard';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const selected = await selectedDeals(viewer, request, HOME, 'change');
  return { ...selected, offered: offeredValues(await currentLists()), submission: newKey() };
}

export async function action({ request }: ActionFunctionArgs) {
  const viewer = await requireUserOrKeepForm(request);
  const form = await readForm(request, BULK_FORM);
  const back = safePath(form.get('back')) ?? HOME;
  const ids = readSelection(form);
  if (!ids.length) return redirectNothingSelected(back, 'pipeline', 'change');
  const sent = {
    fundingRound: form.get('fundingRound') ?? '',
    nextMeetingDate: form.get('nextMeetingDate') ?? '',
    note: form.get('note') ?? '',
  };
  const { value, refused } = await attempt(async () =>
    changeInBulk(
      viewer,
      dealIds(ids),
      parse(bulkChange(await currentLists()), sent),
      form.get('submission') ?? undefined,
    ),
  );
  if (refused?.status === 400) return data({ sent, errors: refused.errors }, 400);
  if (refused) throw refused;
  const { changed, unchanged, actId } = value;
  const keptReasons = Array.from({ length: unchanged }, () => 'already up to date');
  const skipped = skippedText({ gone: ids.length - changed - unchanged, keptReasons });
  const text = [`${counted(changed, 'deal')} changed`, skipped].filter(Boolean).join(', ');
  const title = changed ? 'Success' : 'Nothing changed';
  return leaveForm(request, viewer, back, { ...makeToast(title, text, !changed), undo: actId });
}

export default function ChangeSelected() {
  const late = useLateForm();
  const { ids, back, rows, offered, submission } = useLoaderData<typeof loader>();
  const reply = useReply<typeof action>();
  const resend = useResend('Failed to change deals');
  const selection = counted(rows.length, 'deal');
  const missing = ids.length - rows.length;
  return (
    <Confirm
      title={rows.length ? `Change ${selection}` : 'Nothing to change'}
      back={back}
      ids={ids}
      button={rows.length ? `Change ${selection}` : undefined}
      isDestructive={false}
      action={useSubmitAddress()}
      resend={resend}
      fields={
        rows.length > 0 && (
          <BulkFields submission={submission} offered={offered} sent={late} {...reply} />
        )
      }
    >
      {rows.length > 0 && <NameList label="To be changed" rows={rows} />}
      {missing > 0 && (
        <p className="mt-3 text-ink-muted">{skippedText({ gone: missing, keptReasons: [] })}</p>
      )}
      {rows.length > 0 && <ExportSelected ids={ids} count={rows.length} />}
    </Confirm>
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
