import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Confirm } from '~/components/forms/confirm';
import { titled } from '~/components/frame/head';
import { getSplittable, splitMerge } from '~/models/merge/split.server';
import { fromQuery } from '~/web/forms/list-address.server';
import { readForm, readId } from '~/web/forms/request.server';
import { makeToast, redirectWithToast } from '~/web/forms/toast.server';
import { requireUser } from '~/web/session/auth.server';

export const meta = titled('Split');

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const { winner, merge } = await getSplittable(viewer, readId(params.id), readId(params.merge));
  const back = `/pipeline/${winner.id}${fromQuery(request, viewer)}`;
  return { loser: merge.loserName, back };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const viewer = await requireUser(request);
  const id = readId(params.id);
  await readForm(request, {});
  const { loserName } = await splitMerge(viewer, id, readId(params.merge));
  const toast = makeToast('Success', `${loserName} is a separate deal again`);
  return redirectWithToast(`/pipeline/${id}${fromQuery(request, viewer)}`, toast);
}

export default function Split() {
  const { loser, back } = useLoaderData<typeof loader>();
  return (
    <Confirm title={`Split ${loser} again`} back={back} button="Split" isDestructive={false}>
      <p className="mt-2">
        Both deals will be as they were before the merge. Anything changed or added since stays on
        the deal where it is now.
      </p>
    </Confirm>
  );
}
