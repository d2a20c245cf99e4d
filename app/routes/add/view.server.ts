import type { LoaderFunctionArgs } from '@remix-run/node';
import { listArchivedValues } from '~/domain/custom-field/archived-values.server';
import { getOfferedValues } from '~/domain/deal/offered-values';
import { getOptionLists } from '~/domain/option-list/list.server';
import { getOfferedStages } from '~/domain/stage/offered.server';
import { getReturnPath } from '~/http/forms/return-path.server';
import { readSavedSubmission } from '~/http/forms/saved-submission.server';
import { requireUser } from '~/http/session/guards.server';
import { loadCustomFieldInputs } from '~/ui/deal-form/custom-field-inputs.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const saved = await readSavedSubmission(request, viewer);
  return {
    home: getReturnPath(request, viewer),
    submission: crypto.randomUUID(),
    stages: await getOfferedStages(),
    customInputs: await loadCustomFieldInputs(),
    archivedValues: await listArchivedValues(saved?.values),
    meetings: getOfferedValues(await getOptionLists()).nextMeetingDate,
  };
}
