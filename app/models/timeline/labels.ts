import type { Change, ChangedFields, FieldValue, User } from '#db/schema';
import { CATEGORIES, CRITERIA, NOTES } from '~/models/evaluation/criteria';
import { PIPELINE_KEYS } from '~/models/pipeline/fields';
import { PIPELINE_LABELS } from '~/models/pipeline/labels';
import { isSameValue } from '~/models/history/field-value';
import { recordOf } from '~/models/record';

export const EVALUATION_FIELDS = [
  ...CRITERIA.map(({ key }) => key),
  ...NOTES,
  'overallScore',
] as const;
/** What an undo needs to know; no page shows it. */
export const HIDDEN_FIELDS = ['nextMeetingSetAt'];
const USER_FIELDS = [
  'email',
  'firstName',
  'lastName',
  'role',
  'group',
  'approvalStatus',
  'disabled',
] as const;

/** Not columns of the user: what `models/second-factor` records. */
export const SECOND_FACTOR_FIELDS = ['authenticator', 'passkeys', 'recoveryCodes'] as const;

export const ACTS = [
  'created',
  'changed',
  'deleted',
  'restored',
  'purged',
  'password changed',
  'API token added',
  'API token ended',
] as const satisfies Change['act'][];
export const ACT_LABELS: Record<Change['act'], string> = {
  ...recordOf(ACTS, (act) => act),
  'API token ended': 'API token revoked',
};
export const SUBJECT_LABELS: Record<Change['subject'], string> = {
  pipeline: 'Deal',
  evaluation: 'Evaluation',
  note: 'Note',
  account: 'Account',
};
export const SUBJECTS = [
  'pipeline',
  'evaluation',
  'note',
  'account',
] as const satisfies Change['subject'][];

const LABELS: Record<string, string> = {
  ...PIPELINE_LABELS,
  owner: 'Owner',
  overallScore: 'Mean of all criteria',
  ...Object.fromEntries(CRITERIA.map(({ key, label }) => [key, label])),
  ...Object.fromEntries(CATEGORIES.map(({ notes, title }) => [notes, `${title} notes`])),
  email: 'Email',
  firstName: 'First name',
  lastName: 'Last name',
  role: 'Role',
  group: 'Group',
  approvalStatus: 'Approval',
  disabled: 'Disabled',
  token: 'API token',
  calendar: 'Calendar address',
  access: 'Access',
  authenticator: 'Authenticator app',
  passkeys: 'Passkeys',
  recoveryCodes: 'Recovery codes',
  text: 'Text',
};

export function fieldLabel(field: string): string {
  return LABELS[field] ?? field;
}

type Fields = Partial<Record<string, unknown>>;

/** The fields that differ, each [from, to]. */
function differences(fields: readonly string[], before: Fields, after: Fields): ChangedFields {
  const value = (from: Fields, field: string) => (from[field] ?? null) as FieldValue;
  const changed = fields.filter((field) => !isSameValue(value(before, field), value(after, field)));
  return Object.fromEntries(
    changed.map((field) => [field, [value(before, field), value(after, field)]]),
  );
}

export function pipelineDifferences(before: Fields, after: Fields): ChangedFields {
  return differences(PIPELINE_KEYS, before, after);
}

export function evaluationDifferences(before: Fields, after: Fields): ChangedFields {
  return differences(EVALUATION_FIELDS, before, after);
}

export function userDifferences(before: Partial<User>, after: Partial<User>): ChangedFields {
  const shown = (user: Partial<User>) => ({
    ...user,
    disabled: user.disabledAt ? true : null,
  });
  return differences(USER_FIELDS, shown(before), shown(after));
}
