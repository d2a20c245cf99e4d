import { canManageDeal, type Viewer } from '~/domain/access';
import { type EditableCell, parseCellParam } from '~/domain/deal/editable-cells';
import type { DealRow } from '~/domain/deal/list.server';
import { toFundingRoundOption } from '~/domain/deal/offered-values';
import { getOptionLists } from '~/domain/option-list/list.server';
import { countShares } from '~/domain/share/list.server';
import { getOfferedStages } from '~/domain/stage/offered.server';
import { formatCount } from '~/domain/text/text';
import { listOwnerChoices } from '~/domain/user/owner-choices.server';
import { formatMeeting, formatOfferedMeeting } from '~/format/deal-field';
import type { Locale } from '~/format/locale';
import { toStageOptions } from '~/ui/stage/stage-options';

interface CellView {
  id: number;
  cell: EditableCell;
  value: string;
  /** Day of the next meeting beside the choice. */
  day?: string;
  options?: { value: string; label: string; className?: string }[];
  reasons?: string[];
  none?: string;
  hint?: string;
}

export async function loadCellView(
  viewer: Viewer,
  param: string | null,
  rows: DealRow[],
  locale: Locale,
): Promise<CellView | undefined> {
  const { cell, id } = parseCellParam(param) ?? {};
  const row = rows.find((candidate) => candidate.id === id);
  if (!cell || !row) return undefined;
  if (cell === 'owner')
    return canManageDeal(viewer, row) ? { id: row.id, cell, ...(await loadOwner(row)) } : undefined;
  if (cell === 'stage') return { id: row.id, cell, ...(await loadStages(row)) };
  const lists = await getOptionLists();
  if (cell === 'round') {
    const names = includeStored(lists.listActiveNames('rounds'), row.fundingRound);
    const options = names.map(toFundingRoundOption);
    return { id: row.id, cell, value: row.fundingRound ?? '', options, none: 'No round' };
  }
  const names = includeStored(lists.listActiveNames('meetings'), row.nextMeetingDate);
  const options = names.map((value) => ({
    value,
    label:
      value === row.nextMeetingDate
        ? formatMeeting(row, locale)!
        : formatOfferedMeeting(value, lists, locale),
  }));
  const stored = { value: row.nextMeetingDate ?? '', day: row.nextMeetingOn ?? '' };
  return { id: row.id, cell, ...stored, options, none: 'Not planned' };
}
export type { CellView };

function includeStored(names: string[], stored: string | null): string[] {
  return stored === null || names.includes(stored) ? names : [...names, stored];
}

async function loadStages({ stage: value }: DealRow) {
  const { stages, reasons } = await getOfferedStages();
  return { value, options: toStageOptions(stages, value), reasons };
}

async function loadOwner({ id, owner }: DealRow) {
  const { owners, search } = await listOwnerChoices(null, []);
  const shares = await countShares(id);
  return {
    value: owner.email,
    options:
      search === undefined
        ? owners.map(({ email, name }) => ({ value: email, label: name }))
        : undefined,
    hint: shares ? `Ends ${formatCount(shares, 'shared page')}.` : undefined,
  };
}
