import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { type ShouldRevalidateFunction, useLoaderData } from '@remix-run/react';
import { listActiveCustomFields } from '~/domain/custom-field/list.server';
import { findFinalWinner } from '~/domain/deal/merges.server';
import { DEAL_KEYS } from '~/domain/deal-field/fields';
import { mergeDeals } from '~/domain/operations/merge/merge.server';
import { MergeInput } from '~/domain/operations/merge/schema';
import { parseInput } from '~/errors';
import { buildFromQuery } from '~/http/forms/return-path.server';
import { readForm } from '~/http/request/form.server';
import { parseId } from '~/http/request/params.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import { makeToast, redirectWithToast } from '~/http/session/toast.server';
import { catchDomainError } from '~/result.server';
import { shouldRevalidate as unlessUnsent, useReply } from '~/ui/form/client-action';
import { createTitleMeta } from '~/ui/layout/document-head';
import { ChooseOtherDeal, MergeDeals } from './merge-page';
import { loadMergeView } from './view.server';

export const meta = createTitleMeta('Merge');

export { clientAction } from '~/ui/form/client-action';

/** Shows what somebody changed meanwhile along with the error. */
export const shouldRevalidate: ShouldRevalidateFunction = (change) =>
  change.actionStatus === 412 || unlessUnsent(change);

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const { searchParams } = new URL(request.url);
  const id = parseId(params.id);
  const otherId = parseId(searchParams.get('other') ?? params.id);
  const name = searchParams.get('name')?.trim() ?? '';
  const search = { other: otherId === id ? undefined : otherId, name };
  return loadMergeView(viewer, id, search, readLocale(request));
}

const CHOICE_FIELD_PREFIX = 'take-';

export async function action({ request, params }: ActionFunctionArgs) {
  const viewer = await requireUser(request);
  const id = parseId(params.id);
  const customKeys = (await listActiveCustomFields()).map(({ key }) => `fields.${key}`);
  const keys: string[] = [...DEAL_KEYS, ...customKeys];
  const names = keys.map((key) => CHOICE_FIELD_PREFIX + key);
  const form = await readForm(request, { text: ['other', 'version', 'otherVersion', ...names] });
  const sent = keys.flatMap((key) => {
    const side = form.get(CHOICE_FIELD_PREFIX + key);
    return side === null ? [] : [[key, side] as const];
  });
  const fields = Object.fromEntries(sent);
  const otherId = parseId(form.get('other') ?? undefined);
  const { value, refused } = await catchDomainError(async () => {
    const input = parseInput(MergeInput, { otherId, fields });
    return mergeDeals(viewer, id, input, [
      Number(form.get('version')),
      Number(form.get('otherVersion')),
    ]);
  });
  const to = `/pipeline/${id}${buildFromQuery(request, viewer)}`;
  if (refused?.status === 412) return data({ chosen: fields, problem: CHANGED_MESSAGE }, 412);
  // Answers a form that was sent twice.
  if (refused?.status === 404 && (await findFinalWinner(viewer, otherId))?.to === id)
    return redirect(to);
  if (refused) throw refused;
  const toast = makeToast('Success', `${value.loser} was merged into this deal`);
  return redirectWithToast(to, { ...toast, undo: value.operationId });
}

const CHANGED_MESSAGE =
  'Someone has changed one of these deals since you opened this page. Nothing has been merged. Please check again.';

export default function Merge() {
  const view = useLoaderData<typeof loader>();
  const refused = useReply<typeof action>();
  const { deal, pair } = view;
  if (!pair) return <ChooseOtherDeal {...view} />;
  return (
    <MergeDeals deal={deal} pair={pair} chosen={refused?.chosen ?? {}} problem={refused?.problem} />
  );
}
