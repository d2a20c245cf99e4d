import type { LoaderFunctionArgs } from '@remix-run/node';
import { parsePrefill } from '~/address/prefill';
import { CONTACT_DETAIL_KEYS } from '~/domain/contact/details';
import { listArchivedValues } from '~/domain/custom-field/archived-values.server';
import { listActiveCustomFields } from '~/domain/custom-field/list.server';
import { toCustomFieldName } from '~/domain/custom-field/names';
import { findWebsiteField } from '~/domain/custom-field/website';
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
    offered: getOfferedValues(await getOptionLists()),
    stages: await getOfferedStages(),
    customInputs: await loadCustomFieldInputs(),
    archivedValues: await listArchivedValues(saved?.values),
    prefill: await buildPrefill(new URL(request.url).searchParams),
  };
}

async function buildPrefill(search: URLSearchParams) {
  const given = parsePrefill(search);
  const { website, ...texts } = given;
  const field = findWebsiteField(await listActiveCustomFields());
  const details = CONTACT_DETAIL_KEYS.filter((key) => !field || key !== 'website');
  return {
    values: { ...texts, [field ? toCustomFieldName(field.key) : 'website']: website },
    details: details.some((key) => given[key]) ? details : [],
  };
}
