import type { LoaderFunctionArgs } from '@remix-run/node';
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react';
import { canManageDeal } from '~/domain/access';
import { listCollaborators } from '~/domain/collaborator/list.server';
import { addCollaborator, removeCollaborator } from '~/domain/collaborator/update.server';
import { formatDate } from '~/domain/date/format';
import { getDeal } from '~/domain/deal/get.server';
import { getDisplayName } from '~/domain/person/names';
import { listOwnerChoices } from '~/domain/user/owner-choices.server';
import { getOwnerName } from '~/domain/user/owners.server';
import { formAction } from '~/http/forms/form-action.server';
import { replyWithChosenOwner } from '~/http/forms/reply.server';
import { parseId } from '~/http/request/params.server';
import { parseSafePath } from '~/http/request/safe-path.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import { OwnerPicker } from '~/ui/form/owner-picker';
import { AppLayout } from '~/ui/layout/app-layout';
import { createTitleMeta } from '~/ui/layout/document-head';

export const meta = createTitleMeta('Colleagues');

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const deal = await getDeal(viewer, parseId(params.id));
  const people = await listCollaborators(viewer, deal.id);
  const locale = readLocale(request);
  return {
    id: deal.id,
    company: deal.companyName,
    owner: await getOwnerName(deal.userId),
    people: people.map((person) => ({
      id: person.id,
      name: getDisplayName(person),
      since: formatDate(person.since, locale),
    })),
    choices: canManageDeal(viewer, deal)
      ? await listOwnerChoices(new URL(request.url).searchParams.get('find'), [
          deal.userId,
          ...people.map((person) => person.id),
        ])
      : undefined,
  };
}

export const action = formAction({
  fields: { text: ['owner', 'remove', 'back'] },
  async handler({ viewer, params, form }) {
    const id = parseId(params.id);
    const here = `/pipeline/${id}/members`;
    const removed = form.get('remove');
    if (removed) {
      await removeCollaborator(viewer, id, removed);
      return { redirectTo: here, toast: { title: 'Success', text: 'Removed from this deal' } };
    }
    const { name } = await addCollaborator(viewer, id, form.get('owner') ?? '');
    return {
      redirectTo: parseSafePath(form.get('back')) ?? here,
      toast: { title: 'Success', text: `${name} added to this deal` },
    };
  },
  onError: (error, { form }) =>
    form.get('remove') ? undefined : replyWithChosenOwner(form, error),
});

export default function Collaborators() {
  const { id, company, owner, people, choices } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <AppLayout>
      <div className="mx-auto max-w-xl">
        <p>
          <Link to={`/pipeline/${id}`} className="link">
            Back to the deal
          </Link>
        </p>
        <h1 className="my-3 text-xl font-bold break-words">Colleagues on {company}</h1>
        <p className="muted mb-4">
          Colleagues can see, edit and evaluate this deal and write notes, just like {owner}. Only
          the owner, managers and admins can delete it, hand it over, and add or remove colleagues.
        </p>
        <ul className="ruled card mb-6 p-0">
          {people.map((person) => (
            <li key={person.id} className="flex items-center justify-between gap-3 px-4 py-2">
              <span className="min-w-0 break-words">
                {person.name} <span className="muted">since {person.since}</span>
              </span>
              {choices && (
                <Form method="post" preventScrollReset>
                  <button
                    name="remove"
                    value={person.id}
                    className="btn"
                    aria-label={`Remove ${person.name}`}
                  >
                    Remove
                  </button>
                </Form>
              )}
            </li>
          ))}
          {!people.length && <li className="muted px-4 py-3">Only the owner, {owner}.</li>}
        </ul>
        {choices && (
          <Form method="post" className="grid gap-3">
            <OwnerPicker label="Add a colleague" choices={choices} {...reply} />
            <button className="btn btn-primary justify-self-start">Add</button>
          </Form>
        )}
      </div>
    </AppLayout>
  );
}
