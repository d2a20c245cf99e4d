import { and, eq, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { importRows } from '#db/schema';

const { kind, choice, outcome } = importRows;

export const hasSkippedCells = isNotNull(sql`${outcome} ->> '$.skippedCells'`);

/** Selects rows with 'tbd' and the like for which nobody has entered a value. */
const hasPlaceholders = sql`exists (
  select 1 from json_each(${outcome}, '$.checks') as cell where cell.value ->> 'to' is null
)`;

const isSkipped = eq(choice, 'skip');
const isTaken = and(
  inArray(kind, ['new', 'changed', 'unchanged', 'conflict', 'duplicate']),
  or(isNull(choice), ne(choice, 'skip')),
);

export const ROW_SETS = ['cells', 'duplicates', 'errors', 'leftOut', 'skipped'] as const;

export type RowSet = (typeof ROW_SETS)[number];

export const ROW_SET_CONDITIONS: Record<RowSet, SQL> = {
  cells: and(isTaken, or(hasSkippedCells, hasPlaceholders))!,
  duplicates: and(eq(kind, 'duplicate'), isSkipped)!,
  errors: eq(kind, 'error'),
  leftOut: eq(kind, 'leftOut'),
  skipped: and(inArray(kind, ['new', 'changed', 'conflict']), isSkipped)!,
};

export const isInSomeSet = or(...Object.values(ROW_SET_CONDITIONS))!;
