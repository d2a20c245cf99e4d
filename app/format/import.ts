import type { Import, ImportCounts, RowChoice, RowKind } from '#db/schema';
import type { RowResult } from '~/domain/import/preview/row-choices';
import { formatCount, formatNumber } from '~/domain/text/text';

export const ROW_KIND_LABELS: Record<RowKind, string> = {
  new: 'New',
  changed: 'Changed',
  unchanged: 'Unchanged',
  conflict: 'Conflict',
  duplicate: 'Possible duplicate',
  error: 'Error',
  leftOut: 'Left out',
};
export const PREVIEW_ROW_KINDS = Object.keys(ROW_KIND_LABELS) as RowKind[];

export function getChoiceLabel(kind: RowKind, choice: RowChoice): string {
  if (choice === 'skip') return 'Skip';
  if (choice === 'fill') return 'Fill empty fields';
  if (choice === 'create') return kind === 'new' ? 'Create' : 'Create another';
  return kind === 'duplicate' ? 'Use the file’s values' : 'Update';
}

const STATE_LABELS: Record<Import['state'], string> = {
  reading: 'Being read',
  columns: 'Columns not confirmed yet',
  comparing: 'Being compared',
  preview: 'Not imported yet',
  done: 'Imported',
  failed: 'Could not be read',
  dropped: 'Discarded for a later import',
};

export function getStateLabel({ state, undoneAt }: Pick<Import, 'state' | 'undoneAt'>): string {
  return undoneAt ? 'Undone' : STATE_LABELS[state];
}

/** For example '3 created, 2 updated, 1 skipped'. */
export function formatImportCounts({ state, counts }: Pick<Import, 'state' | 'counts'>): string {
  if (state === 'done')
    return (['created', 'updated', 'skipped'] as const)
      .map((what) => `${formatNumber(counts[what] ?? 0)} ${what}`)
      .join(', ');
  return PREVIEW_ROW_KINDS.flatMap((kind) =>
    counts[kind] ? formatKindCount(kind, counts[kind]) : [],
  ).join(', ');
}

function formatKindCount(kind: RowKind, rows: number): string {
  const noun = ROW_KIND_LABELS[kind].toLowerCase();
  return ['new', 'changed', 'unchanged', 'leftOut'].includes(kind)
    ? `${formatNumber(rows)} ${noun}`
    : formatCount(rows, noun);
}

export function formatImportButton(plan: Record<RowResult, number>): string {
  const parts = (['create', 'update', 'skip', 'open'] as const).filter((part) => plan[part]);
  const texts = parts.map((part) => {
    const rows = formatNumber(plan[part]);
    return part === 'open' ? `${rows} to decide` : `${part} ${rows}`;
  });
  return `Import: ${texts.join(', ')}`;
}

export function formatUndoSummary({ created, updated }: ImportCounts): string {
  const parts = [
    created && `${formatCount(created, 'deal')} that it created will be deleted`,
    updated &&
      `${formatCount(updated, 'deal')} that it changed will get ` +
        `${updated === 1 ? 'its' : 'their'} previous values back`,
  ].filter(Boolean);
  return parts.length ? `${parts.join(', ')}.` : 'It changed nothing.';
}
