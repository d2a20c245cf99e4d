import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { offboardUser, parseOffboardingOutcome } from '~/domain/operations/offboard.server';
import { formatCount } from '~/domain/text/text';
import { formAction } from '~/http/forms/form-action.server';
import { parseSeen } from '~/http/forms/reply.server';
import { requireStaff } from '~/http/session/guards.server';
import { useReply } from '~/ui/form/unsent-form';
import { createTitleMeta } from '~/ui/layout/document-head';
import { SubPage } from '~/ui/layout/sub-page';
import { OffboardingForm, WorkTable } from './offboarding-form';
import { loadOffboardingView } from './view.server';

export const meta = createTitleMeta('Disable or delete user');

export {
  clientAction,
  handle,
  revalidateOnConflict as shouldRevalidate,
} from '~/ui/form/unsent-form';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireStaff(request);
  return loadOffboardingView(viewer, params.id!, new URL(request.url).searchParams);
}

export const action = formAction({
  access: 'staff',
  fields: { text: ['outcome', 'owner', 'seenDeals'] },
  async handler({ viewer, params, form }) {
    const id = params.id!;
    const outcome = parseOffboardingOutcome(form.get('outcome'));
    const newOwner = form.get('owner') ?? '';
    if (!outcome)
      return data({ chosen: newOwner, error: undefined, outcome, failure: undefined }, 400);
    const { deals, tasks } = await offboardUser(viewer, id, {
      outcome,
      newOwner,
      seenDeals: parseSeen(form.get('seenDeals')),
    });
    const moved = [
      deals && formatCount(deals, 'deal'),
      tasks && formatCount(tasks, 'open task'),
    ].filter(Boolean);
    const text = moved.length ? `${moved.join(' and ')} transferred.` : undefined;
    return outcome === 'disable'
      ? { redirectTo: `/admin/users/${id}`, toast: { title: 'Account disabled', text } }
      : { redirectTo: '/admin', toast: { title: 'User deleted successfully', text } };
  },
  onError({ status, message, errors }, { form }) {
    if (status !== 400 && status !== 409) return undefined;
    const chosen = form.get('owner') ?? '';
    const outcome = parseOffboardingOutcome(form.get('outcome'));
    const failure = status === 409 ? message : undefined;
    return data({ chosen, error: errors?.[0]?.message, outcome, failure }, status);
  },
});

export default function OffboardUser() {
  const user = useLoaderData<typeof loader>();
  const reply = useReply<typeof action>();
  const { id, name, email, isDisabled, work } = user;
  return (
    <SubPage
      to={`/admin/users/${id}`}
      above={name}
      title={isDisabled ? `Delete ${name}` : `Disable or delete ${name}`}
      description={name !== email && <p className="muted">{email}</p>}
    >
      <WorkTable work={work} />
      <OffboardingForm user={user} reply={reply} />
    </SubPage>
  );
}
