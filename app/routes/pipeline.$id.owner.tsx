import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { canManageDeal, getHomePath, isStaff } from '~/domain/access';
import { getDeal } from '~/domain/deal/get.server';
import { transferDeal } from '~/domain/operations/transfer-deals.server';
import { countShares } from '~/domain/share/list.server';
import { formatCount } from '~/domain/text/text';
import { listOwnerChoices } from '~/domain/user/owner-choices.server';
import { getOwnerName } from '~/domain/user/owners.server';
import { forbidden } from '~/errors';
import { formAction } from '~/http/forms/form-action.server';
import { replyWithChosenOwner } from '~/http/forms/reply.server';
import { buildFromQuery } from '~/http/forms/return-path.server';
import { parseId } from '~/http/request/params.server';
import { parseSafePath } from '~/http/request/safe-path.server';
import { requireUser } from '~/http/session/guards.server';
import { ConfirmPage } from '~/ui/form/confirm-page';
import { OwnerPicker } from '~/ui/form/owner-picker';
import { createTitleMeta } from '~/ui/layout/document-head';

export const meta = createTitleMeta('Hand over');

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const deal = await getDeal(viewer, parseId(params.id));
  if (!canManageDeal(viewer, deal)) throw forbidden();
  const { searchParams } = new URL(request.url);
  return {
    company: deal.companyName,
    owner: deal.userId === viewer.id ? undefined : await getOwnerName(deal.userId),
    losesAccess: !isStaff(viewer),
    back:
      parseSafePath(searchParams.get('back')) ??
      `/pipeline/${deal.id}/history${buildFromQuery(request, viewer)}`,
    stays: searchParams.get('stays') === 'on',
    keepsShares: searchParams.get('keepsShares') === 'on',
    shares: await countShares(deal.id),
    choices: await listOwnerChoices(searchParams.get('find'), [deal.userId]),
  };
}

export const action = formAction({
  fields: { text: ['owner', 'back', 'stays', 'keepsShares'] },
  async handler({ viewer, request, params, form }) {
    const id = parseId(params.id);
    const [stays, keepsShares] = [form.get('stays') === 'on', form.get('keepsShares') === 'on'];
    const { company, newOwner } = await transferDeal(viewer, id, form.get('owner') ?? '', {
      becomesCollaborator: stays,
      keepsShares,
    });
    const back =
      parseSafePath(form.get('back')) ??
      `/pipeline/${id}/history${buildFromQuery(request, viewer)}`;
    return {
      redirectTo: isStaff(viewer) || stays ? back : getHomePath(viewer),
      toast: { title: 'Success', text: `${company} handed over to ${newOwner}` },
    };
  },
  onError: (error, { form }) => replyWithChosenOwner(form, error),
});

export default function TransferDeal() {
  const { company, owner, losesAccess, back, choices, ...wishes } = useLoaderData<typeof loader>();
  const { stays, shares, keepsShares } = wishes;
  const reply = useActionData<typeof action>();
  return (
    <ConfirmPage
      title={`Hand over ${company}`}
      back={back}
      button="Hand over"
      isDestructive={false}
      fields={
        <>
          <OwnerPicker label="New owner" choices={choices} autoFocus {...reply} />
          <label className="mt-3 flex items-center gap-2">
            <input type="checkbox" name="stays" defaultChecked={stays} />
            Stay as a colleague
          </label>
          {shares > 0 && (
            <label className="mt-3 flex items-center gap-2">
              <input type="checkbox" name="keepsShares" defaultChecked={keepsShares} />
              {`Keep ${formatCount(shares, 'shared page')}, which would end otherwise`}
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
    </ConfirmPage>
  );
}
