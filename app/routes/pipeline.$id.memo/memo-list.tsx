import type { MemosView } from './view.server';

export function MemoList({ dealId, memos }: Pick<MemosView, 'dealId' | 'memos'>) {
  if (!memos.length) return null;
  return (
    <ul className="user-list ruled" aria-label="Frozen memos">
      {memos.map(({ id, title, by, at, sha256 }) => (
        <li key={id} id={`memo-${id}`}>
          <div className="min-w-0">
            <a href={`/pipeline/${dealId}/memo/${id}`} className="link">
              <bdi>{title}</bdi>
            </a>
            <p className="hint">
              {at} by <bdi>{by}</bdi>
            </p>
            <p className="hint break-all">SHA-256 {sha256}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
