import { toLocalTime } from '~/domain/date/time-zone';

export type PlainCell = string | number | Date | null;

export type Cell = PlainCell | { text: string; link: string } | { error: string };

export interface SheetColumn<Row> {
  header: string;
  /** In characters. */
  width: number;
  format?: string | ((cell: Cell) => string | undefined);
  getCell: (row: Row) => Cell;
}

export interface Sheet {
  name: string;
  columns: Omit<SheetColumn<never>, 'getCell'>[];
  rows: AsyncIterable<Cell[]>;
}

const DATE_TIME_FORMAT = 'yyyy-mm-dd hh:mm';

export function makeSheet<Row>(
  name: string,
  columns: SheetColumn<Row>[],
  rows: AsyncIterable<Row>,
): Sheet {
  return { name, columns, rows: listRowCells(columns, rows) };
}

async function* listRowCells<Row>(columns: SheetColumn<Row>[], rows: AsyncIterable<Row>) {
  for await (const row of rows) yield columns.map(({ getCell }) => getCell(row));
}

export function makeTimeColumn<Row>(
  header: string,
  getTime: (row: Row) => Date | null,
  timeZone: string,
): SheetColumn<Row> {
  return {
    header,
    width: 17,
    format: DATE_TIME_FORMAT,
    getCell: (row) => {
      const time = getTime(row);
      return time && toLocalTime(time, timeZone);
    },
  };
}
