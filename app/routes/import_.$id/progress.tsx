import { Link, useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';
import { formatCount, formatNumber } from '~/domain/text/text';
import { Icon } from '~/ui/icon';

interface ImportProgressProps {
  file: string;
  state: string;
  progress: number;
  total?: number;
}

export function ImportProgress({ file, state, progress, total }: ImportProgressProps) {
  useReloadEachSecond();
  const isReading = state === 'reading';
  return (
    <div className="card w-full max-w-160 p-6">
      <noscript>
        <meta httpEquiv="refresh" content="1" />
      </noscript>
      <div role="status">
        <h1 className="break-words">{`${isReading ? 'Reading' : 'Comparing'} ${file}`}</h1>
      </div>
      <p className="mt-2 flex items-center gap-2 tabular">
        <span className="spinner" />
        {formatCount(progress, 'row')} {isReading ? 'read' : 'compared'}
        {total ? ` of ${formatNumber(total)}` : ''}
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

const RELOAD_INTERVAL_MS = 1_000;

function useReloadEachSecond(): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const timer = setInterval(() => {
      void fetch('/healthz', { cache: 'no-store' }).then(
        ({ ok }) => ok && revalidate(),
        () => undefined,
      );
    }, RELOAD_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [revalidate]);
}

interface ImportFailedProps {
  file: string;
  problem: string | null;
  /** True if this reading was replaced by a later one. */
  isDropped: boolean;
}

export function ImportFailed({ file, problem, isDropped }: ImportFailedProps) {
  return (
    <div className="card w-full max-w-160 p-6">
      <h1 className="flex items-start gap-2 break-words">
        <Icon name="alert" className="mt-1.5 text-danger" />
        {file} {isDropped ? 'was discarded' : 'could not be read'}
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
