import { db } from '#db/client';
import { isStaff, type Viewer } from '~/domain/access';
import { listSelectablePeople } from '~/domain/custom-field/people.server';
import { getDecisionKind } from '~/domain/import/values/decision-kind';
import { createOptionParser } from '~/domain/import/values/option-parser';
import { parseCell } from '~/domain/import/values/parse-cell';
import { getOptionLists } from '~/domain/option-list/list.server';
import { isSameName } from '~/domain/option-list/option-lists';
import { formatCellProblem } from './cell-problem';
import { loadCustomFields, loadStageNames } from './field-lookup.server';
import { NOT_AN_OWNER } from './owner';

/** Says why a text cannot be a value of a field; undefined if it can, or if no value is chosen for the field. */
export type ValueCheck = (field: string, value: string) => string | undefined;

export async function createValueCheck(viewer: Viewer): Promise<ValueCheck> {
  const lists = await getOptionLists();
  const customFields = await loadCustomFields();
  const people = isStaff(viewer) ? await listSelectablePeople() : [];
  const options = {
    customFields,
    optionParser: createOptionParser(lists),
    // Asks for no reason, as a deal that is closed already needs none.
    stages: { ...(await loadStageNames(db, lists)), withReason: [] },
  };
  const isOwner = (email: string) =>
    !isStaff(viewer) || people.some((person) => isSameName(person.email, email));
  return (field, value) => {
    if (!getDecisionKind(field, customFields)) return undefined;
    if (field === 'owner')
      return isOwner(value) ? undefined : formatCellProblem({ value, reason: NOT_AN_OWNER });
    const dayFirst = parseCell(field, value, { ...options, dayFirst: true });
    const monthFirst = parseCell(field, value, { ...options, dayFirst: false });
    if ('value' in dayFirst || 'value' in monthFirst) return undefined;
    return formatCellProblem({ value, reason: dayFirst.reason });
  };
}
