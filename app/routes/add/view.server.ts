import type { LoaderFunctionArgs } from '@remix-run/node';
import { getOfferedValues } from '~/domain/deal/offered-values';
import { getOptionLists } from '~/domain/option-list/list.server';
import { listStages } from '~/domain/stage/stages.server';
import { getReturnPath } from '~/http/forms/return-path.server';
import { requireUser } from '~/http/session/guards.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const { listed, first } = await listStages();
  return {
    home: getReturnPath(request, viewer),
    submission: crypto.randomUUID(),
    stages: listed.map(({ name }) => ({ value: name, label: name })),
    firstStage: first.name,
    meetings: getOfferedValues(await getOptionLists()).nextMeetingDate,
  };
}
