import { getDealRowId } from '~/address/return-paths';
import { getScoreTone } from '~/domain/score/score';
import { formatNumber } from '~/domain/text/text';
import { useRowLinks } from '~/ui/deal-list/row-links';
import { useCardMoves } from './use-card-moves';
import type { CardView, ColumnView } from './view.server';

export function BoardColumns({ columns }: { columns: ColumnView[] }) {
  const moves = useCardMoves(columns);
  return (
    <>
      <nav aria-label="Stages" className="mt-2 flex gap-1 overflow-x-auto sm:hidden print:hidden">
        {columns.map(({ id, name, deals }) => (
          <a key={id} href={`#stage-${id}`} className="nav flex-none">
            {name} {deals}
          </a>
        ))}
      </nav>
      <div
        className="board mt-3 flex items-start gap-1.5 overflow-x-auto pb-3 print:block"
        {...moves}
      >
        {columns.map((column) => (
          <section
            key={column.id}
            id={`stage-${column.id}`}
            data-stage={column.name}
            data-closed={column.isClosed || undefined}
            aria-label={column.name}
            className="board-column min-w-0 rounded-card p-2 wrap-anywhere"
          >
            {column.isClosed ? (
              <details>
                <summary className="list-none">
                  <ColumnHeading {...column} />
                </summary>
                <ColumnCards {...column} />
              </details>
            ) : (
              <>
                <ColumnHeading {...column} />
                <ColumnCards {...column} />
              </>
            )}
          </section>
        ))}
      </div>
    </>
  );
}

function ColumnHeading({ name, deals, sums }: ColumnView) {
  return (
    <h2 className="inline text-base print:block">
      {name} <span className="muted">{formatNumber(deals)}</span>
      {sums && <span className="block text-meta font-normal text-ink-muted">{sums}</span>}
    </h2>
  );
}

function ColumnCards({ cards, deals, all }: ColumnView) {
  const { from, back, follow } = useRowLinks();
  const renderCard = ({ id, company, score, details, meeting, isOverdue }: CardView) => (
    <li key={id} id={getDealRowId(id)} draggable>
      <a
        href={`/pipeline/${id}${from}`}
        draggable={false}
        onClick={follow}
        className="font-semibold"
      >
        {company}
      </a>
      <p className="muted truncate">
        {score !== null && (
          <span className={`score tone-${getScoreTone(score)}`}>{score.toFixed(1)}</span>
        )}
        {details}
      </p>
      {meeting && <p className={isOverdue ? 'text-danger' : undefined}>{meeting}</p>}
      <a
        href={`/pipeline/${id}/stage${back}`}
        draggable={false}
        onClick={follow}
        className="link print:hidden"
      >
        Move…
      </a>
    </li>
  );
  return (
    <>
      <ul className="mt-2 mb-2 grid grid-cols-1 gap-2">{cards.map(renderCard)}</ul>
      {all && (
        <a href={all} onClick={follow} className="link print:hidden">
          Show all {formatNumber(deals)}
        </a>
      )}
    </>
  );
}
