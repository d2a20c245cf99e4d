import type { FieldChanges, FieldValue, OptionListName } from '#db/schema';
import type { OptionLists } from './option-lists';

const LIST_BY_FIELD: Record<string, OptionListName | undefined> = {
  industries: 'industries',
  fundingRound: 'rounds',
  nextMeetingDate: 'meetings',
  group: 'groups',
};

export function withCurrentNames<Values extends object>(
  lists: OptionLists,
  values: Values,
): Values {
  const named = Object.entries(values).map(([key, value]) => [
    key,
    toCurrentValue(lists, key, value),
  ]);
  return Object.fromEntries(named) as Values;
}

/** Stages and reasons are stored by id, and named only in the history. */
const LIST_BY_HISTORY_FIELD: typeof LIST_BY_FIELD = {
  ...LIST_BY_FIELD,
  stage: 'stages',
  reason: 'reasons',
};

export function toCurrentNamesInChange(lists: OptionLists, fields: FieldChanges): FieldChanges {
  const named = Object.entries(fields).map(([key, [from, to]]) => [
    key,
    [toCurrentHistoryValue(lists, key, from), toCurrentHistoryValue(lists, key, to)],
  ]);
  return Object.fromEntries(named) as FieldChanges;
}

export function toCurrentHistoryValue(
  lists: OptionLists,
  field: string,
  value: FieldValue,
): FieldValue {
  return toCurrentValue(lists, field, value, LIST_BY_HISTORY_FIELD) as FieldValue;
}

function toCurrentValue(
  lists: OptionLists,
  key: string,
  value: unknown,
  listByField = LIST_BY_FIELD,
): unknown {
  const list = Object.hasOwn(listByField, key) ? listByField[key] : undefined;
  if (list && typeof value === 'string') return lists.toCurrentName(list, value);
  if (!list || !Array.isArray(value)) return value;
  const names = value.map((name: string) => lists.toCurrentName(list, name));
  return names.every((name, i) => name === value[i]) ? value : [...new Set(names)];
}
