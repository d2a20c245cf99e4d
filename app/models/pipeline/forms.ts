import type { OwnField } from '#db/schema';
import { ownNames } from '~/models/field/values';
import { MERGE_FIELDS } from '~/models/history/merge';
import { PIPELINE_FIELDS, PIPELINE_KEYS } from './fields';

const LISTS = PIPELINE_FIELDS.filter(({ kind }) => kind === 'list').map(({ key }) => key);
const TEXTS = PIPELINE_KEYS.filter((key) => !LISTS.includes(key));

/** `force` is the key of a company's name that is to be saved although another deal has it. */
export function newPipelineForm(own: OwnField[]) {
  const { texts, lists } = controls(own);
  return { text: [...texts, 'scoreReason', 'submission', 'force', 'then'] as const, lists };
}
/** `take-` and a field's name: whether the stored value wins after a conflict. */
export function editPipelineForm(own: OwnField[]) {
  const { texts, lists } = controls(own);
  const take = [...texts, ...lists].map((name): `take-${typeof name}` => `take-${name}`);
  const text = [...texts, 'scoreReason', ...MERGE_FIELDS, 'force', 'then', ...take] as const;
  return { text, lists };
}

function controls(own: OwnField[]) {
  const isList = ({ kind }: OwnField) => kind === 'choices';
  return {
    texts: [...TEXTS, ...ownNames(own.filter((field) => !isList(field)))],
    lists: [...LISTS, ...ownNames(own.filter(isList))],
  };
}
/** Acts on the next meeting; `seen` is the one that the page showed. */
export const MET_FORM = { text: ['note', 'nextMeetingDate', 'seen'] } as const;
export const LATER_FORM = { text: ['nextMeetingDate', 'seen'] } as const;
/** The inline score edit; `seen` is the score that the page showed. */
export const SCORE_FORM = {
  text: ['evaluationScore', 'scoreReason', 'intent', 'id', 'seen'],
} as const;
