export const EDITABLE_CELLS = {
  stage: 'stage',
  owner: 'owner',
  round: 'round',
  meeting: 'next meeting',
} as const;
export type EditableCell = keyof typeof EDITABLE_CELLS;

export function isEditableCell(name: string | null): name is EditableCell {
  return name !== null && Object.hasOwn(EDITABLE_CELLS, name);
}

/** Query parameter of the open cell, as `stage-12`. */
export const CELL_PARAM = 'change';

export function formatCellParam(cell: EditableCell, id: number): string {
  return `${cell}-${id}`;
}

export function parseCellParam(
  text: string | null,
): { cell: EditableCell; id: number } | undefined {
  const [, name = null, id] = /^([a-z]+)-(\d{1,15})$/.exec(text ?? '') ?? [];
  return isEditableCell(name) ? { cell: name, id: Number(id) } : undefined;
}
