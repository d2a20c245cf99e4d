import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react';
import { requireUser } from '~/web/auth.server';
import { useFromQuery } from '~/components/frame/address';
import { Frame, PRODUCT } from '~/components/frame/frame';
import { NewOwnerField } from '~/components/forms/new-owner-field';
import { attempt, forbidden } from '~/refusal.server';
import { readForm, readId } from '~/web/request.server';
import { mayChangeOwner } from '~/models/access';
import { changeOwner, getPipeline } from '~/models/pipeline/write.server';
import { listPossibleOwners } from '~/models/user/write.server';
import { fromQuery } from '~/web/list-address.server';
import { makeToast, redirectWithToast } from '~/web/toast.server';

export const meta: MetaFunction = () => [{ title: `Change owner · ${PRODUCT}` }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const { id, companyName, user } = await getPipeline(viewer, readId(params.id));
  if (!mayChangeOwner(viewer)) throw forbidden();
  return {
    id,
    company: companyName,
    owner: user.email,
    possibleOwners: await listPossibleOwners(),
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const viewer = await requireUser(request);
  const id = readId(params.id);
  const form = await readForm(request, { text: ['owner'] });
  const typed = form.get('owner') ?? '';
  const { refused } = await attempt(() => changeOwner(viewer, id, typed));
  if (refused?.status === 400) return data({ typed, error: refused.errors?.[0]?.message }, 400);
  if (refused) throw refused.answer;
  const back = `/pipeline/${id}/history${fromQuery(request, viewer)}`;
  return redirectWithToast(back, makeToast('Success', 'Owner changed'));
}

export default function ChangeOwner() {
  const { id, company, owner, possibleOwners } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const from = useFromQuery();
  return (
    <Frame>
      <Form
        method="post"
        className="card mx-auto mt-8 grid max-w-md gap-4 p-6"
        noValidate={Boolean(refused)}
      >
        <h1 className="break-words">Change the owner of {company}</h1>
        <p>The owner is {owner}.</p>
        <NewOwnerField
          label="Email of the new owner"
          possibleOwners={possibleOwners}
          typed={refused?.typed}
          error={refused?.error}
          required
          autoFocus
        />
        <div className="flex justify-between gap-2">
          <Link to={`/pipeline/${id}/history${from}`} className="btn">
            Cancel
          </Link>
          <button className="btn btn-primary">Change owner</button>
        </div>
      </Form>
    </Frame>
  );
}
