import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { getEditableDeal } from '~/domain/deal/get.server';
import { parseId } from '~/http/request/params.server';
import { requireUser } from '~/http/session/guards.server';
import styles from '~/styles/forms.css?url';
import { SectionPage } from '~/ui/deal/section-page';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import { AddEmailForm } from '~/ui/note/add-email-form';
import type { action } from './form.server';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta<typeof loader>('Add email', ({ company }) => company);

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const { id, companyName } = await getEditableDeal(viewer, parseId(params.id));
  return { dealId: id, company: companyName };
}

export { action } from './form.server';

export default function AddEmailPage() {
  const { dealId, company } = useLoaderData<typeof loader>();
  const sent = useActionData<typeof action>();
  return (
    <SectionPage company={company} dealId={dealId} id="emails" title="Add email">
      <AddEmailForm dealId={dealId} problem={sent?.problem} />
    </SectionPage>
  );
}
