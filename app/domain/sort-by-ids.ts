/** Sorts rows by the order of `ids`; leaves out ids without a row. */
export function sortByIds<Row extends { id: number }>(ids: number[], rows: Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Sorts rows of deals by the order of `dealIds`; the rows of a deal stay in their order. */
export function sortByDealOrder<Row>(
  dealIds: number[],
  rows: Row[],
  getDealId: (row: Row) => number,
): Row[] {
  const positions = new Map(dealIds.map((id, n) => [id, n]));
  return rows.sort(
    (left, right) => positions.get(getDealId(left))! - positions.get(getDealId(right))!,
  );
}
