import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { createShare } from '~/domain/share/create.server';
import { endShare } from '~/domain/share/end.server';
import { getShareableDeal } from '~/domain/share/list.server';
import { SHARE_FORM, ShareInput } from '~/domain/share/schema';
import { formAction } from '~/http/forms/form-action.server';
import { submitForm } from '~/http/forms/reply.server';
import { parseId } from '~/http/request/params.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import styles from '~/styles/users.css?url';
import { SectionPage } from '~/ui/deal/section-page';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import { NewShare, ShareForm, ShareList } from './shares';
import { loadSharesView } from './view.server';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta<typeof loader>('Share', ({ company }) => company);

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  return loadSharesView(viewer, parseId(params.id), readLocale(request));
}

/** Returns the address in this answer alone, never in a URL, a cookie or the log. */
export const action = formAction({
  fields: SHARE_FORM,
  async handler({ viewer, params, form }) {
    const { id } = await getShareableDeal(viewer, parseId(params.id));
    const end = form.get('end');
    if (end !== null) {
      await endShare(viewer, id, parseId(end));
      const toast = { title: 'Success', text: 'Page ended' };
      return { redirectTo: `/pipeline/${id}/share`, toast };
    }
    const created = await submitForm(form, ShareInput, (page) => createShare(viewer, id, page));
    return created.ok
      ? data({ result: undefined, url: created.value.url })
      : data({ result: created.error.reply, url: undefined }, created.error.status);
  },
});

export default function SharePage() {
  const { shares, ...view } = useLoaderData<typeof loader>();
  const sent = useActionData<typeof action>();
  return (
    <SectionPage
      company={view.company}
      dealId={view.dealId}
      id="share"
      title="Share"
      className="grid grid-cols-1 gap-4"
    >
      <p>
        A page about this deal that can be read without an account. It does not name your
        colleagues. It ends after its last day, when the deal is deleted, or when you end it here.
      </p>
      {sent?.url ? (
        <NewShare url={sent.url} back={`/pipeline/${view.dealId}/share`} />
      ) : (
        <ShareForm {...view} result={sent?.result} />
      )}
      <ShareList shares={shares} />
    </SectionPage>
  );
}
