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

export interface CellView {
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

type CellContent = Omit<CellView, 'id' | 'cell'>;

interface CellContext {
  viewer: Viewer;
  locale: Locale;
}

/** A loader returns undefined for a cell that the viewer may not change. */
const CELL_LOADERS: Record<
  EditableCell,
  (row: DealRow, context: CellContext) => Promise<CellContent | undefined>
> = {
  owner: loadOwnerCell,
  stage: loadStageCell,
  round: loadRoundCell,
  meeting: loadMeetingCell,
};

export async function loadCellView(
  viewer: Viewer,
  param: string | null,
  rows: DealRow[],
  locale: Locale,
): Promise<CellView | undefined> {
  const { cell, id } = parseCellParam(param) ?? {};
  const row = rows.find((candidate) => candidate.id === id);
  if (!cell || !row) return undefined;
  const content = await CELL_LOADERS[cell](row, { viewer, locale });
  return content && { id: row.id, cell, ...content };
}

async function loadOwnerCell(
  row: DealRow,
  { viewer }: CellContext,
): Promise<CellContent | undefined> {
  if (!canManageDeal(viewer, row)) return undefined;
  const { owners, search } = await listOwnerChoices(null, []);
  const shares = await countShares([row.id]);
  return {
    value: row.owner.email,
    options:
      search === undefined
        ? owners.map(({ email, name }) => ({ value: email, label: name }))
        : undefined,
    hint: shares ? `Ends ${formatCount(shares, 'shared page')}.` : undefined,
  };
}

async function loadStageCell({ stage: value }: DealRow): Promise<CellContent> {
  const { stages, reasons } = await getOfferedStages();
  return { value, options: toStageOptions(stages, value), reasons };
}

async function loadRoundCell({ fundingRound }: DealRow): Promise<CellContent> {
  const lists = await getOptionLists();
  const names = includeStored(lists.listActiveNames('rounds'), fundingRound);
  const options = names.map(toFundingRoundOption);
  return { value: fundingRound ?? '', options, none: 'No round' };
}

async function loadMeetingCell(row: DealRow, { locale }: CellContext): Promise<CellContent> {
  const lists = await getOptionLists();
  const names = includeStored(lists.listActiveNames('meetings'), row.nextMeetingDate);
  return {
    value: row.nextMeetingDate ?? '',
    day: row.nextMeetingOn ?? '',
    options: names.map((value) => ({
      value,
      label:
        value === row.nextMeetingDate
          ? formatMeeting(row, locale)!
          : formatOfferedMeeting(value, lists, locale),
    })),
    none: 'Not planned',
  };
}

function includeStored(names: string[], stored: string | null): string[] {
  return stored === null || names.includes(stored) ? names : [...names, stored];
}
