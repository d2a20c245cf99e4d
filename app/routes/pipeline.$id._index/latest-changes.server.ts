import type { HistoryEvent } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { listDealHistory } from '~/domain/timeline/deal-history.server';
import type { Locale } from '~/format/locale';
import { getItemName, loadChangeContext, toWholeChangeView } from '~/ui/history/change-view.server';
import { truncateValue } from '~/ui/history/format-value.server';
import { describeChange, isToldBySentence } from './describe-change.server';

const MAX_LINE_FIELDS = 3;
const MAX_LINE_VALUE_CHARACTERS = 60;

const MAX_CHANGES_PER_LINE = 3;

export async function loadLatestChangesView(
  viewer: Viewer,
  id: number,
  locale: Locale,
  limit: number,
) {
  const read = { limit: MAX_CHANGES_PER_LINE * limit, offset: 0 };
  const changes = await listDealHistory(viewer, id, read);
  const context = await loadChangeContext(viewer, changes, locale);
  return groupIntoLines(changes, limit).map(([change, ...others]) => {
    const {
      id,
      at,
      who,
      token,
      import: source,
      reason,
      ...view
    } = toWholeChangeView(change!, context);
    const item = [view.item, ...others.map(getItemName)].filter(Boolean).join(', ');
    const named =
      view.kind === 'created' ? [] : view.fields.filter((field) => !isToldBySentence(field));
    return {
      id,
      at,
      who,
      token,
      import: source,
      reason,
      sentence: describeChange({ ...view, item }),
      fields: named.slice(0, MAX_LINE_FIELDS).map(({ label, from, to }) => ({
        label,
        from: truncateValue(from, MAX_LINE_VALUE_CHARACTERS),
        to: truncateValue(to, MAX_LINE_VALUE_CHARACTERS),
      })),
      more: Math.max(0, named.length - MAX_LINE_FIELDS),
    };
  });
}

function groupIntoLines(changes: HistoryEvent[], maxLines: number): HistoryEvent[][] {
  const lines: HistoryEvent[][] = [];
  for (const change of changes) {
    const line = lines.at(-1);
    if (line && isAddedInSameLine(line[0]!, change)) line.push(change);
    else lines.push([change]);
  }
  return lines.slice(0, maxLines);
}

function isAddedInSameLine(first: HistoryEvent, change: HistoryEvent): boolean {
  const isAdded =
    first.kind === 'created' && (first.subject === 'contact' || first.subject === 'task');
  const keys = ['subject', 'kind', 'actorId'] as const;
  return isAdded && keys.every((key) => first[key] === change[key]);
}

export type LatestChange = Awaited<ReturnType<typeof loadLatestChangesView>>[number];
