import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { type ShouldRevalidateFunction, useLoaderData } from '@remix-run/react';
import { attempt } from '~/attempt.server';
import { ChooseOther, MergeDeals } from '~/components/deal/merge-page';
import { useReply, shouldRevalidate as unlessUnsent } from '~/components/forms/unsent';
import { titled } from '~/components/frame/head';
import { activeFields } from '~/models/field/fields.server';
import { mergeDeals } from '~/models/merge/merge.server';
import { whereMerged } from '~/models/pipeline/merged.server';
import { MergeInput } from '~/models/merge/schema';
import { PIPELINE_KEYS } from '~/models/pipeline/fields';
import { parse } from '~/refusal';
import { mergeView } from '~/screens/deal/merge.server';
import { fromQuery } from '~/web/forms/list-address.server';
import { readForm, readId } from '~/web/forms/request.server';
import { makeToast, redirectWithToast } from '~/web/forms/toast.server';
import { readLocale } from '~/web/session/appearance.server';
import { requireUser } from '~/web/session/auth.server';

export const meta = titled('Merge');

export { clientAction } from '~/components/forms/unsent';

/** What somebody has changed meanwhile is shown with the refusal. */
export const shouldRevalidate: ShouldRevalidateFunction = (change) =>
  change.actionStatus === 412 || unlessUnsent(change);

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const { searchParams } = new URL(request.url);
  const id = readId(params.id);
  const otherId = readId(searchParams.get('other') ?? params.id);
  const name = searchParams.get('name')?.trim() ?? '';
  const search = { other: otherId === id ? undefined : otherId, name };
  return mergeView(viewer, id, search, readLocale(request));
}

const PREFIX = 'take-';

export async function action({ request, params }: ActionFunctionArgs) {
  const viewer = await requireUser(request);
  const id = readId(params.id);
  const own = (await activeFields()).map(({ key }) => `fields.${key}`);
  const keys: string[] = [...PIPELINE_KEYS, ...own];
  const names = keys.map((key) => PREFIX + key);
  const form = await readForm(request, { text: ['other', 'version', 'otherVersion', ...names] });
  const sent = keys.flatMap((key) => {
    const side = form.get(PREFIX + key);
    return side === null ? [] : [[key, side] as const];
  });
  const fields = Object.fromEntries(sent);
  const otherId = readId(form.get('other') ?? undefined);
  const { value, refused } = await attempt(async () => {
    const input = parse(MergeInput, { otherId, fields });
    return mergeDeals(viewer, id, input, [
      Number(form.get('version')),
      Number(form.get('otherVersion')),
    ]);
  });
  const to = `/pipeline/${id}${fromQuery(request, viewer)}`;
  if (refused?.status === 412) return data({ chosen: fields, problem: CHANGED }, 412);
  // The form may have been sent twice.
  if (refused?.status === 404 && (await whereMerged(viewer, otherId))?.to === id)
    return redirect(to);
  if (refused) throw refused;
  const toast = makeToast('Success', `${value.loser} was merged into this deal`);
  return redirectWithToast(to, { ...toast, undo: value.actId });
}

const CHANGED =
  'Someone has changed one of these deals since you opened this page. Nothing has been merged. Please check again.';

export default function Merge() {
  const view = useLoaderData<typeof loader>();
  const refused = useReply<typeof action>();
  const { deal, pair } = view;
  if (!pair) return <ChooseOther {...view} />;
  return (
    <MergeDeals deal={deal} pair={pair} chosen={refused?.chosen ?? {}} problem={refused?.problem} />
  );
}
