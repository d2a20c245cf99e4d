import { Link, useLocation, useSubmit } from '@remix-run/react';
import type { MouseEvent } from 'react';
import { Icon } from './icon';

export const DELETE_PIPELINE = 'Are you sure you want to delete this pipeline?';

/** Asks in the browser's own dialog where scripts run (spec §7), else on a page of its own. */
export function DeleteDeal({ id, company }: { id: number; company: string }) {
  const { pathname, search } = useLocation();
  const submit = useSubmit();
  const back = pathname + search;

  function ask(event: MouseEvent) {
    event.preventDefault();
    if (window.confirm(DELETE_PIPELINE)) submit({ back }, { method: 'post', action: `/pipeline/${id}/delete`, preventScrollReset: true });
  }

  return (
    <Link to={`/pipeline/${id}/delete?${new URLSearchParams({ back })}`} className="btn btn-icon btn-danger ml-2" aria-label={`Delete ${company}`} title="Delete" onClick={ask}>
      <Icon name="delete" />
    </Link>
  );
}
