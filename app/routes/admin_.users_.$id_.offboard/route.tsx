import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { OFFBOARDING_OUTCOMES, offboardUser } from '~/domain/operations/offboard.server';
import { formatCount } from '~/domain/text/text';
import { readForm } from '~/http/request/form.server';
import { requireStaff } from '~/http/session/guards.server';
import { makeToast, redirectWithToast } from '~/http/session/toast.server';
import { catchDomainError } from '~/result.server';
import { createTitleMeta } from '~/ui/layout/document-head';
import { SubPage } from '~/ui/layout/sub-page';
import { OffboardingForm, WorkTable } from './offboarding-form';
import { loadOffboardingView } from './view.server';

export const meta = createTitleMeta('Disable or delete user');

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireStaff(request);
  return loadOffboardingView(viewer, params.id!, new URL(request.url).searchParams);
}

export async function action({ request, params }: ActionFunctionArgs) {
  const viewer = await requireStaff(request);
  const id = params.id!;
  const form = await readForm(request, { text: ['outcome', 'owner'] });
  const outcome = OFFBOARDING_OUTCOMES.find((name) => name === form.get('outcome'));
  const newOwner = form.get('owner') ?? '';
  if (!outcome) return data({ chosen: newOwner, error: undefined, outcome }, 400);
  const { value, refused } = await catchDomainError(() =>
    offboardUser(viewer, id, { outcome, newOwner }),
  );
  if (refused?.status === 400) {
    const error = refused.errors?.[0]?.message;
    return data({ chosen: newOwner, error, outcome }, 400);
  }
  if (refused) throw refused;
  const moved = [
    value.deals && formatCount(value.deals, 'deal'),
    value.tasks && formatCount(value.tasks, 'open task'),
  ].filter(Boolean);
  const text = moved.length ? `${moved.join(' and ')} transferred.` : undefined;
  return outcome === 'disable'
    ? redirectWithToast(`/admin/users/${id}`, makeToast('Account disabled', text))
    : redirectWithToast('/admin', makeToast('User deleted successfully', text));
}

export default function OffboardUser() {
  const user = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { id, name, email, isDisabled, work } = user;
  return (
    <SubPage
      to={`/admin/users/${id}`}
      above={name}
      title={isDisabled ? `Delete ${name}` : `Disable or delete ${name}`}
      description={name !== email && <p className="muted">{email}</p>}
    >
      <WorkTable work={work} />
      <OffboardingForm user={user} refused={refused} />
    </SubPage>
  );
}
