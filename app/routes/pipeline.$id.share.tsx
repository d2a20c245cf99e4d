import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { requireUser } from '~/web/session/auth.server';
import { PartPage } from '~/components/deal/part-page';
import { NewShare, ShareForm, ShareList } from '~/components/deal/shares';
import { styledBy, titled } from '~/components/frame/head';
import { SHARE_FORM, ShareInput } from '~/models/share/schema';
import { createShare, endShare, getShareable } from '~/models/share/shares.server';
import { sharesView } from '~/screens/deal/shares.server';
import { submit } from '~/web/forms/reply.server';
import { readForm, readId } from '~/web/forms/request.server';
import { makeToast, redirectWithToast } from '~/web/forms/toast.server';
import { readLocale } from '~/web/session/appearance.server';
import styles from '~/styles/users.css?url';

export const links = styledBy(styles);

export const meta = titled<typeof loader>('Share', ({ company }) => company);

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  return sharesView(viewer, readId(params.id), readLocale(request));
}

/** The address is in this answer alone: never in an address, a cookie or the log. */
export async function action({ request, params }: ActionFunctionArgs) {
  const viewer = await requireUser(request);
  const { id } = await getShareable(viewer, readId(params.id));
  const form = await readForm(request, SHARE_FORM);
  const end = form.get('end');
  if (end !== null) {
    await endShare(viewer, id, readId(end));
    return redirectWithToast(`/pipeline/${id}/share`, makeToast('Success', 'Page ended'));
  }
  const { value, refused } = await submit(form, ShareInput, (page) =>
    createShare(viewer, id, page),
  );
  return refused
    ? data({ result: refused.reply, url: undefined }, refused.status)
    : data({ result: undefined, url: value.url });
}

export default function SharePage() {
  const { shares, ...view } = useLoaderData<typeof loader>();
  const sent = useActionData<typeof action>();
  return (
    <PartPage
      company={view.company}
      pipelineId={view.pipelineId}
      id="share"
      title="Share"
      className="grid grid-cols-1 gap-4"
    >
      <p>
        A page about this deal that can be read without an account. It does not name your
        colleagues. It ends after its last day, when the deal is deleted, or when you end it here.
      </p>
      {sent?.url ? (
        <NewShare url={sent.url} back={`/pipeline/${view.pipelineId}/share`} />
      ) : (
        <ShareForm {...view} result={sent?.result} />
      )}
      <ShareList shares={shares} />
    </PartPage>
  );
}
