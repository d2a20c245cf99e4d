import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { attempt } from '~/attempt.server';
import { AdminPage } from '~/components/admin/admin-frame';
import { FundLists } from '~/components/admin/fund-lists';
import { useReply } from '~/components/forms/unsent';
import { titled } from '~/components/frame/head';
import type { Viewer } from '~/models/access';
import {
  addEntry,
  moveEntry,
  retiredEntry,
  retireEntry,
  saveEntry,
  setRequired,
} from '~/models/fund/administer.server';
import { EntryForm, LISTS_FORM, NewEntryForm } from '~/models/fund/schema';
import { fundList } from '~/models/lists/lists';
import { recordOf } from '~/models/record';
import { adminStats } from '~/models/user/list.server';
import { badRequest, parse } from '~/refusal';
import { listsView } from '~/screens/admin/lists.server';
import { refusedForm } from '~/web/forms/reply.server';
import { type PostedForm, readForm, readId } from '~/web/forms/request.server';
import { makeToast, redirectWithToast } from '~/web/forms/toast.server';
import { requireAdmin } from '~/web/session/auth.server';

export const meta = titled('Lists');

export { clientAction, shouldRevalidate } from '~/components/forms/unsent';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireAdmin(request);
  return { figures: await adminStats(viewer), ...(await listsView(viewer)) };
}

type Form = PostedForm<(typeof LISTS_FORM)['text'][number]>;

export async function action({ request }: ActionFunctionArgs) {
  const viewer = await requireAdmin(request);
  const form = await readForm(request, LISTS_FORM);
  const { value, refused } = await attempt(() => runIntent(viewer, form));
  if (refused)
    return refusedForm(
      recordOf(LISTS_FORM.text, (name) => form.get(name) ?? ''),
      refused,
    );
  if ('retire' in value) return redirect(`/admin/lists/${value.retire}`);
  const list = fundList(form.get('list'));
  const back = list ? `/admin/lists?list=${list.name}` : '/admin/lists';
  return redirectWithToast(back, makeToast('Success', value.done));
}

async function runIntent(
  viewer: Viewer,
  form: Form,
): Promise<{ done: string } | { retire: number }> {
  const read = (name: Parameters<Form['get']>[0]) => form.get(name) ?? '';
  const entry = { name: read('name'), days: read('days') };
  const id = () => readId(form.get('id') ?? undefined);
  switch (form.get('do')) {
    case 'add': {
      const list = fundList(form.get('list'));
      if (!list) throw badRequest('There is no such list.');
      await addEntry(viewer, list, parse(NewEntryForm, { ...entry, kind: form.get('kind') }));
      return { done: `${entry.name.trim()} added` };
    }
    case 'save':
      await saveEntry(viewer, id(), parse(EntryForm, entry));
      return { done: `${entry.name.trim()} saved` };
    case 'up':
      await moveEntry(viewer, id(), -1);
      return { done: 'Moved up' };
    case 'down':
      await moveEntry(viewer, id(), 1);
      return { done: 'Moved down' };
    case 'retire':
      return retire(viewer, id());
    case 'required':
      await setRequired(viewer, 'reasons', form.get('required') === 'on');
      return { done: 'Saved' };
    default:
      throw badRequest('Unknown action.');
  }
}

/** Where deals are in the stage, another page asks what replaces it. */
async function retire(viewer: Viewer, id: number) {
  const { deals } = await retiredEntry(viewer, id);
  if (deals) return { retire: id };
  const { name } = await retireEntry(viewer, id, undefined);
  return { done: `${name} retired` };
}

export default function Lists() {
  const { figures, ...view } = useLoaderData<typeof loader>();
  const reply = useReply<typeof action>();
  return (
    <AdminPage title="Lists" figures={figures}>
      <p className="mb-3 text-ink-muted">
        The values to choose from in deals and accounts. A retired entry stays where it is used but
        is no longer offered.
      </p>
      <FundLists {...view} refused={reply} />
    </AdminPage>
  );
}
