import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { requireUser } from '~/web/session/auth.server';
import { Frame } from '~/components/frame/frame';
import { styledBy, titled } from '~/components/frame/head';
import styles from '~/styles/deal.css?url';
import { NoteThread } from '~/components/deal/notes';
import { attempt } from '~/attempt.server';
import { readPage } from '~/models/page';
import { threadView } from '~/models/note/list.server';
import { requestFor } from '~/models/note/mention.server';
import { NOTE_FORM, NoteInput } from '~/models/note/schema';
import { addNote } from '~/models/note/write.server';
import { checkVisible, getPipeline } from '~/models/pipeline/write.server';
import { readForm, readId, readSubmission, safePath } from '~/web/forms/request.server';
import { leaveForm, requireUserOrKeepForm } from '~/web/forms/late-form.server';
import { readLocale } from '~/web/session/appearance.server';
import { makeToast } from '~/web/forms/toast.server';

export const links = styledBy(styles);

export const meta = titled<typeof loader>('Notes', ({ company }) => company);

export { clientAction, shouldRevalidate } from '~/components/forms/unsent';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const deal = await getPipeline(viewer, readId(params.id));
  const { searchParams } = new URL(request.url);
  const { page } = readPage(searchParams);
  return {
    company: deal.companyName,
    thread: await threadView(viewer, deal, readLocale(request), page),
    text: await requestFor(viewer, deal, searchParams.get('ask') ?? ''),
  };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const viewer = await requireUserOrKeepForm(request);
  const id = readId(params.id);
  await checkVisible(viewer, id);
  const form = await readForm(request, NOTE_FORM);
  const text = form.get('text') ?? '';
  const parsed = NoteInput.safeParse({ text });
  if (!parsed.success) return data({ error: parsed.error.issues[0]!.message, text }, 400);
  const { value: note, refused } = await attempt(() =>
    addNote(viewer, id, parsed.data.text, readSubmission(form.get('submission'))),
  );
  if (refused)
    return data({ error: `Failed to add the note. ${refused.message}`, text }, refused.status);
  const back = safePath(form.get('back')) ?? `/pipeline/${id}/notes`;
  return leaveForm(request, viewer, `${back}#note-${note}`, makeToast('Success', 'Note added'));
}

export default function Notes() {
  const { company, thread, text } = useLoaderData<typeof loader>();
  const address = `/pipeline/${thread.pipelineId}/notes`;
  return (
    <Frame>
      <div className="mx-auto grid max-w-[800px] grid-cols-1 gap-4 break-words">
        <h1>
          <Link to={`/pipeline/${thread.pipelineId}`} className="link">
            {company}
          </Link>
        </h1>
        <NoteThread {...thread} back={address} reply={useActionData<typeof action>()} text={text} />
      </div>
    </Frame>
  );
}
