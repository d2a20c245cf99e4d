import { Form, useLoaderData } from '@remix-run/react';
import { OpenedBy } from '~/ui/form/opened-by';
import { OwnerPicker } from '~/ui/form/owner-picker';
import { useReply } from '~/ui/form/unsent-form';
import { AppLayout } from '~/ui/layout/app-layout';
import { BackLink } from '~/ui/layout/back-link';
import { createTitleMeta } from '~/ui/layout/document-head';
import type { action } from './form.server';
import type { loader } from './view.server';

export const meta = createTitleMeta('Collaborators');

export { clientAction, handle, shouldRevalidate } from '~/ui/form/unsent-form';

export { action } from './form.server';
export { loader } from './view.server';

export default function Collaborators() {
  const { id, company, owner, people, choices } = useLoaderData<typeof loader>();
  const reply = useReply<typeof action>();
  return (
    <AppLayout>
      <div className="max-w-160 wrap-anywhere">
        <BackLink to={`/pipeline/${id}`}>{company}</BackLink>
        <h1>Collaborators on {company}</h1>
        <p className="muted my-4">
          Collaborators can see, edit and evaluate this deal and write notes, just like {owner}.
          Only the owner, managers and admins can delete it, transfer it, and add or remove
          collaborators.
        </p>
        <ul className="ruled card mb-4 p-0">
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
            <OpenedBy />
            <OwnerPicker label="Add a collaborator" choices={choices} {...reply} />
            <button className="btn btn-primary justify-self-start">Add</button>
          </Form>
        )}
      </div>
    </AppLayout>
  );
}
