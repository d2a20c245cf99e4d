import type { Db } from '#db/client';
import type { Contact, Import } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { CONTACT_IMPORT_FIELDS } from '~/domain/contact/import-fields';
import type { HistoryMoment } from '~/domain/export/reference';
import { listNewFields } from '~/domain/import/mapping/new-fields.server';
import type { SheetContent } from '~/domain/import/mapping/targets';
import { createOptionParser } from '~/domain/import/values/option-parser';
import type { CustomFields, StageNames } from '~/domain/import/values/parse-options';
import { createValueDecisions, type ValueDecisions } from '~/domain/import/values/value-choices';
import { queryOptionLists } from '~/domain/option-list/list.server';
import { isSameName, type OptionLists } from '~/domain/option-list/option-lists';
import type { FieldValues, RowContext, StoredDeal } from './comparison';
import {
  type FileCompany,
  findContactsByDeal,
  findDealsByCompany,
  findDealsById,
  findEvaluations,
  findOwnersByEmail,
  type NamedDeal,
} from './deal-lookup.server';
import {
  createHistoryCheck,
  type ExportedValues,
  findExportedValues,
} from './exported-values.server';
import { loadCustomFields, loadStageNames } from './field-lookup.server';
import { type FileRow, getCell } from './file-row';
import { getOwnerEmail } from './owner';
import type { EarlierValuesByDeal } from './repeated-fields';

const MAX_DUPLICATES = 5;

export type RowPosition = Pick<FileRow, 'n' | 'sheet' | 'row'>;

interface ComparisonContext extends Omit<RowContext, 'owners'> {
  tx: Db;
  sheetNames: string[];
  lists: OptionLists;
  dealRows: Map<string, RowPosition>;
  newRows: Map<string, RowPosition>;
  earlierValues: EarlierValuesByDeal;
  /**
   * At most five deals by the company's name in the file. Kept for all names, as searching again in
   * each chunk took minutes.
   */
  matches: Map<string, NamedDeal[]>;
  isInHistory: (moment: HistoryMoment) => Promise<boolean>;
}

export async function createComparisonContext(
  viewer: Viewer,
  { dayFirst, sheets, valueChoices }: Pick<Import, 'dayFirst' | 'sheets' | 'valueChoices'>,
  tx: Db,
): Promise<Omit<ComparisonContext, 'refusesCells' | 'createsDuplicates' | 'unknownValues'>> {
  const lists = await queryOptionLists(tx);
  const decisions = createValueDecisions(valueChoices);
  return {
    viewer,
    dayFirst,
    tx,
    sheetNames: sheets.map(({ name }) => name),
    lists,
    optionParser: createOptionParser(lists),
    decisions,
    stages: addNewStages(await loadStageNames(tx, lists), decisions),
    customFields: addNewOptions(await loadCustomFields(listNewFields({ sheets }), tx), decisions),
    dealRows: new Map(),
    newRows: new Map(),
    earlierValues: new Map(),
    matches: new Map(),
    isInHistory: createHistoryCheck(tx),
  };
}

export interface ChunkContext extends ComparisonContext, RowContext {
  deals: Map<number, StoredDeal>;
  evaluations: Map<number, FieldValues>;
  contacts: Map<number, Contact[]>;
  exportedValues: Record<'deals' | 'evaluations', ExportedValues>;
  rowsWithHistory: Set<FileRow>;
}

export async function loadChunkContext(
  comparison: ComparisonContext,
  rows: FileRow[],
): Promise<ChunkContext> {
  const { viewer, tx, lists, matches, isInHistory } = comparison;
  const referenced = rows.filter(({ reference }) => reference);
  const unreferenced = rows.filter(({ referenceText }) => !referenceText);
  const unknown = unreferenced.filter(({ company }) => !matches.has(company));
  const newMatches = await findDealsByCompany(viewer, unknown, MAX_DUPLICATES, tx);
  for (const [company, named] of newMatches) matches.set(company, named);
  const best = unreferenced.flatMap((row) => listMatches(matches, row)[0] ?? []);
  const ids = [...new Set([...referenced.map(({ reference }) => reference!.id), ...best])];
  const isEvaluated = rows.some(({ holds }) => holds === 'evaluations');
  const hasContacts = rows.some(({ columns }) =>
    CONTACT_IMPORT_FIELDS.some((field) => columns.has(field)),
  );
  const rowsWithHistory = new Set<FileRow>();
  for (const row of referenced)
    if (await isInHistory(row.reference!.moment)) rowsWithHistory.add(row);
  const listReferences = (holds: SheetContent) =>
    [...rowsWithHistory].filter((row) => row.holds === holds).map(({ reference }) => reference!);
  const emails = [
    ...rows.map((row) => getOwnerEmail(getCell(row, 'owner'))),
    ...comparison.decisions.listReplacements('owner').map(getOwnerEmail),
  ];
  return {
    ...comparison,
    owners: await findOwnersByEmail(viewer, [...new Set(emails.filter(Boolean))], tx),
    deals: await findDealsById(viewer, ids, tx),
    evaluations: await findEvaluations(isEvaluated ? ids : [], tx),
    contacts: await findContactsByDeal(hasContacts ? ids : [], tx),
    exportedValues: {
      deals: await findExportedValues('pipeline', listReferences('deals'), tx, lists),
      evaluations: await findExportedValues('evaluation', listReferences('evaluations'), tx, lists),
    },
    rowsWithHistory,
  };
}

/** Lists the deals that a row may be about, first those whose name is written in the same way. */
export function listMatches(
  matches: ComparisonContext['matches'],
  { company, companyKeys }: FileCompany,
): number[] {
  const isSame = ({ companyName }: NamedDeal) => isSameName(companyName, company);
  const named = companyKeys.length ? (matches.get(company) ?? []) : [];
  const ordered = [...named.filter(isSame), ...named.filter((deal) => !isSame(deal))];
  return ordered.map(({ id }) => id);
}

function addNewStages(stages: StageNames, decisions: ValueDecisions): StageNames {
  return { ...stages, names: [...stages.names, ...decisions.listNewOptions('stage')] };
}

function addNewOptions(
  { definitions, people }: CustomFields,
  decisions: ValueDecisions,
): CustomFields {
  const extended = [...definitions].map(([name, field]) => {
    const added = decisions.listNewOptions(name);
    const options = added.length ? [...field.options, ...added] : field.options;
    return [name, { ...field, options }] as const;
  });
  return { definitions: new Map(extended), people };
}
