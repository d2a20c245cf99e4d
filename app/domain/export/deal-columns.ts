import type { CustomField, Evaluation } from '#db/schema';
import type { Person } from '~/domain/custom-field/values';
import type { DealDetails } from '~/domain/deal/details.server';
import { DEAL_FIELDS, type DealField } from '~/domain/deal-field/fields';
import { CATEGORIES, CRITERIA } from '~/domain/evaluation/criteria';
import { computeCategoryScore, computeHeaderScore } from '~/domain/evaluation/score';
import { getShortName } from '~/domain/person/names';
import { roundScore } from '~/domain/score/score';
import { STAGE_LABEL } from '~/domain/stage/kinds';
import { toCustomFieldCell, toExportCell } from './cells';
import { COMPANY_COLUMN } from './columns';
import { formatReference, type HistoryMoment, REFERENCE_LABEL } from './reference';
import { type Cell, makeTimeColumn, type SheetColumn } from './sheet';

export type EvaluatedRow = Pick<DealDetails, 'id' | 'companyName' | 'createdAt'> & {
  evaluation: Evaluation;
};

const SCORE_FORMAT = '0.0';

const FORMATS: Partial<Record<DealField['kind'], string>> = {
  day: 'yyyy-mm-dd',
  score: SCORE_FORMAT,
};

function makeFieldColumn(field: DealField): SheetColumn<DealDetails> {
  const { key, label: header, width, kind } = field;
  return {
    header,
    width,
    format: FORMATS[kind],
    getCell: (deal) => toExportCell(key, deal[key]),
  };
}

const OWNER_COLUMNS: SheetColumn<DealDetails>[] = [
  { header: 'Owner', width: 20, getCell: ({ user }) => getShortName(user) },
  { header: 'Owner email', width: 28, getCell: ({ user }) => user.email },
  { header: 'Group', width: 10, getCell: ({ group }) => group },
];

/** Lets an import change only what was edited in an exported file. */
function makeReferenceColumn(
  moment: HistoryMoment,
): SheetColumn<Pick<DealDetails, 'id' | 'createdAt'>> {
  return {
    header: REFERENCE_LABEL,
    width: 24,
    getCell: (deal) => formatReference(deal, moment),
  };
}

/** Returns a format that shows all digits, as programs shorten 123456789012 to 1.23457E+11. */
function getDigitsFormat(cell: Cell): string | undefined {
  if (typeof cell !== 'number') return undefined;
  const match = /^-?\d+(?:\.(\d+))?$/.exec(String(Number(cell.toPrecision(15))));
  if (!match) return undefined;
  return match[1] ? `0.${'0'.repeat(match[1].length)}` : '0';
}

const CUSTOM_FIELD_FORMATS: Partial<Record<CustomField['kind'], SheetColumn<never>['format']>> = {
  day: FORMATS.day,
  number: getDigitsFormat,
};

export function makeCustomFieldColumn(
  field: CustomField,
  people: Person[],
): SheetColumn<DealDetails> {
  const { key, name, kind } = field;
  return {
    header: name,
    width: kind === 'longText' ? 40 : 20,
    format: CUSTOM_FIELD_FORMATS[kind],
    getCell: (deal) => toCustomFieldCell(field, deal.fields[key] ?? null, people),
  };
}

export function makeDealColumns(
  timeZone: string,
  exported: HistoryMoment,
  customFieldColumns: SheetColumn<DealDetails>[],
): SheetColumn<DealDetails>[] {
  return [
    ...DEAL_FIELDS.flatMap((field) => [
      ...(field.key === 'industries' ? OWNER_COLUMNS : []),
      makeFieldColumn(field),
    ]),
    { header: STAGE_LABEL, width: 16, getCell: ({ stage }) => stage },
    ...customFieldColumns,
    makeTimeColumn('Created', ({ createdAt }) => createdAt, timeZone),
    makeTimeColumn('Last Updated', ({ updatedAt }) => updatedAt, timeZone),
    makeReferenceColumn(exported),
  ];
}

export function makeEvaluationColumns(exported: HistoryMoment): SheetColumn<EvaluatedRow>[] {
  const makeScoreColumn = (
    header: string,
    getScore: (evaluation: Evaluation) => number | null,
  ) => ({
    header,
    width: 12,
    format: SCORE_FORMAT,
    getCell: ({ evaluation }: EvaluatedRow) => getScore(evaluation),
  });
  return [
    COMPANY_COLUMN,
    makeScoreColumn('Overall score', (evaluation) => roundScore(computeHeaderScore(evaluation))),
    makeScoreColumn('Mean of all criteria', ({ overallScore }) => overallScore),
    ...CATEGORIES.map((category) =>
      makeScoreColumn(category.title, (evaluation) =>
        roundScore(computeCategoryScore(evaluation, category)),
      ),
    ),
    ...CRITERIA.map(({ key, label }) => makeScoreColumn(label, (evaluation) => evaluation[key])),
    ...CATEGORIES.map(({ title, notes }) => ({
      header: `${title} notes`,
      width: 40,
      getCell: ({ evaluation }: EvaluatedRow) => evaluation[notes],
    })),
    makeReferenceColumn(exported),
  ];
}
