import { useLoaderData } from '@remix-run/react';
import styles from '~/styles/forms.css?url';
import { useReply } from '~/ui/form/client-action';
import { useSavedSubmission } from '~/ui/form/saved-submission';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import type { action } from './form.server';
import { StagePage } from './stage-page';
import type { loader } from './view.server';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta('Move');

export { clientAction, shouldRevalidate } from '~/ui/form/client-action';

export { action } from './form.server';
export { loader } from './view.server';

export default function ChangeStage() {
  const savedSubmission = useSavedSubmission();
  const { deal, chosen, back } = useLoaderData<typeof loader>();
  const reply = useReply<typeof action>();
  const sent = reply?.sent ?? savedSubmission ?? { stage: chosen };
  return <StagePage deal={deal} back={back} sent={sent} errors={reply?.errors ?? []} />;
}
