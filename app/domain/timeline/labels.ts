import type { HistoryEvent } from '#db/schema';
import { CONTACT_IMPORT_LABELS } from '~/domain/contact/import-fields';
import { DEAL_LABELS } from '~/domain/deal-field/fields';
import { CATEGORIES, CRITERIA } from '~/domain/evaluation/criteria';
import { ROW_ID_FIELD } from '~/domain/history/operation-id';
import { buildRecord } from '~/domain/record';

/** Fields that only an undo needs; no page shows them. */
export const HIDDEN_FIELDS = [
  'nextMeetingSetAt',
  'stageId',
  'stageSince',
  ROW_ID_FIELD,
  'userId',
  'decisionId',
];
export const RECORD_FIELDS = ['contact', 'task', 'file'];

export const EVENT_KINDS = [
  'created',
  'changed',
  'deleted',
  'restored',
  'purged',
  'password changed',
  'API token added',
  'API token ended',
] as const satisfies HistoryEvent['kind'][];
export const EVENT_KIND_LABELS: Record<HistoryEvent['kind'], string> = {
  ...buildRecord(EVENT_KINDS, (kind) => kind),
  'API token ended': 'API token revoked',
};
export const SUBJECT_LABELS: Record<HistoryEvent['subject'], string> = {
  pipeline: 'Deal',
  evaluation: 'Evaluation',
  note: 'Note',
  contact: 'Contact',
  task: 'Task',
  file: 'File',
  round: 'Round',
  account: 'Account',
  field: 'Field',
  list: 'List',
  inbox: 'Inbox item',
  intake: 'Intake settings',
};
export const SUBJECTS = Object.keys(SUBJECT_LABELS) as HistoryEvent['subject'][];

const FIELD_LABELS: Record<string, string> = {
  ...DEAL_LABELS,
  ...CONTACT_IMPORT_LABELS,
  stage: 'Stage',
  reason: 'Reason',
  reasonText: 'Why',
  lookAgainOn: 'Look again',
  owner: 'Owner',
  members: 'Collaborators',
  shared: 'Shared page until',
  memo: 'Memo frozen',
  outcome: 'Outcome',
  outcomeNote: 'Note on the outcome',
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
  archived: 'Archived',
  title: 'Title',
  person: 'Person',
  dueOn: 'Day',
  dueAt: 'Time',
  done: 'Done',
  waived: 'Waived',
  task: 'Task',
  phone: 'Phone',
  link: 'Link',
  note: 'Note',
  contact: 'Contact',
  file: 'File',
  days: 'Days',
  replacedBy: 'Replaced by',
  state: 'State',
  pipelineId: 'Deal',
  blockedSender: 'Blocked sender',
  pitch: 'Pitch page',
  fundName: 'Fund name',
  introduction: 'Introduction',
  thanks: 'Thank-you text',
  privacy: 'Privacy text',
  triage: 'Who triages',
  decline: 'Decline text',
  unblocked: 'No longer blocked',
  blocked: 'Blocked senders',
  until: 'Last day',
  evaluators: 'Evaluators',
  roundState: 'State',
  scorecard: 'Scorecard',
};

export function getHistoryFieldLabel(
  field: string,
  customFieldLabels: Record<string, string> = {},
): string {
  return FIELD_LABELS[field] ?? customFieldLabels[field] ?? field;
}
