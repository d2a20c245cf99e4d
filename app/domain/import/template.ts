import { getFundingRoundLabel } from '~/domain/deal/offered-values';
import { DEAL_FIELDS, type DealKey } from '~/domain/deal-field/fields';
import { type Cell, makeSheet, type Sheet, type SheetColumn } from '~/domain/export/sheet';
import type { OptionLists } from '~/domain/option-list/option-lists';
import { formatNumber } from '~/domain/text/text';

export function buildTemplateSheets(lists: OptionLists): Sheet[] {
  const columns = DEAL_FIELDS.map(
    ({ key, label: header, width, kind }): SheetColumn<typeof EXAMPLE_ROW> => ({
      header,
      width,
      format: kind === 'day' ? 'yyyy-mm-dd' : undefined,
      getCell: (row) => row[key] ?? null,
    }),
  );
  return [
    makeSheet('Deals', columns, iterateRows([EXAMPLE_ROW])),
    makeSheet('Allowed values', ALLOWED_VALUES_COLUMNS, iterateRows(listAllowedValues(lists))),
  ];
}

async function* iterateRows<Row>(rows: Row[]): AsyncGenerator<Row> {
  yield* rows;
}

const EXAMPLE_ROW: Partial<Record<DealKey, Cell>> = {
  companyName: 'Example Ltd (replace this row)',
  ceoName: 'Ada Example',
  industries: 'AI, Fintech',
  businessIntroduction: 'What the company does, for whom, and why it wins',
  keyBusinessNumbers: 'ARR $1.2M, growth 140% YoY',
  fundingRound: 'Series A',
  targetFundingSize: '$5M',
  targetClosingDate: new Date('2027-03-31T00:00:00Z'),
  evaluationScore: 7.5,
  nextMeetingDate: '30 days',
};

interface AllowedValues {
  field: string;
  values: string;
}

/** Worded so that no row of this sheet looks like a header. */
function listAllowedValues(lists: OptionLists): AllowedValues[] {
  return DEAL_FIELDS.map(({ key, label, ...field }) => ({
    field: `In ${label}`,
    values: describeAllowedValues(key, field, lists),
  }));
}

const ALLOWED_VALUES_COLUMNS: SheetColumn<AllowedValues>[] = [
  { header: 'Where', width: 24, getCell: ({ field }) => field },
  { header: 'What you can write', width: 90, getCell: ({ values }) => values },
];

function describeAllowedValues(
  key: DealKey,
  field: { kind: string; limit?: number },
  { listActiveNames }: OptionLists,
): string {
  const note = 'Other values are kept.';
  switch (key) {
    case 'fundingRound':
      return `${listActiveNames('rounds').map(getFundingRoundLabel).join(', ')}. ${note}`;
    case 'nextMeetingDate':
      return `${listActiveNames('meetings').join(', ')}, or a date, such as 2027-03-31. ${note}`;
    case 'industries':
      return `${listActiveNames('industries').join(', ')}: several, separated by commas. ${note}`;
    case 'evaluationScore':
      return '0 to 10, with at most one decimal';
    case 'nextMeetingOn':
    case 'targetClosingDate':
      return 'A date, such as 2027-03-31';
    default:
      return `Text of up to ${formatNumber(field.limit!)} characters`;
  }
}
