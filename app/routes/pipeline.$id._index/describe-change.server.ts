import { DEAL_LABELS, isDealKey } from '~/domain/deal-field/fields';
import { formatCount } from '~/domain/text/text';
import type { WholeChangeView } from '~/ui/history/change-view.server';

type Change = Pick<WholeChangeView, 'subject' | 'kind' | 'merge' | 'fields'> & { item: string };
type ChangedField = WholeChangeView['fields'][number];

const VERBS: Partial<Record<Change['kind'], string>> = {
  created: 'added',
  purged: 'deleted for good',
};

/** Returns a sentence without its subject: 'added cohorts.csv', 'moved the deal to Met'. */
export function describeChange(change: Change): string {
  const { subject, kind, merge, item, fields } = change;
  const verb = VERBS[kind] ?? kind;
  if (merge) return merge === 'merged' ? 'merged the deal with another' : 'split the deal again';
  if (subject === 'evaluation')
    return kind === 'deleted' || kind === 'restored'
      ? `${verb} the evaluation`
      : 'evaluated the deal';
  if (subject === 'round') return describeRound(change);
  if (subject === 'note') return `${verb} a note`;
  if (item) return `${describeTaskState(change) ?? verb} ${item}`;
  if (kind !== 'changed') return `${verb} the deal`;
  const main = fields.find(({ field }) => field === 'stage' || field === 'owner');
  const only = fields.length === 1 ? fields[0] : undefined;
  const told = main ?? only;
  return told ? describeField(told) : `changed ${formatCount(fields.length, 'field')}`;
}

/** Tells only the state, as the history of a round does. */
function describeRound({ kind, fields }: Change): string {
  const state = fields.find(({ field }) => field === 'scorecard')?.to;
  if (state)
    return state === 'recused' ? 'recused themselves from a round' : `${state} a scorecard`;
  if (fields.some(({ field }) => field === 'roundState')) return 'closed a round';
  return kind === 'created' ? 'opened a round' : `${VERBS[kind] ?? kind} a round`;
}

function describeTaskState({ subject, kind, fields }: Change): string | undefined {
  if (subject !== 'task' || kind !== 'changed') return undefined;
  const done = fields.find(({ field }) => field === 'done');
  return done && (done.to === 'yes' ? 'completed' : 'reopened');
}

function describeField({ field, label, from, to, sentence }: ChangedField): string {
  if (sentence) return `changed the collaborators: ${sentence}`;
  if (field === 'stage') return `moved the deal to ${to}`;
  if (field === 'owner') return `transferred the deal to ${to}`;
  if (field === 'shared') return to ? `shared the deal until ${to}` : 'ended a shared page';
  const verb = !from ? 'set' : to ? 'changed' : 'cleared';
  return `${verb} ${isDealKey(field) ? `the ${lowerWords(DEAL_LABELS[field])}` : label}`;
}

const lowerWords = (label: string) =>
  label.replace(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());

const TOLD_FIELDS = ['shared', 'done', 'scorecard', 'roundState'];

export const isToldBySentence = ({ field, sentence }: ChangedField) =>
  Boolean(sentence) || TOLD_FIELDS.includes(field);
