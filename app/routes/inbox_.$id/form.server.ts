import { data } from '@remix-run/node';
import type { Viewer } from '~/domain/access';
import { acceptInboxItem } from '~/domain/inbox/accept.server';
import { DeclineInput } from '~/domain/inbox/accept-schema';
import { declineInboxItem, junkInboxItem } from '~/domain/inbox/decide.server';
import { reopenInboxItem } from '~/domain/operations/inbox/reopen.server';
import { badRequest, type DomainError, parseInput } from '~/errors';
import { formAction } from '~/http/forms/form-action.server';
import type { PostedForm } from '~/http/request/form.server';
import { parseId } from '~/http/request/params.server';
import { parseSafePath } from '~/http/request/safe-path.server';
import type { PageRedirect } from '~/http/session/toast.server';

const FIELDS = {
  text: ['intent', 'companyName', 'owner', 'reason', 'text', 'blockSender', 'back'],
} as const;
type InboxForm = PostedForm<(typeof FIELDS)['text'][number]>;

export const action = formAction({
  fields: FIELDS,
  savesSubmission: true,
  handler: async ({ viewer, params, form }) => {
    const { text, undo, redirectTo } = await decide(viewer, parseId(params.id), form);
    return {
      redirectTo: parseSafePath(form.get('back')) ?? redirectTo,
      toast: { title: 'Success', text, undo },
    };
  },
  onError: (error, { form, params }) => {
    // The deal is gone, and the page offers it no longer.
    if (error.status === 404 && form.get('intent')?.startsWith('add '))
      return replyOnItemPage(error, params.id);
    if (![400, 409, 413].includes(error.status)) return undefined;
    return form.get('back') ? replyOnItemPage(error, params.id) : replyWithErrors(error, form);
  },
});

interface Decided {
  text: string;
  undo?: string;
  redirectTo: string;
}

async function decide(viewer: Viewer, id: number, form: InboxForm): Promise<Decided> {
  const [intent, dealId] = (form.get('intent') ?? '').split(' ');
  const page = `/inbox/${id}`;
  switch (intent) {
    case 'accept':
      return accept(viewer, id, form);
    case 'add': {
      const input = { pipelineId: parseId(dealId) };
      const { companyName, operationId } = await acceptInboxItem(viewer, id, input);
      return { text: `Added to ${companyName}`, undo: operationId, redirectTo: '/inbox' };
    }
    case 'decline': {
      const sent = { reason: form.get('reason'), text: form.get('text') };
      const { operationId } = await declineInboxItem(viewer, id, parseInput(DeclineInput, sent));
      return { text: 'Declined', undo: operationId, redirectTo: page };
    }
    case 'junk': {
      const blocksSender = form.get('blockSender') === 'on';
      const { operationId } = await junkInboxItem(viewer, id, { blocksSender });
      return { text: 'Moved to junk', undo: operationId, redirectTo: '/inbox' };
    }
    case 'reopen': {
      const { operationId } = await reopenInboxItem(viewer, id);
      return { text: 'Reopened', undo: operationId, redirectTo: page };
    }
    default:
      throw badRequest('Please choose what to do with the item.');
  }
}

async function accept(viewer: Viewer, id: number, form: InboxForm): Promise<Decided> {
  const companyName = form.get('companyName');
  const owner = form.get('owner');
  const { companyName: company, operationId } = await acceptInboxItem(
    viewer,
    id,
    companyName === null ? {} : { companyName },
    { ownerEmail: owner ?? undefined },
  );
  return { text: `${company} accepted`, undo: operationId, redirectTo: '/inbox' };
}

/** The list has no room for errors. */
function replyOnItemPage(error: DomainError, id: string | undefined): PageRedirect {
  return {
    redirectTo: `/inbox/${parseId(id)}`,
    toast: { title: 'Not saved', text: error.reason, failed: true },
  };
}

type Texts = Record<string, string | undefined>;

function replyWithErrors({ status, errors = [], message }: DomainError, form: InboxForm) {
  const names = ['companyName', 'owner', 'reason', 'text'] as const;
  const sent: Texts = Object.fromEntries(names.map((name) => [name, form.get(name) ?? undefined]));
  const texts: Texts = Object.fromEntries(errors.map(({ path, message: text }) => [path, text]));
  return data({ problem: errors.length ? undefined : message, errors: texts, sent }, status);
}
