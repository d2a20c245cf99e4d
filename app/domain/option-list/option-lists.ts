import type { ListOption, OptionListName } from '#db/schema';

export type OptionWithUsage = ListOption & {
  /** Set if filters still offer a retired round or group. */
  isInUse: boolean;
};

export function buildOptionLists(rows: OptionWithUsage[]) {
  const all = rows.toSorted((left, right) => Number(!left.retiredAt) - Number(!right.retiredAt));
  /** Sorts retired options first. */
  const entries = (list: OptionListName) => all.filter((entry) => entry.list === list);
  const listed = (list: OptionListName) => entries(list).filter(({ retiredAt }) => !retiredAt);
  const names = (list: OptionListName) => listed(list).map(({ name }) => name);
  /** Prefers an active option to a retired one. */
  const named = (list: OptionListName, name: string) =>
    entries(list).findLast((entry) => entry.name === name);
  /** Returns the current name of an option with this previous name; other texts unchanged. */
  const present = (list: OptionListName, text: string) => {
    if (named(list, text)) return text;
    return entries(list).findLast(({ former }) => former.includes(text))?.name ?? text;
  };
  return { entries, listed, names, named, present };
}

export type OptionLists = ReturnType<typeof buildOptionLists>;

/** Lists the active options, and retired ones still in use. */
export function listFilterOptions(lists: OptionLists, list: OptionListName): string[] {
  const retired = lists.entries(list).filter(({ retiredAt, isInUse }) => retiredAt && isInUse);
  return [...new Set([...lists.names(list), ...retired.map(({ name }) => name)])];
}

/** Clears a field in bulk changes, so no option can have this name. */
export const CLEAR_VALUE = 'none';

export function isSameName(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}
