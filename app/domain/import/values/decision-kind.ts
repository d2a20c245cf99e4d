import type { CustomField } from '#db/schema';
import { DEAL_FIELDS } from '~/domain/deal-field/fields';
import { CRITERIA } from '~/domain/evaluation/criteria';
import type { CustomFields } from './parse-options';

export type DecisionKind =
  | 'stage'
  | 'owner'
  | 'round'
  | 'industry'
  | 'meeting'
  | 'choice'
  | 'person'
  | 'yesNo'
  | 'day'
  | 'score'
  | 'amount'
  | 'number';

const CUSTOM_KINDS: Partial<Record<CustomField['kind'], DecisionKind>> = {
  choice: 'choice',
  choices: 'choice',
  person: 'person',
  yesNo: 'yesNo',
  day: 'day',
  money: 'amount',
  number: 'number',
};

const FIELD_KINDS = new Map<string, DecisionKind>([
  ['stage', 'stage'],
  ['owner', 'owner'],
  ['fundingRound', 'round'],
  ['industries', 'industry'],
  ['nextMeetingDate', 'meeting'],
  ['targetFundingSize', 'amount'],
  ...DEAL_FIELDS.flatMap(({ key, kind }): [string, DecisionKind][] =>
    kind === 'day' || kind === 'score' ? [[key, kind]] : [],
  ),
  ...CRITERIA.map(({ key }): [string, DecisionKind] => [key, 'score']),
]);

export function getDecisionKind(
  field: string,
  { definitions }: Pick<CustomFields, 'definitions'>,
): DecisionKind | undefined {
  const customField = definitions.get(field);
  return customField ? CUSTOM_KINDS[customField.kind] : FIELD_KINDS.get(field);
}

export function canKeepOtherValues(kind: DecisionKind): boolean {
  return kind === 'round' || kind === 'industry' || kind === 'meeting';
}
