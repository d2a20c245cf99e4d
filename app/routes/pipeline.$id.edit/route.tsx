import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData, useParams } from '@remix-run/react';
import { listActiveCustomFields } from '~/domain/custom-field/list.server';
import { formatDateTime } from '~/domain/date/format';
import { toDealFormValues } from '~/domain/deal/form-values';
import { getDeal } from '~/domain/deal/get.server';
import { getOfferedValues } from '~/domain/deal/offered-values';
import { findLatestChangeId } from '~/domain/history/field-changes.server';
import { getOptionLists } from '~/domain/option-list/list.server';
import { getReturnPath } from '~/http/forms/return-path.server';
import { parseId } from '~/http/request/params.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import styles from '~/styles/deal-form.css?url';
import { loadCustomFieldInputs } from '~/ui/deal-form/custom-field-inputs.server';
import { DealForm } from '~/ui/deal-form/deal-form';
import { AppLayout } from '~/ui/layout/app-layout';
import { createStyleLinks, createTitleMeta } from '~/ui/layout/document-head';
import type { action } from './form.server';

export const links = createStyleLinks(styles);

export const meta = createTitleMeta<typeof loader>(
  'Edit Deal',
  ({ stored }) => `${stored.values.companyName}`,
);

export { clientAction, shouldRevalidate } from '~/ui/form/client-action';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const deal = await getDeal(viewer, parseId(params.id));
  const { evaluationScore: score, version, updatedAt } = deal;
  const fields = await listActiveCustomFields();
  return {
    home: getReturnPath(request, viewer, deal.id),
    offered: getOfferedValues(await getOptionLists()),
    customInputs: await loadCustomFieldInputs(deal.fields),
    stored: {
      values: toDealFormValues(deal, fields),
      score,
      version,
      opened: await findLatestChangeId('pipeline', deal.id),
      updatedAt: formatDateTime(updatedAt, readLocale(request)),
    },
  };
}

export { action } from './form.server';

export default function EditDeal() {
  const { home, stored, customInputs, offered } = useLoaderData<typeof loader>();
  return (
    <AppLayout>
      <DealForm
        key={useParams().id}
        title="Edit Deal"
        home={home}
        stored={stored}
        customInputs={customInputs}
        offered={offered}
        result={undefined}
        {...useActionData<typeof action>()}
      />
    </AppLayout>
  );
}
