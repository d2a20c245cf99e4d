import type { ListOption, OptionListName } from '#db/schema';

export type OptionWithUsage = ListOption & {
  isInUse: boolean;
};

export function buildOptionLists(rows: OptionWithUsage[]) {
  const all = rows.toSorted((left, right) => Number(!left.retiredAt) - Number(!right.retiredAt));
  const listOptions = (list: OptionListName) => all.filter((option) => option.list === list);
  const listActiveOptions = (list: OptionListName) =>
    listOptions(list).filter(({ retiredAt }) => !retiredAt);
  const listActiveNames = (list: OptionListName) => listActiveOptions(list).map(({ name }) => name);
  const findByName = (list: OptionListName, name: string) =>
    listOptions(list).findLast((option) => option.name === name);
  const toCurrentName = (list: OptionListName, text: string) => {
    if (findByName(list, text)) return text;
    return (
      listOptions(list).findLast(({ previousNames }) => previousNames.includes(text))?.name ?? text
    );
  };
  const toCurrentNameInAnyCase = (list: OptionListName, text: string) => {
    const named = listOptions(list).findLast(({ name }) => isSameName(name, text));
    const renamed = listOptions(list).findLast(({ previousNames }) =>
      previousNames.some((previousName) => isSameName(previousName, text)),
    );
    return (named ?? renamed)?.name ?? text;
  };
  return {
    listOptions,
    listActiveOptions,
    listActiveNames,
    findByName,
    toCurrentName,
    toCurrentNameInAnyCase,
  };
}

export type OptionLists = ReturnType<typeof buildOptionLists>;

export function listFilterOptions(lists: OptionLists, list: OptionListName): string[] {
  const retired = lists.listOptions(list).filter(({ retiredAt, isInUse }) => retiredAt && isInUse);
  return [...new Set([...lists.listActiveNames(list), ...retired.map(({ name }) => name)])];
}

/** Clears a field in bulk changes, so no option can have this name. */
export const CLEAR_VALUE = 'none';

export function isSameName(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}
