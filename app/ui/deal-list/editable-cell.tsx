import { lazy, Suspense } from 'react';
import { EDITABLE_CELLS, type EditableCell } from '~/domain/deal/editable-cells';
import type { CellView } from './cell-view.server';
import type { RowView } from './list-view.server';
import type { RowLinks } from './row-links';

/** Loaded on demand: saves 1 KB of scripts on each list. */
const CellForm = lazy(() => import('./cell-form'));

interface EditableCellProps {
  cell: EditableCell;
  row: RowView;
  isEmpty?: boolean;
  links: RowLinks;
  /** The one open cell of the list. */
  open: CellView | undefined;
}

/** Covers the cell with a link that opens it as a form, or shows the form. */
export function CellEditor({ cell, row, isEmpty, links, open }: EditableCellProps) {
  if (open?.id === row.id && open.cell === cell)
    return (
      <Suspense>
        <CellForm view={open} company={row.company} />
      </Suspense>
    );
  return (
    <a
      href={links.openCell(cell, row.id)}
      onClick={links.follow}
      className={isEmpty ? 'cell-link empty' : 'cell-link'}
      aria-label={`Change ${EDITABLE_CELLS[cell]} of ${row.company}`}
    />
  );
}
