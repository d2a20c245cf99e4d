import type { Import, UnknownValues, ValueChoice } from '#db/schema';
import { isStaff, type Viewer } from '~/domain/access';
import { listSelectablePeople } from '~/domain/custom-field/people.server';
import type { Person } from '~/domain/custom-field/values';
import { getFundingRoundLabel } from '~/domain/deal/offered-values';
import { listNewFields } from '~/domain/import/mapping/new-fields.server';
import {
  canKeepOtherValues,
  type DecisionKind,
  getDecisionKind,
} from '~/domain/import/values/decision-kind';
import { guessOption, guessPerson, guessStage } from '~/domain/import/values/guess-choice';
import { getOptionLists, isChoiceRequired } from '~/domain/option-list/list.server';
import type { OptionLists } from '~/domain/option-list/option-lists';
import { isClosedStage } from '~/domain/stage/kinds';
import { buildStages } from '~/domain/stage/stages.server';
import { loadCustomFields } from './field-lookup.server';

interface ValueOption {
  label: string;
  choice: ValueChoice;
}

export interface DecisionField extends UnknownValues {
  kind: DecisionKind;
  options: ValueOption[];
  isTyped: boolean;
  canKeepValues: boolean;
  canAddOptions: boolean;
  guess: (text: string) => ValueChoice | undefined;
}

/** More options would make the page too large: a file has up to 300 values. */
const MAX_OPTIONS = 200;
/** Bounds the page, as every value has a select with all options of its field. */
const MAX_OPTION_CHARACTERS = 1_000_000;
const MARKUP_CHARACTERS = 30;

const TYPED_KINDS: DecisionKind[] = ['day', 'score', 'amount', 'number'];
const EXTENDABLE_KINDS: DecisionKind[] = ['stage', 'round', 'industry', 'meeting', 'choice'];

export async function listDecisionFields(
  viewer: Viewer,
  importRecord: Pick<Import, 'sheets' | 'unknownValues'>,
): Promise<DecisionField[]> {
  const { unknownValues } = importRecord;
  const customFields = await loadCustomFields(listNewFields(importRecord));
  const lists = await getOptionLists();
  const isReasonRequired = await isChoiceRequired('reasons');
  const people = isStaff(viewer) ? await listSelectablePeople() : customFields.people;
  return unknownValues.flatMap((unknown) => {
    const kind = getDecisionKind(unknown.field, customFields);
    if (!kind) return [];
    const names = customFields.definitions.get(unknown.field)?.options ?? [];
    const options = listOptions(kind, { lists, people, names, isReasonRequired });
    const shown = options.slice(0, MAX_OPTIONS);
    const field: DecisionField = {
      ...limitValues(unknown, shown, MAX_OPTION_CHARACTERS / unknownValues.length),
      kind,
      options: shown,
      isTyped: TYPED_KINDS.includes(kind),
      canKeepValues: canKeepOtherValues(kind),
      canAddOptions: isStaff(viewer) && EXTENDABLE_KINDS.includes(kind),
      guess: (text) => guessChoice(kind, text, { lists, people, names }),
    };
    return [field];
  });
}

function limitValues(
  unknown: UnknownValues,
  options: ValueOption[],
  maxCharacters: number,
): UnknownValues {
  const perValue = options.reduce(
    (sum, { label }) => sum + 2 * label.length + MARKUP_CHARACTERS,
    1,
  );
  const limit = Math.max(1, Math.floor(maxCharacters / perValue));
  const hidden = unknown.values.slice(limit).reduce((sum, { cells }) => sum + cells, 0);
  const moreCells = (unknown.moreCells ?? 0) + hidden;
  return {
    ...unknown,
    values: unknown.values.slice(0, limit),
    ...(moreCells && { moreCells }),
  };
}

interface OptionSources {
  lists: OptionLists;
  people: Person[];
  names: string[];
}

function listOptions(
  kind: DecisionKind,
  { lists, people, names, isReasonRequired }: OptionSources & { isReasonRequired: boolean },
): ValueOption[] {
  switch (kind) {
    case 'stage':
      return listStageOptions(lists, isReasonRequired);
    case 'owner':
    case 'person':
      return people.map(({ name, email }) => createOption(email, `${name} (${email})`));
    case 'round':
      return lists
        .listActiveNames('rounds')
        .map((name) => createOption(name, getFundingRoundLabel(name)));
    case 'industry':
      return lists.listActiveNames('industries').map((name) => createOption(name));
    case 'meeting':
      return lists.listActiveNames('meetings').map((name) => createOption(name));
    case 'choice':
      return names.map((name) => createOption(name));
    case 'yesNo':
      return [createOption('Yes'), createOption('No')];
    default:
      return [];
  }
}

function createOption(to: string, label = to): ValueOption {
  return { label, choice: { do: 'set', to } };
}

function listStageOptions(lists: OptionLists, isReasonRequired: boolean): ValueOption[] {
  const reasons = lists.listActiveNames('reasons');
  return buildStages(lists).listed.flatMap((stage): ValueOption[] => {
    const needsReason = isReasonRequired && isClosedStage(stage);
    const withReasons = needsReason || stage.kind === 'lost' ? reasons : [];
    return [
      ...(needsReason ? [] : [createOption(stage.name)]),
      ...withReasons.map((reason) => ({
        label: `${stage.name}: ${reason}`,
        choice: { do: 'close', stage: stage.name, reason } as const,
      })),
    ];
  });
}

function guessChoice(
  kind: DecisionKind,
  text: string,
  { lists, people, names }: OptionSources,
): ValueChoice | undefined {
  switch (kind) {
    case 'stage': {
      const { listed } = buildStages(lists);
      return guessStage(text, {
        names: listed.map(({ name }) => name),
        closed: listed.filter(isClosedStage).map(({ name }) => name),
        reasons: lists.listActiveNames('reasons'),
      });
    }
    case 'owner':
    case 'person':
      return guessPerson(text, people);
    case 'choice':
      return guessOption(text, names);
    case 'industry':
      return guessOption(text, lists.listActiveNames('industries'));
    default:
      return undefined;
  }
}
