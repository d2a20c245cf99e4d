import { type ShouldRevalidateFunction, useLoaderData } from '@remix-run/react';
import { shouldRevalidate as unlessUnsent, useReply } from '~/ui/form/client-action';
import { createTitleMeta } from '~/ui/layout/document-head';
import type { action } from './form.server';
import { ChooseOtherDeal, MergeDeals } from './merge-page';
import type { loader } from './view.server';

export const meta = createTitleMeta('Merge');

export { clientAction } from '~/ui/form/client-action';

/** Shows what somebody changed meanwhile along with the error. */
export const shouldRevalidate: ShouldRevalidateFunction = (change) =>
  change.actionStatus === 412 || change.actionStatus === 404 || unlessUnsent(change);

export { action } from './form.server';
export { loader } from './view.server';

export default function Merge() {
  const view = useLoaderData<typeof loader>();
  const reply = useReply<typeof action>();
  const { deal, pair } = view;
  if (!pair) return <ChooseOtherDeal {...view} problem={reply?.problem} />;
  return (
    <MergeDeals deal={deal} pair={pair} chosen={reply?.chosen ?? {}} problem={reply?.problem} />
  );
}
