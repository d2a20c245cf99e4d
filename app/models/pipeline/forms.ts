import { MERGE_FIELDS } from '~/models/history/merge';
import { PIPELINE_FIELDS, PIPELINE_KEYS, type PipelineKey } from './fields';

const LISTS = PIPELINE_FIELDS.filter(({ kind }) => kind === 'list').map(({ key }) => key);
const TEXTS = PIPELINE_KEYS.filter((key) => !LISTS.includes(key));

/** `force` is the key of a company's name that is to be saved although another deal has it. */
export const NEW_PIPELINE_FORM = {
  text: [...TEXTS, 'scoreReason', 'submission', 'force', 'then'],
  lists: LISTS,
} as const;
/** `take-` and a field's name: whether the stored value wins after a conflict. */
export const EDIT_PIPELINE_FORM = {
  text: [
    ...TEXTS,
    'scoreReason',
    ...MERGE_FIELDS,
    'force',
    'then',
    ...PIPELINE_KEYS.map((key): `take-${PipelineKey}` => `take-${key}`),
  ],
  lists: LISTS,
} as const;
/** Acts on the next meeting; `seen` is the one that the page showed. */
export const MET_FORM = { text: ['note', 'nextMeetingDate', 'seen'] } as const;
export const LATER_FORM = { text: ['nextMeetingDate', 'seen'] } as const;
/** The inline score edit; `seen` is the score that the page showed. */
export const SCORE_FORM = {
  text: ['evaluationScore', 'scoreReason', 'intent', 'id', 'seen'],
} as const;
