import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { assertDealVisible, getDeal } from '~/domain/deal/get.server';
import { addNote } from '~/domain/note/create.server';
import { createAccessRequest } from '~/domain/note/mention.server';
import { NOTE_FORM, NoteInput } from '~/domain/note/schema';
import { getNotesPage } from '~/domain/note/thread.server';
import { parsePage } from '~/domain/pagination';
import { formAction } from '~/http/forms/form-action.server';
import { parseId } from '~/http/request/params.server';
import { parseSafePath } from '~/http/request/safe-path.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import styles from '~/styles/deal.css?url';
import { AppLayout } from '~/ui/layout/app-layout';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import { NoteThread } from '~/ui/note/note-thread';
import { toNotesView } from '~/ui/note/note-view.server';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta<typeof loader>('Notes', ({ company }) => company);

export { clientAction, shouldRevalidate } from '~/ui/form/client-action';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const deal = await getDeal(viewer, parseId(params.id));
  const { searchParams } = new URL(request.url);
  const { page } = parsePage(searchParams);
  return {
    company: deal.companyName,
    thread: toNotesView(await getNotesPage(viewer, deal, page), readLocale(request)),
    text: await createAccessRequest(viewer, deal, searchParams.get('ask') ?? ''),
  };
}

export const action = formAction({
  fields: NOTE_FORM,
  savesSubmission: true,
  async handler({ viewer, params, form, submissionKey }) {
    const id = parseId(params.id);
    await assertDealVisible(viewer, id);
    const text = form.get('text') ?? '';
    const parsed = NoteInput.safeParse({ text });
    if (!parsed.success) return data({ error: parsed.error.issues[0]!.message, text }, 400);
    const note = await addNote(viewer, id, parsed.data.text, submissionKey);
    const back = parseSafePath(form.get('back')) ?? `/pipeline/${id}/notes`;
    return {
      redirectTo: `${back}#note-${note}`,
      toast: { title: 'Success', text: 'Note added' },
    };
  },
  onError(error, { form }) {
    if (error.status === 404) return undefined;
    const text = form.get('text') ?? '';
    return data({ error: `Failed to add the note. ${error.message}`, text }, error.status);
  },
});

export default function Notes() {
  const { company, thread, text } = useLoaderData<typeof loader>();
  const address = `/pipeline/${thread.dealId}/notes`;
  return (
    <AppLayout>
      <div className="mx-auto grid max-w-[800px] grid-cols-1 gap-4 break-words">
        <h1>
          <Link to={`/pipeline/${thread.dealId}`} className="link">
            {company}
          </Link>
        </h1>
        <NoteThread {...thread} back={address} reply={useActionData<typeof action>()} text={text} />
      </div>
    </AppLayout>
  );
}
