import { data } from '@remix-run/node';
import { getDeal } from '~/domain/deal/get.server';
import type { AddedEmail } from '~/domain/email/add.server';
import { formatCount } from '~/domain/text/text';
import { formAction } from '~/http/forms/form-action.server';
import { receiveEmailForm } from '~/http/forms/receive-email.server';
import { parseId } from '~/http/request/params.server';

export const action = formAction({
  async handler({ viewer, request, params }) {
    const { id } = await getDeal(viewer, parseId(params.id));
    const { added, problems } = await receiveEmailForm(request, viewer, id);
    const text = describeAdded(added);
    if (problems.length)
      return data({ problem: [...problems, ...(added.length ? [text] : [])].join(' ') }, 400);
    return { redirectTo: `/pipeline/${id}#notes`, toast: { title: 'Success', text } };
  },
  onError({ status, reason }) {
    return status === 404 ? undefined : data({ problem: reason }, status);
  },
});

function describeAdded(emails: AddedEmail[]): string {
  const added = emails.filter(({ isNew }) => isNew).length;
  const known = emails.length - added;
  const parts = [
    added > 0 && `${formatCount(added, 'email')} added`,
    known > 0 && `${known} ${known === 1 ? 'was' : 'were'} there already`,
  ];
  return parts.filter(Boolean).join(', ');
}
