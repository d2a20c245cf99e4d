import type { Change } from '#db/schema';
import { CONTACT_LABELS } from '~/models/contact/import-fields';
import { CATEGORIES, CRITERIA } from '~/models/evaluation/criteria';
import { PIPELINE_LABELS } from '~/models/pipeline/fields';
import { recordOf } from '~/models/record';
import { ROW_ID } from '~/models/history/act';

/** What an undo needs to know; no page shows it. */
export const HIDDEN_FIELDS = ['nextMeetingSetAt', 'stageId', 'stageSince', ROW_ID, 'userId'];
/** Which of a deal's contacts, tasks or files a change is about: the title says it. */
export const ITEM_FIELDS = ['contact', 'task', 'file'];

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
  contact: 'Contact',
  task: 'Task',
  file: 'File',
  account: 'Account',
  field: 'Field',
  list: 'List',
};
export const SUBJECTS = Object.keys(SUBJECT_LABELS) as Change['subject'][];

const LABELS: Record<string, string> = {
  ...PIPELINE_LABELS,
  ...CONTACT_LABELS,
  stage: 'Stage',
  reason: 'Reason',
  reasonText: 'Why',
  lookAgainOn: 'Look again',
  owner: 'Owner',
  members: 'Colleagues',
  shared: 'Shared page until',
  mergedWith: 'Merged with',
  mergedInto: 'Merged into',
  brought: 'Moved from the other deal',
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
  name: 'Name',
  kind: 'Kind',
  hint: 'Hint',
  options: 'Choices',
  section: 'Section of the form',
  position: 'Position',
  isRequired: 'Required',
  title: 'Title',
  person: 'Person',
  dueOn: 'Day',
  dueAt: 'Time',
  done: 'Done',
  task: 'Task',
  phone: 'Phone',
  link: 'Link',
  note: 'Note',
  contact: 'Contact',
  file: 'File',
  days: 'Days',
  replacedBy: 'Replaced by',
};

/** `own` are the labels of own fields by name. */
export function fieldLabel(field: string, own: Record<string, string> = {}): string {
  return LABELS[field] ?? own[field] ?? field;
}
