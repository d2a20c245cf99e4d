import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react';
import { requireUser } from '~/web/session/auth.server';
import { OwnerPicker } from '~/components/forms/owner-picker';
import { Frame } from '~/components/frame/frame';
import { titled } from '~/components/frame/head';
import { attempt } from '~/attempt.server';
import { isInCharge } from '~/models/access';
import { addMember, listMembers, removeMember } from '~/models/member/members.server';
import { formatDate } from '~/models/dates';
import { getPipeline } from '~/models/pipeline/write.server';
import { displayName } from '~/models/text';
import { fullOwnerName, ownerChoices } from '~/models/user/owners.server';
import { readLocale } from '~/web/session/appearance.server';
import { refusedChoice } from '~/web/forms/reply.server';
import { readForm, readId, safePath } from '~/web/forms/request.server';
import { makeToast, redirectWithToast } from '~/web/forms/toast.server';

export const meta = titled('Colleagues');

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const deal = await getPipeline(viewer, readId(params.id));
  const people = await listMembers(viewer, deal.id);
  const locale = readLocale(request);
  return {
    id: deal.id,
    company: deal.companyName,
    owner: await fullOwnerName(deal.userId),
    people: people.map((person) => ({
      id: person.id,
      name: displayName(person),
      since: formatDate(person.since, locale),
    })),
    choices: isInCharge(viewer, deal)
      ? await ownerChoices(new URL(request.url).searchParams, [
          deal.userId,
          ...people.map((person) => person.id),
        ])
      : undefined,
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const viewer = await requireUser(request);
  const id = readId(params.id);
  const form = await readForm(request, { text: ['owner', 'remove', 'back'] });
  const here = `/pipeline/${id}/members`;
  const removed = form.get('remove');
  if (removed) {
    await removeMember(viewer, id, removed);
    return redirectWithToast(here, makeToast('Success', 'Removed from this deal'));
  }
  const chosen = form.get('owner') ?? '';
  const { value, refused } = await attempt(() => addMember(viewer, id, chosen));
  if (refused?.status === 400) return refusedChoice(chosen, refused);
  if (refused) throw refused;
  const back = safePath(form.get('back')) ?? here;
  return redirectWithToast(back, makeToast('Success', `${value.name} added to this deal`));
}

export default function Members() {
  const { id, company, owner, people, choices } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <Frame>
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
            <OwnerPicker label="Add a colleague" choices={choices} {...refused} />
            <button className="btn btn-primary justify-self-start">Add</button>
          </Form>
        )}
      </div>
    </Frame>
  );
}
