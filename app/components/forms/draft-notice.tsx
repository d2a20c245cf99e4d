import type { useLocalDraft } from './local-draft';

const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const DATE = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });

export function DraftNotice({ draft }: { draft: ReturnType<typeof useLocalDraft> }) {
  if (!draft.found) return null;
  const at = new Date(draft.found.at);
  const isToday = at.toDateString() === new Date().toDateString();
  return (
    <div role="status" className="notice flex-wrap items-center">
      <p className="min-w-0 flex-1">
        Your unsaved changes from {isToday ? '' : `${DATE.format(at)}, `}
        {TIME.format(at)}
      </p>
      <button type="button" className="btn" onClick={draft.take}>
        Take them
      </button>
      <button type="button" className="btn btn-quiet" onClick={draft.discard}>
        Discard
      </button>
    </div>
  );
}
