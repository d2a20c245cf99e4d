import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { getMergeToSplit, splitMerge } from '~/domain/operations/merge/split.server';
import { formAction } from '~/http/forms/form-action.server';
import { buildFromQuery } from '~/http/forms/return-path.server';
import { parseId } from '~/http/request/params.server';
import { requireUser } from '~/http/session/guards.server';
import { ConfirmPage } from '~/ui/form/confirm-page';
import { createTitleMeta } from '~/ui/layout/document-head';

export const meta = createTitleMeta('Split');

export { clientAction, handle, shouldRevalidate } from '~/ui/form/unsent-form';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const { winner, merge } = await getMergeToSplit(
    viewer,
    parseId(params.id),
    parseId(params.merge),
  );
  const back = `/pipeline/${winner.id}${buildFromQuery(request, viewer)}`;
  return { loser: merge.loserName, back };
}

export const action = formAction({
  fields: {},
  async handler({ viewer, request, params }) {
    const id = parseId(params.id);
    const { loserName } = await splitMerge(viewer, id, parseId(params.merge));
    return {
      redirectTo: `/pipeline/${id}${buildFromQuery(request, viewer)}`,
      toast: { title: 'Success', text: `${loserName} is a separate deal again` },
    };
  },
});

export default function SplitDeals() {
  const { loser, back } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage title={`Split ${loser} again`} back={back} button="Split" isDestructive={false}>
      <p className="mt-2">
        Both deals will be as they were before the merge. Anything changed or added since stays on
        the deal where it is now.
      </p>
    </ConfirmPage>
  );
}
