import { useRootData } from '~/components/frame/root-data';
import { formatDateTime } from '~/models/dates';
import type { useLocalDraft } from './local-draft';

export function DraftNotice({ draft }: { draft: ReturnType<typeof useLocalDraft> }) {
  const locale = useRootData();
  if (!draft.found || !locale) return null;
  return (
    <div role="status" className="notice flex-wrap items-center">
      <p className="min-w-0 flex-1">
        Your unsaved changes from {formatDateTime(new Date(draft.found.at), locale)}
      </p>
      <button type="button" className="btn" onClick={draft.take}>
        Restore
      </button>
      <button type="button" className="btn btn-quiet" onClick={draft.discard}>
        Discard
      </button>
    </div>
  );
}
