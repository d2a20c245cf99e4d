import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { requireUser } from '~/web/session/auth.server';
import { Confirm } from '~/components/forms/confirm';
import { OwnerPicker } from '~/components/forms/owner-picker';
import { titled } from '~/components/frame/head';
import { attempt } from '~/attempt.server';
import { forbidden } from '~/refusal';
import { refusedChoice } from '~/web/forms/reply.server';
import { readForm, readId, safePath } from '~/web/forms/request.server';
import { homeOf, isStaff, isInCharge } from '~/models/access';
import { handOverPipeline } from '~/models/pipeline/hand-over.server';
import { countShares } from '~/models/share/shares.server';
import { counted } from '~/models/text';
import { getPipeline } from '~/models/pipeline/write.server';
import { fullOwnerName, ownerChoices } from '~/models/user/owners.server';
import { fromQuery } from '~/web/forms/list-address.server';
import { makeToast, redirectWithToast } from '~/web/forms/toast.server';

export const meta = titled('Hand over');

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const deal = await getPipeline(viewer, readId(params.id));
  if (!isInCharge(viewer, deal)) throw forbidden();
  const { searchParams } = new URL(request.url);
  return {
    company: deal.companyName,
    owner: deal.userId === viewer.id ? undefined : await fullOwnerName(deal.userId),
    losesAccess: !isStaff(viewer),
    back:
      safePath(searchParams.get('back')) ??
      `/pipeline/${deal.id}/history${fromQuery(request, viewer)}`,
    stays: searchParams.get('stays') === 'on',
    keepsShares: searchParams.get('keepsShares') === 'on',
    shares: await countShares(deal.id),
    choices: await ownerChoices(searchParams, [deal.userId]),
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const viewer = await requireUser(request);
  const id = readId(params.id);
  const form = await readForm(request, { text: ['owner', 'back', 'stays', 'keepsShares'] });
  const chosen = form.get('owner') ?? '';
  const [stays, keepsShares] = [form.get('stays') === 'on', form.get('keepsShares') === 'on'];
  const { value, refused } = await attempt(() =>
    handOverPipeline(viewer, id, chosen, { stays, keepsShares }),
  );
  if (refused) return refusedChoice(chosen, refused);
  const back = safePath(form.get('back')) ?? `/pipeline/${id}/history${fromQuery(request, viewer)}`;
  const to = isStaff(viewer) || stays ? back : homeOf(viewer);
  const text = `${value.company} handed over to ${value.newOwner}`;
  return redirectWithToast(to, makeToast('Success', text));
}

export default function HandOver() {
  const { company, owner, losesAccess, back, choices, ...wishes } = useLoaderData<typeof loader>();
  const { stays, shares, keepsShares } = wishes;
  const refused = useActionData<typeof action>();
  return (
    <Confirm
      title={`Hand over ${company}`}
      back={back}
      button="Hand over"
      isDestructive={false}
      fields={
        <>
          <OwnerPicker label="New owner" choices={choices} autoFocus {...refused} />
          <label className="mt-3 flex items-center gap-2">
            <input type="checkbox" name="stays" defaultChecked={stays} />
            Stay as a colleague
          </label>
          {shares > 0 && (
            <label className="mt-3 flex items-center gap-2">
              <input type="checkbox" name="keepsShares" defaultChecked={keepsShares} />
              {`Keep ${counted(shares, 'shared page')}, which would end otherwise`}
            </label>
          )}
        </>
      }
    >
      <p className="mt-2 break-words">{owner ? `The owner is ${owner}.` : 'You are the owner.'}</p>
      {losesAccess && (
        <p className="mt-1 text-ink-muted">
          Afterwards you will no longer see this deal, unless you stay as a colleague.
        </p>
      )}
    </Confirm>
  );
}
