import { useLocation } from '@remix-run/react';
import { PressForm } from '~/components/forms/press-form';
import { useFetchedAhead } from '~/components/list/fetch-ahead';
import type { Toast } from './root-data';

const AHEAD = ['undo'];

/** Undoes the act that a message tells of. */
export function UndoForm({ undo }: { undo: NonNullable<Toast['undo']> }) {
  const { pathname, search } = useLocation();
  useFetchedAhead(AHEAD);
  return (
    <PressForm action="/undo" failure="Not undone" undo={undo} className="ml-auto">
      <input type="hidden" name="back" value={pathname + search} />
      <input type="hidden" name="act" value={undo} />
      <button className="btn">Undo</button>
    </PressForm>
  );
}
