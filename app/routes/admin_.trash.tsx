import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, useLoaderData } from '@remix-run/react';
import { requireAdmin } from '~/web/auth.server';
import { AdminPage } from '~/components/admin/admin-frame';
import { PRODUCT } from '~/components/frame/frame';
import { Pager } from '~/components/frame/pager';
import { cachedListLoader } from '~/components/frame/list-cache';
import { attempt } from '~/refusal.server';
import { readForm, readId } from '~/web/request.server';
import { countTrash, TRASH_DAYS, listTrash, restore } from '~/models/history/trash.server';
import { adminStats } from '~/models/user/list.server';
import { pageOf } from '~/models/page';
import { formatDate } from '~/models/dates';
import { readLocale } from '~/web/appearance.server';
import { makeToast, redirectWithToast } from '~/web/toast.server';

export const meta: MetaFunction = () => [{ title: `Trash · ${PRODUCT}` }];

const DAY = 86_400_000;

export const clientLoader = cachedListLoader;

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireAdmin(request);
  const locale = readLocale(request);
  const { pager, slice } = pageOf(new URL(request.url).searchParams, await countTrash(viewer));
  const entries = await listTrash(viewer, slice);
  return {
    figures: await adminStats(viewer),
    pager,
    trashDays: TRASH_DAYS,
    entries: entries.map(({ id, subject, name, owner, deals, deletedAt, deletedBy }) => ({
      id,
      name,
      what:
        subject === 'pipeline'
          ? `Deal of ${owner}`
          : deals
            ? `Account with ${deals} ${deals === 1 ? 'deal' : 'deals'}`
            : 'Account',
      deleted: formatDate(deletedAt, locale),
      deletedBy,
      until: formatDate(new Date(deletedAt.getTime() + TRASH_DAYS * DAY), locale),
    })),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const viewer = await requireAdmin(request);
  const form = await readForm(request, { text: ['id'] });
  const id = readId(form.get('id') ?? undefined);
  const { value: restored, refused } = await attempt(() => restore(viewer, id));
  const toast = refused
    ? makeToast('Not restored', refused.message, true)
    : makeToast('Success', `${restored.name} restored`);
  return redirectWithToast('/admin/trash', toast);
}

export default function TrashPage() {
  const { figures, pager, trashDays, entries } = useLoaderData<typeof loader>();
  return (
    <AdminPage title="Trash" figures={figures}>
      <p className="mb-3 text-ink-muted">
        Deleted deals and users can be restored for {trashDays} days, with evaluations and history.
      </p>
      {entries.length ? (
        <TrashTable entries={entries} />
      ) : (
        <p className="card p-6 text-center">The trash is empty.</p>
      )}
      <Pager {...pager} noun="entries" />
    </AdminPage>
  );
}

type Entry = ReturnType<typeof useLoaderData<typeof loader>>['entries'][number];

function TrashTable({ entries }: { entries: Entry[] }) {
  return (
    <div className="table-scroll">
      <table className="pipelines users">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Type</th>
            <th scope="col">Deleted</th>
            <th scope="col">Deleted by</th>
            <th scope="col">Restorable until</th>
            <th scope="col" className="text-right!">
              Actions
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <TrashRow key={entry.id} entry={entry} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function TrashRow({ entry }: { entry: Entry }) {
  const { id, name, what, deleted, deletedBy, until } = entry;
  return (
    <tr>
      <td className="break-words">{name}</td>
      <td className="break-words">{what}</td>
      <td>
        <span className="md:hidden">Deleted </span>
        {deleted}
      </td>
      <td className="break-words">
        <span className="md:hidden">Deleted by </span>
        {deletedBy}
      </td>
      <td>
        <span className="md:hidden">Restorable until </span>
        {until}
      </td>
      <td className="text-right">
        <Form method="post">
          <button name="id" value={id} className="btn" aria-label={`Restore ${name}`}>
            Restore
          </button>
        </Form>
      </td>
    </tr>
  );
}
