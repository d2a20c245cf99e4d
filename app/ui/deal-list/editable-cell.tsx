import { Form, Link, useNavigate, useSearchParams } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import {
  CELL_PARAM,
  EDITABLE_CELLS,
  type EditableCell,
  formatCellParam,
} from '~/domain/deal/editable-cells';
import { useSavedSubmission } from '~/ui/form/saved-submission';
import { useAddress } from '~/ui/layout/address';
import type { CellView } from './cell-view.server';
import type { RowView } from './list-view.server';
import type { RowLinks } from './row-links';

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
    return <CellForm view={open} company={row.company} />;
  return (
    <a
      href={links.openCell(cell, row.id)}
      onClick={links.follow}
      className={isEmpty ? 'cell-link empty' : 'cell-link'}
      aria-label={`Change ${EDITABLE_CELLS[cell]} of ${row.company}`}
    />
  );
}

function CellForm({ view, company }: { view: CellView; company: string }) {
  const { id, cell, value, options, none, hint } = view;
  const address = useAddress();
  const navigate = useNavigate();
  const saved = useSavedSubmission<{ value?: string; seen?: string }>();
  const closed = address({ [CELL_PARAM]: undefined, late: undefined });
  const label = `${EDITABLE_CELLS[cell]} of ${company}`;
  return (
    <Form
      method="post"
      action={address({ [CELL_PARAM]: formatCellParam(cell, id) })}
      preventScrollReset
      className="cell-form"
      onKeyDown={({ key }) => {
        if (key === 'Escape') navigate(closed, { preventScrollReset: true });
      }}
    >
      <input type="hidden" name="intent" value="cell" />
      <input type="hidden" name="cell" value={cell} />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="seen" value={saved?.seen ?? value} />
      {options ? (
        <select
          name="value"
          className="input w-auto! max-w-48"
          defaultValue={saved?.value ?? value}
          aria-label={label[0]!.toUpperCase() + label.slice(1)}
          aria-describedby={hint && 'cell-hint'}
          autoFocus
        >
          {none && <option value="">{none}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      ) : (
        <Link to={`/pipeline/${id}/owner`} className="link">
          Choose the new owner
        </Link>
      )}
      {options && <button className="btn btn-primary">Save</button>}
      <Link to={closed} preventScrollReset className="btn">
        Cancel
      </Link>
      {hint && (
        <p id="cell-hint" className="hint w-full">
          {hint}
        </p>
      )}
    </Form>
  );
}

/** Moves the focus from a closed form to the link that replaces it. */
export function useCellFocus(): void {
  const [params] = useSearchParams();
  const shown = params.get(CELL_PARAM);
  const previous = useRef(shown);
  useEffect(() => {
    const closed = previous.current;
    previous.current = shown;
    if (!closed || shown || document.activeElement !== document.body) return;
    const link = `a[href$="${CELL_PARAM}=${CSS.escape(closed)}"]`;
    document.querySelector<HTMLElement>(link)?.focus({ preventScroll: true });
  }, [shown]);
}
