import type { FieldChanges, OptionListName } from '#db/schema';
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

/** Includes stages, which are stored by id and named only in the history. */
export function toCurrentNamesInChange(lists: OptionLists, fields: FieldChanges): FieldChanges {
  const toCurrent = (key: string, value: unknown) =>
    key === 'stage' && typeof value === 'string'
      ? lists.toCurrentName('stages', value)
      : toCurrentValue(lists, key, value);
  const named = Object.entries(fields).map(([key, [from, to]]) => [
    key,
    [toCurrent(key, from), toCurrent(key, to)],
  ]);
  return Object.fromEntries(named) as FieldChanges;
}

function toCurrentValue(lists: OptionLists, key: string, value: unknown): unknown {
  const list = Object.hasOwn(LIST_BY_FIELD, key) ? LIST_BY_FIELD[key] : undefined;
  if (list && typeof value === 'string') return lists.toCurrentName(list, value);
  if (!list || !Array.isArray(value)) return value;
  const names = value.map((name: string) => lists.toCurrentName(list, name));
  return names.every((name, i) => name === value[i]) ? value : [...new Set(names)];
}
