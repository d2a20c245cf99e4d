export type Cell = string | number | Date | null;

export interface Column<Row> {
  header: string;
  /** In characters. */
  width: number;
  format?: string;
  value: (row: Row) => Cell;
}

export interface Sheet {
  name: string;
  columns: Omit<Column<never>, 'value'>[];
  rows: AsyncIterable<Cell[]>;
}

export const MOMENT = 'yyyy-mm-dd hh:mm';

/** Rows read from the database at a time; a deal may have 70 KB. */
export const CHUNK = 20;

export function sheetOf<Row>(
  name: string,
  columns: Column<Row>[],
  rows: AsyncIterable<Row>,
): Sheet {
  return { name, columns, rows: cellsOf(columns, rows) };
}

async function* cellsOf<Row>(columns: Column<Row>[], rows: AsyncIterable<Row>) {
  for await (const row of rows) yield columns.map(({ value }) => value(row));
}
