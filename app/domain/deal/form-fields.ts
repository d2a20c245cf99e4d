import type { CustomField } from '#db/schema';
import { splitCustomFieldNames } from '~/domain/custom-field/names';
import { DEAL_FIELDS, DEAL_KEYS } from '~/domain/deal-field/fields';
import { FORM_BASE_FIELDS, getChoiceControl } from '~/domain/form-conflict/conflict';
import { STAGE_FORM_FIELDS, STAGE_FORM_OPTIONS } from './schema';

const LIST_FIELDS = DEAL_FIELDS.filter(({ kind }) => kind === 'list').map(({ key }) => key);

const TEXT_FIELDS = DEAL_KEYS.filter((key) => !LIST_FIELDS.includes(key));

/** `force` holds the company key that the user confirmed although another deal has it. */
export function getNewDealFormFields(customFields: CustomField[]) {
  const { texts, lists } = splitFieldNames(customFields);
  const others = ['scoreReason', ...STAGE_FORM_FIELDS, 'submission', 'force', 'then'] as const;
  return { text: [...texts, ...others] as const, lists, optionNames: STAGE_FORM_OPTIONS };
}

export function getEditDealFormFields(customFields: CustomField[]) {
  const { texts, lists } = splitFieldNames(customFields);
  const fields = [...texts, ...lists, 'stage'] as const;
  const choices = fields.map((name) => getChoiceControl(name));
  const others = ['scoreReason', ...STAGE_FORM_FIELDS, ...FORM_BASE_FIELDS] as const;
  const text = [...texts, ...others, 'force', 'then', ...choices] as const;
  return { text, lists, optionNames: STAGE_FORM_OPTIONS };
}

function splitFieldNames(customFields: CustomField[]) {
  const { texts, lists } = splitCustomFieldNames(customFields);
  return { texts: [...TEXT_FIELDS, ...texts], lists: [...LIST_FIELDS, ...lists] };
}

/** `seen` is the meeting version that the page showed. */
export const MEETING_HELD_FORM_FIELDS = {
  text: ['note', 'nextMeetingDate', 'nextMeetingOn', 'seen'],
} as const;

export const RESCHEDULE_FORM_FIELDS = {
  text: ['nextMeetingDate', 'nextMeetingOn', 'seen'],
} as const;

export const LIST_FORM_FIELDS = {
  text: [
    'intent',
    'id',
    'seen',
    'seenDay',
    'evaluationScore',
    'scoreReason',
    'cell',
    'value',
    'reason',
  ],
  optionNames: { reason: 'reasons' },
} as const;
