import { Form, Link, useNavigate, useNavigation } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { CELL_PARAM, EDITABLE_CELLS, formatCellParam } from '~/domain/deal/editable-cells';
import { OpenedBy } from '~/ui/form/opened-by';
import { useFailedAt } from '~/ui/form/retry';
import { useSavedSubmission } from '~/ui/form/saved-submission';
import { allowLeaving, useUnsavedGuard } from '~/ui/form/unsaved-guard';
import { useAddress } from '~/ui/layout/address';
import { useFailureToast } from '~/ui/toast/show-toast';
import type { CellView } from './cell-view.server';

export default function CellForm({ view, company }: { view: CellView; company: string }) {
  const { id, cell, value, day, options, reasons, none, hint } = view;
  const address = useAddress();
  const navigate = useNavigate();
  const saved =
    useSavedSubmission<Partial<Record<'value' | 'seen' | 'seenDay' | 'reason', string>>>();
  const closed = address({ [CELL_PARAM]: undefined, late: undefined });
  const param = formatCellParam(cell, id);
  const label = `${EDITABLE_CELLS[cell]} of ${company}`;
  const [isChanged, setChanged] = useState(false);
  const isSending = useNavigation().formData !== undefined;
  const failedAt = useFailedAt();
  useFailureToast(failedAt, 'Error', `Failed to change the ${EDITABLE_CELLS[cell]}. Not sent.`);
  const isOffered = (name: string) => !name || options?.some((option) => option.value === name);
  useReturnedFocus(param);
  useUnsavedGuard(
    isChanged && !isSending,
    ({ nextLocation: { search } }) => new URLSearchParams(search).get(CELL_PARAM) !== param,
  );
  const leaveUnsaved = () => isChanged && allowLeaving();
  return (
    <Form
      method="post"
      action={address({ [CELL_PARAM]: param })}
      preventScrollReset
      className="score-form cell-form"
      onChange={({ currentTarget }) =>
        setChanged(new FormData(currentTarget).get('value') !== value)
      }
      onKeyDown={({ key }) => {
        if (key !== 'Escape') return;
        leaveUnsaved();
        navigate(closed, { preventScrollReset: true });
      }}
    >
      <OpenedBy />
      <input type="hidden" name="intent" value="cell" />
      <input type="hidden" name="cell" value={cell} />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="seen" value={saved?.seen ?? value} />
      {day !== undefined && (
        <input type="hidden" name="seenDay" value={saved ? saved.seenDay : day} />
      )}
      {options ? (
        <select
          name="value"
          className="input w-auto max-w-48"
          defaultValue={saved?.value ?? value}
          aria-label={label[0]!.toUpperCase() + label.slice(1)}
          aria-describedby={hint && 'cell-hint'}
          autoFocus
        >
          {none && <option value="">{none}</option>}
          {saved?.value && !isOffered(saved.value) && <option>{saved.value}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} className={option.className}>
              {option.label}
            </option>
          ))}
        </select>
      ) : (
        <Link to={`/pipeline/${id}/owner`} className="link">
          Choose the new owner
        </Link>
      )}
      {reasons && (
        <select
          name="reason"
          className="input hidden w-auto max-w-48 [form:has(.closes:checked)_&]:block"
          defaultValue={saved?.reason}
          aria-label="Reason for closing"
        >
          <option value="">No reason</option>
          {reasons.map((reason) => (
            <option key={reason}>{reason}</option>
          ))}
        </select>
      )}
      {options && (
        <button className="btn" data-saves>
          {failedAt === undefined ? 'Save' : 'Try again'}
        </button>
      )}
      <Link to={closed} preventScrollReset className="btn" onClick={leaveUnsaved}>
        Cancel
      </Link>
      {hint && (
        <span id="cell-hint" className="hint whitespace-nowrap">
          {hint}
        </span>
      )}
    </Form>
  );
}

function useReturnedFocus(param: string): void {
  useEffect(
    () => () => {
      if (document.activeElement !== document.body) return;
      const link = document.querySelector<HTMLElement>(`a[href$="${CELL_PARAM}=${param}"]`);
      link?.focus({ preventScroll: true });
    },
    [param],
  );
}
