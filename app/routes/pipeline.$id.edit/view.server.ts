import type { LoaderFunctionArgs } from '@remix-run/node';
import { listArchivedValues } from '~/domain/custom-field/archived-values.server';
import { listActiveCustomFields } from '~/domain/custom-field/list.server';
import { toDealFormValues } from '~/domain/deal/form-values';
import { getEditableDeal } from '~/domain/deal/get.server';
import { getOfferedValues } from '~/domain/deal/offered-values';
import { findLatestChangeId } from '~/domain/history/field-changes.server';
import { getOptionLists } from '~/domain/option-list/list.server';
import { getOfferedStages } from '~/domain/stage/offered.server';
import { formatDateTime } from '~/format/date';
import { getReturnPath } from '~/http/forms/return-path.server';
import { readSavedSubmission } from '~/http/forms/saved-submission.server';
import { parseId } from '~/http/request/params.server';
import { readLocale } from '~/http/session/appearance.server';
import { requireUser } from '~/http/session/guards.server';
import { loadCustomFieldInputs } from '~/ui/deal-form/custom-field-inputs.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const deal = await getEditableDeal(viewer, parseId(params.id));
  const { evaluationScore: score, version, updatedAt } = deal;
  const saved = await readSavedSubmission(request, viewer);
  const fields = await listActiveCustomFields();
  return {
    home: getReturnPath(request, viewer, deal.id),
    offered: getOfferedValues(await getOptionLists()),
    stages: await getOfferedStages(),
    customInputs: await loadCustomFieldInputs(deal.fields),
    archivedValues: await listArchivedValues(saved?.values, deal.fields),
    stored: {
      values: toDealFormValues(deal, fields),
      score,
      version,
      opened: await findLatestChangeId('pipeline', deal.id),
      updatedAt: formatDateTime(updatedAt, readLocale(request)),
    },
  };
}
