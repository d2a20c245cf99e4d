import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { getOfferedValues } from '~/domain/deal/offered-values';
import { getOptionLists } from '~/domain/option-list/list.server';
import { getReturnPath } from '~/http/forms/return-path.server';
import { requireUser } from '~/http/session/guards.server';
import styles from '~/styles/deal-form.css?url';
import { loadCustomFieldInputs } from '~/ui/deal-form/custom-field-inputs.server';
import { DealForm } from '~/ui/deal-form/deal-form';
import { AppLayout } from '~/ui/layout/app-layout';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import type { action } from './form.server';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta('Add New Deal');

export { clientAction, shouldRevalidate } from '~/ui/form/client-action';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  return {
    home: getReturnPath(request, viewer),
    submission: crypto.randomUUID(),
    offered: getOfferedValues(await getOptionLists()),
    customInputs: await loadCustomFieldInputs(),
  };
}

export { action } from './form.server';

export default function NewDeal() {
  const { home, submission, customInputs, offered } = useLoaderData<typeof loader>();
  return (
    <AppLayout>
      <DealForm
        title="Add New Deal"
        home={home}
        submission={submission}
        customInputs={customInputs}
        offered={offered}
        result={undefined}
        {...useActionData<typeof action>()}
      />
    </AppLayout>
  );
}
