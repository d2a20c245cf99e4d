import type { LoaderFunctionArgs } from '@remix-run/node';
import { getOfferedValues } from '~/domain/deal/offered-values';
import { getOptionLists } from '~/domain/option-list/list.server';
import { getOfferedStages } from '~/domain/stage/offered.server';
import { getReturnPath } from '~/http/forms/return-path.server';
import { requireUser } from '~/http/session/guards.server';
import { loadCustomFieldInputs } from '~/ui/deal-form/custom-field-inputs.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  return {
    home: getReturnPath(request, viewer),
    submission: crypto.randomUUID(),
    stages: await getOfferedStages(),
    customInputs: (await loadCustomFieldInputs()).filter(({ required }) => required),
    meetings: getOfferedValues(await getOptionLists()).nextMeetingDate,
  };
}
