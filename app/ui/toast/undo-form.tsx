import { useLocation } from '@remix-run/react';
import type { Toast } from '~/toast';
import { ButtonForm } from '~/ui/form/button-form';
import { usePrefetchedRoutes } from '~/ui/layout/prefetch-routes';

const PREFETCHED_ROUTES = ['undo'];

export function UndoForm({ undo }: { undo: NonNullable<Toast['undo']> }) {
  const { pathname, search } = useLocation();
  usePrefetchedRoutes(PREFETCHED_ROUTES);
  return (
    <ButtonForm action="/undo" failure="Not undone" undo={undo} className="ml-auto">
      <input type="hidden" name="back" value={pathname + search} />
      <input type="hidden" name="act" value={undo} />
      <button className="btn">Undo</button>
    </ButtonForm>
  );
}
