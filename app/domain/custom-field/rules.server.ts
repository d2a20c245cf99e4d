import type { CustomField } from '#db/schema';
import { conflict } from '~/errors';
import { MAX_ACTIVE_FIELDS } from './limits';
import { isActiveField } from './list.server';
import { isStandardName } from './standard-names';

export function assertFieldLimit(fields: CustomField[]): void {
  const problem = findLimitProblem(fields);
  if (problem) throw conflict(problem);
}

export function findLimitProblem(fields: CustomField[], added = 1): string | undefined {
  return fields.filter(isActiveField).length + added > MAX_ACTIVE_FIELDS
    ? `You can have up to ${MAX_ACTIVE_FIELDS} fields. Archive one first.`
    : undefined;
}

export function assertNameAvailable(otherFields: CustomField[], name: string): void {
  const problem = findNameProblem(otherFields, name);
  if (problem) throw conflict(problem);
}

export function findNameProblem(otherFields: CustomField[], name: string): string | undefined {
  if (isStandardName(name)) return 'A standard field already has this name.';
  const namesake = otherFields.find((field) => field.name.toLowerCase() === name.toLowerCase());
  if (!namesake) return undefined;
  return isActiveField(namesake)
    ? 'Another field already has this name.'
    : 'An archived field already has this name. Restore or rename it.';
}
