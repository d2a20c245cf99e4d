import type { Lists } from '~/models/lists/lists';
import { roundLabel } from '~/models/pipeline/options';
import { PIPELINE_FIELDS, type PipelineKey } from '~/models/pipeline/fields';
import { type Cell, type Column, type Sheet, sheetOf } from '~/models/workbook';

/** The workbook that shows how a file to be imported may look. */
export function templateSheets(lists: Lists): Sheet[] {
  const columns = PIPELINE_FIELDS.map(
    ({ key, label: header, width, kind }): Column<typeof EXAMPLE> => ({
      header,
      width,
      format: kind === 'day' ? 'yyyy-mm-dd' : undefined,
      value: (row) => row[key],
    }),
  );
  return [
    sheetOf('Deals', columns, rowsOf([EXAMPLE])),
    sheetOf('Allowed values', HELP_COLUMNS, rowsOf(helpFor(lists))),
  ];
}

async function* rowsOf<Row>(rows: Row[]): AsyncGenerator<Row> {
  yield* rows;
}

const EXAMPLE: Record<PipelineKey, Cell> = {
  companyName: 'Example Ltd (replace this row)',
  ceoName: 'Ada Example',
  cooName: null,
  cfoName: null,
  industries: 'AI, Fintech',
  businessIntroduction: 'What the company does, for whom, and why it wins',
  keyBusinessNumbers: 'ARR $1.2M, growth 140% YoY',
  fundingRound: 'Series A',
  targetFundingSize: '$5M',
  targetClosingDate: new Date('2027-03-31T00:00:00Z'),
  evaluationScore: 7.5,
  nextMeetingDate: '30 days',
  comments: null,
};

interface Help {
  field: string;
  values: string;
}

/** Worded so that no row of this sheet looks like the names of columns. */
function helpFor(lists: Lists): Help[] {
  return PIPELINE_FIELDS.map(({ key, label, ...field }) => ({
    field: `In ${label}`,
    values: helpOf(key, field, lists),
  }));
}

const HELP_COLUMNS: Column<Help>[] = [
  { header: 'Where', width: 24, value: ({ field }) => field },
  { header: 'What you can write', width: 90, value: ({ values }) => values },
];

function helpOf(
  key: PipelineKey,
  field: { kind: string; limit?: number },
  { names }: Lists,
): string {
  const note = 'Other values are kept.';
  switch (key) {
    case 'fundingRound':
      return `${names('rounds').map(roundLabel).join(', ')}. ${note}`;
    case 'nextMeetingDate':
      return `${names('meetings').join(', ')}. ${note}`;
    case 'industries':
      return `${names('industries').join(', ')}: several, separated by commas. ${note}`;
    case 'evaluationScore':
      return '0 to 10, with at most one decimal';
    case 'targetClosingDate':
      return 'A date, such as 2027-03-31';
    default:
      return `Text of up to ${field.limit?.toLocaleString('en')} characters`;
  }
}
