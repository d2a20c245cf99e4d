import { Link } from '@remix-run/react';
import { formatCount, formatNumber } from '~/domain/text/text';
import { ImportHead } from '~/ui/import/import-head';
import { StatCard } from '~/ui/stat-card';
import type { ResultView } from './view.server';

export function ImportResult({ result }: { result: ResultView }) {
  const { id, file, by, at, created, updated, skipped, deals, canUndo, undone } = result;
  return (
    <div className="grid max-w-240 grid-cols-[minmax(0,1fr)] gap-4 text-text">
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
      <Parts parts={result.parts} />
      {undone && <UndoneSummary undone={undone} />}
      <p className="flex flex-wrap gap-2 text-base">
        {created + updated > 0 && !undone && (
          <Link to={deals} className="btn btn-primary">
            Show these deals
          </Link>
        )}
        <Link to="/import" className="btn">
          Import another file
        </Link>
        {canUndo && (
          <Link to={`/import/${id}/result?undo`} className="btn btn-danger">
            Undo this import
          </Link>
        )}
      </p>
    </div>
  );
}

function Parts({ parts }: Pick<ResultView, 'parts'>) {
  if (!parts.length) return null;
  return (
    <section aria-labelledby="parts">
      <h2 id="parts">Rows imported in part or not at all</h2>
      <ul className="name-list ruled">
        {parts.map(({ set, text, workbook }) => (
          <li key={set} className="flex flex-wrap justify-between gap-x-3 px-3 py-2">
            <span className="min-w-0 break-words">{text}</span>
            {workbook && (
              <a href={workbook} className="link" download aria-label={`Download: ${text}`}>
                Download
              </a>
            )}
          </li>
        ))}
      </ul>
      {parts.some(({ workbook }) => workbook) && (
        <p className="muted mt-2">
          Each download holds the original rows with the reasons, and is kept for 30 days.
        </p>
      )}
    </section>
  );
}

const MAX_LISTED_SKIPPED = 100;

function UndoneSummary({ undone }: { undone: NonNullable<ResultView['undone']> }) {
  const { at, deleted, reverted, skipped, unseen, alreadyDeleted = 0, keptFields = [] } = undone;
  return (
    <>
      <p className="notice">
        Undone on {at}: {formatCount(deleted, 'deal')} deleted, {formatNumber(reverted)} reverted.
      </p>
      {alreadyDeleted > 0 && (
        <p className="muted">
          Deleted before: {formatCount(alreadyDeleted, 'created deal')}. Restoring them, or the
          account they were deleted with, brings them back.
        </p>
      )}
      {unseen > 0 && (
        <p className="muted">
          Not reverted: {formatCount(unseen, 'deal')} deleted since, or no longer visible to you.
        </p>
      )}
      {keptFields.length > 0 && (
        <p className="muted break-words">
          Kept: {formatCount(keptFields.length, 'new field')} (
          {new Intl.ListFormat('en').format(keptFields)}), as deals in the trash may have values for
          {keptFields.length === 1 ? ' it' : ' them'}.
        </p>
      )}
      {skipped.length > 0 && (
        <section aria-labelledby="kept">
          <h2 id="kept">Changed since, so not reverted</h2>
          <ul className="name-list ruled">
            {skipped.slice(0, MAX_LISTED_SKIPPED).map((deal) => (
              <li key={deal.id} className="flex flex-wrap justify-between gap-x-3 px-3 py-2">
                {deal.isGone ? (
                  <span className="min-w-0 font-medium break-words">{deal.companyName}</span>
                ) : (
                  <Link
                    to={`/pipeline/${deal.id}/history`}
                    className="link min-w-0 font-medium break-words"
                  >
                    {deal.companyName}
                  </Link>
                )}
                <span className="muted min-w-0 break-words">{deal.why}</span>
              </li>
            ))}
          </ul>
          {skipped.length > MAX_LISTED_SKIPPED && (
            <p className="muted mt-2">
              and {formatCount(skipped.length - MAX_LISTED_SKIPPED, 'more deal')}
            </p>
          )}
        </section>
      )}
    </>
  );
}
