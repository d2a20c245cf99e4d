import { Link } from '@remix-run/react';
import { StatCard } from '~/components/list/stats';
import type { ResultView } from '~/screens/import/result.server';
import { counted } from '~/models/text';
import { ImportHead } from './head';

export function ImportResult({ result }: { result: ResultView }) {
  const { id, file, by, at, created, updated, skipped, deals, mayUndo, undone } = result;
  return (
    <div className="mx-auto grid max-w-[800px] grid-cols-[minmax(0,1fr)] gap-4 text-text">
      <ImportHead title={undone ? 'Undone' : 'Imported'} file={file}>
        <p className="mt-1 break-words text-ink-muted">
          {at}
          {by && `, by ${by}`}
        </p>
      </ImportHead>
      <section aria-label="Summary" className="band">
        <StatCard label="Created" value={created} />
        <StatCard label="Updated" value={updated} />
        <StatCard label="Skipped" value={skipped} />
      </section>
      {undone && <Undone undone={undone} />}
      <p className="flex flex-wrap gap-2 text-base">
        {created + updated > 0 && !undone && (
          <Link to={deals} className="btn btn-primary">
            Show these deals
          </Link>
        )}
        <Link to="/import" className="btn">
          Import another file
        </Link>
        {mayUndo && (
          <Link to={`/import/${id}/result?undo`} className="btn btn-danger">
            Undo this import
          </Link>
        )}
      </p>
    </div>
  );
}

/** Deals that are named; the history has them all. */
const MOST_KEPT = 100;

function Undone({ undone }: { undone: NonNullable<ResultView['undone']> }) {
  const { at, deleted, reverted, kept } = undone;
  return (
    <>
      <p className="notice">
        Undone on {at}: {counted(deleted, 'deal')} deleted, {reverted.toLocaleString('en')}{' '}
        reverted.
      </p>
      {kept.length > 0 && (
        <section aria-labelledby="kept">
          <h2 id="kept">Changed since, so not reverted</h2>
          <ul className="name-list ruled">
            {kept.slice(0, MOST_KEPT).map((deal) => (
              <li key={deal.id}>
                <Link
                  to={`/pipeline/${deal.id}/history`}
                  className="link min-w-0 font-medium break-words"
                >
                  {deal.companyName}
                </Link>
                <span className="muted min-w-0 break-words">{deal.why}</span>
              </li>
            ))}
          </ul>
          {kept.length > MOST_KEPT && (
            <p className="muted mt-2">and {counted(kept.length - MOST_KEPT, 'more deal')}</p>
          )}
        </section>
      )}
    </>
  );
}
