export const CONDITION_ROWS = [1, 2, 3, 4, 5];

const PARTS = ['text', 'userId', 'dueOn'] as const;

export function getConditionField(part: (typeof PARTS)[number], row: number) {
  return `condition${row}.${part}` as const;
}

export const CONDITION_FIELDS = CONDITION_ROWS.flatMap((row) =>
  PARTS.map((part) => getConditionField(part, row)),
);
