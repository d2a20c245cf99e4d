import { Link, useRevalidator } from '@remix-run/react';
import { type ReactNode, useEffect } from 'react';
import { Icon } from '~/components/frame/icon';
import { StatCard } from '~/components/list/stats';
import { counted } from '~/models/text';
import type { ResultView } from '~/screens/import/import.server';

/** What stands at the top of each step of an import. */
export function ImportHead({
  title,
  file,
  children,
}: {
  title: string;
  file: string;
  children?: ReactNode;
}) {
  return (
    <div>
      <Link to="/import" className="link">
        All imports
      </Link>
      <h1 className="mt-2 break-words">
        {title}: {file}
      </h1>
      {children}
    </div>
  );
}

interface Progress {
  file: string;
  state: string;
  progress: number;
  total?: number;
}

/** How far a file is. The page looks again each second, without scripts by itself. */
export function ImportProgress({ file, state, progress, total }: Progress) {
  useReloadEachSecond();
  const isReading = state === 'reading';
  return (
    <div className="card mx-auto mt-8 w-full max-w-md p-6">
      <noscript>
        <meta httpEquiv="refresh" content="1" />
      </noscript>
      <div role="status">
        <h1 className="break-words">{`${isReading ? 'Reading' : 'Comparing'} ${file}`}</h1>
      </div>
      <p className="mt-2 flex items-center gap-2 tabular-nums">
        <span className="spinner" />
        {counted(progress, 'row')} {isReading ? 'read' : 'compared'}
        {total ? ` of ${total.toLocaleString('en')}` : ''}
      </p>
      <progress
        className="mt-3 w-full"
        aria-label="Progress"
        max={total || undefined}
        value={total ? progress : undefined}
      />
      <p className="mt-3 text-ink-muted">
        {isReading
          ? 'Next step: columns.'
          : 'Next step: preview. Nothing is saved until you import.'}{' '}
        You can leave this page and come back to it from{' '}
        <Link to="/import" className="link">
          all imports
        </Link>
        .
      </p>
    </div>
  );
}

/** In ms. */
const EVERY = 1_000;

/** If the server cannot be reached, the page stays as it is. */
function useReloadEachSecond(): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const timer = setInterval(() => {
      void fetch('/healthz', { cache: 'no-store' }).then(
        ({ ok }) => ok && revalidate(),
        () => undefined,
      );
    }, EVERY);
    return () => clearInterval(timer);
  }, [revalidate]);
}

interface Failed {
  file: string;
  problem: string | null;
  /** It was read, and dropped for a later one. */
  isDropped: boolean;
}

export function ImportFailed({ file, problem, isDropped }: Failed) {
  return (
    <div className="card mx-auto mt-8 w-full max-w-md p-6">
      <h1 className="flex items-start gap-2 break-words">
        <Icon name="alert" className="mt-1.5 text-danger" />
        {file} {isDropped ? 'was dropped' : 'could not be read'}
      </h1>
      <p role="alert" className="mt-2">
        {problem}
      </p>
      <p className="mt-1 text-ink-muted">Nothing was imported.</p>
      <Link to="/import" className="btn btn-primary mt-4">
        Choose another file
      </Link>
    </div>
  );
}

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
  const { at, deleted, reverted, kept, unseen } = undone;
  return (
    <>
      <p className="notice">
        Undone on {at}: {counted(deleted, 'deal')} deleted, {reverted.toLocaleString('en')}{' '}
        reverted.
      </p>
      {unseen > 0 && (
        <p className="muted">
          Not reverted: {counted(unseen, 'deal')} deleted since, or no longer visible to you.
        </p>
      )}
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
