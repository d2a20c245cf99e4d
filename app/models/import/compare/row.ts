import type {
  CellProblem,
  DoubtfulCell,
  FieldOutcome,
  FieldValue,
  RowChoice,
  RowKind,
  RowOutcome,
} from '#db/schema';
import { isStaff, type Viewer } from '~/models/access';
import { cellText, isBlank } from '~/models/import/cell';
import { truncated } from '~/models/text';
import { readCurrency } from '~/models/import/match/amounts';
import { CURRENCY_TARGET } from '~/models/import/match/targets';
import { amountOf, cellOf, fieldsOf, type FileRow, NAME_LIMIT, problemAt } from './file-row';
import { readContact } from './contact';
import { isSame } from './three-way';
import type { Spellings } from './spellings';
import {
  isDoubtful,
  type KnownFields,
  type KnownStages,
  oneLine,
  readCell,
  type ReadOptions,
  saysNothing,
} from './values';

export type Fields = Record<string, FieldValue>;

/** A deal that the importer may see; its owner's email is the field 'owner'. */
export interface KnownDeal {
  id: number;
  userId: string;
  createdAt: Date;
  fields: Fields;
  /** The stored contact that the row is about; its stored values are in `fields`. */
  contactId?: number;
}

export interface Owner {
  id: string;
  email: string;
}

/** What is known about the row beside the file. */
export interface Facts {
  viewer: Viewer;
  dayFirst: boolean | null;
  /** Users who can become owners, by email in lower case. */
  owners: Map<string, Owner>;
  stages: KnownStages;
  spellings: Spellings;
  own: KnownFields;
  /** A cell that is no value makes its row an error: nobody sees what it would be imported without. */
  refusesCells: boolean;
}

export interface Compared {
  kind: RowKind;
  pipelineId: number | null;
  outcome: RowOutcome;
  /** What is chosen for the row at first, where that is not the default of its kind. */
  choice?: RowChoice;
}

const FOREIGN_OWNER = 'The owner is ignored: only managers and admins can choose owners';
const NOT_AN_OWNER = 'is not the email of a colleague who can log in';
export const NO_COMPANY = 'is empty: a deal needs a company name';

/** What the cells of a row come to, while they are read one by one. */
export interface Comparison {
  values: Fields;
  fields: FieldOutcome[];
  /** Why the row cannot be imported. */
  problems: CellProblem[];
  /** Cells that it can be imported without. */
  skippedCells: CellProblem[];
  notes: string[];
  ownerId?: string;
}

export function comparisonOf(parts: Partial<Comparison> = {}): Comparison {
  return { values: {}, fields: [], problems: [], skippedCells: [], notes: [], ...parts };
}

export function outcomeOf(
  name: string,
  { problems, skippedCells, notes, ...comparison }: Comparison,
): RowOutcome {
  return {
    name,
    ...comparison,
    ...(problems.length && { problems }),
    ...(skippedCells.length && { skippedCells }),
    ...(notes.length && { notes }),
  };
}

/** The cells to check: for a row about a known deal, those that change it. */
export function checksIn(
  row: FileRow,
  { values, fields }: Comparison,
  { spellings, own }: Facts,
  isUsed = (field: string) => fields.some((change) => change.field === field),
) {
  const checks = fieldsOf(row).flatMap((field): DoubtfulCell[] => {
    const cell = cellOf(row, field);
    if (!isUsed(field) || !isDoubtful(field, cell, spellings, own)) return [];
    return [{ field, text: truncated(oneLine(cell), NAME_LIMIT), to: values[field] ?? null }];
  });
  return checks.length ? { checks } : {};
}

/** A row of which nothing but unread cells would be imported is an error. */
export function kindOf(comparison: Comparison, { refusesCells }: Facts): RowKind {
  const { fields, problems, skippedCells } = comparison;
  if (refusesCells || !fields.length) problems.push(...skippedCells.splice(0));
  if (problems.length) return 'error';
  if (fields.some(({ isConflict }) => isConflict)) return 'conflict';
  return fields.length ? 'changed' : 'unchanged';
}

export function errorRow(row: FileRow, target: string, reason: string): Compared {
  const comparison = comparisonOf({ problems: [problemAt(row, target, reason)] });
  return { kind: 'error', pipelineId: null, outcome: outcomeOf(row.company, comparison) };
}

export function leftOutRow(row: FileRow, reason: string): Compared {
  const text = row.cells.map((cell) => cellText(cell).trim()).find(Boolean) ?? '';
  const name = row.company || truncated(text, NAME_LIMIT);
  const outcome = outcomeOf(name, comparisonOf({ notes: [`This row ${reason}`] }));
  return { kind: 'leftOut', pipelineId: null, outcome };
}

/** The user whom a row names as owner; undefined for none, with a note or a problem why. */
export function namedOwner(
  row: FileRow,
  { viewer, owners }: Facts,
  comparison: Comparison,
): Owner | undefined {
  const cell = cellOf(row, 'owner');
  if (saysNothing(cellText(cell).trim())) return undefined;
  const read = readCell('owner', cell, { dayFirst: null });
  const email = ('value' in read ? String(read.value) : cellText(cell)).toLowerCase();
  if (!isStaff(viewer)) {
    if (email !== viewer.email.toLowerCase()) comparison.notes.push(FOREIGN_OWNER);
    return undefined;
  }
  const owner = owners.get(email);
  const reason = 'reason' in read ? read.reason : NOT_AN_OWNER;
  if (!owner) comparison.skippedCells.push(problemAt(row, 'owner', reason));
  return owner;
}

export const contactIn = (deal: KnownDeal) =>
  deal.contactId === undefined ? {} : { contactId: deal.contactId };

/**
 * A row without reference: the values of its filled cells, as an empty cell says nothing, and what they
 * change of what is stored.
 */
function readFilled(row: FileRow, facts: Facts, stored?: Fields): Comparison {
  const comparison = comparisonOf();
  const options = optionsOf(row, facts, stored ?? {});
  for (const field of fieldsOf(row)) {
    const cell = cellOf(row, field);
    if (isBlank(cell)) continue;
    if (field === 'owner') {
      const owner = namedOwner(row, facts, comparison);
      if (owner) [comparison.ownerId, comparison.values.owner] = [owner.id, owner.email];
      continue;
    }
    const read = readCell(field, cell, options);
    if ('reason' in read) noteUnread(comparison, row, field, read.reason);
    else if (read.value !== null) comparison.values[field] = read.value;
  }
  noteUnknownCurrency(comparison, row);
  Object.assign(comparison.values, readContact(row, comparison));
  if (stored)
    comparison.fields = [
      ...differencesFrom(stored, comparison.values),
      ...undecided(row, stored, facts),
    ];
  return comparison;
}

/** A deal needs its name; without any other cell the row can be imported. */
export function noteUnread(
  { problems, skippedCells }: Comparison,
  row: FileRow,
  field: string,
  reason: string,
): void {
  const list = field === 'companyName' ? problems : skippedCells;
  list.push(problemAt(row, field, reason));
}

/** An amount would stand without the currency that the row has for it. */
function noteUnknownCurrency({ skippedCells }: Comparison, row: FileRow): void {
  const cell = cellOf(row, CURRENCY_TARGET);
  const text = cellText(cell).trim();
  if (text && !saysNothing(text) && !readCurrency(text))
    skippedCells.push(problemAt(row, CURRENCY_TARGET, 'is not a currency that is known'));
}

export function optionsOf(
  row: FileRow,
  { dayFirst, stages, spellings, own }: Facts,
  stored: Fields,
): ReadOptions {
  const { industries, stage } = stored as { industries?: string[]; stage?: string };
  return {
    ...{ dayFirst: row.dayFirst ?? dayFirst, stages, spellings, own, industries, stage },
    amountOf: (field) => amountOf(row, field),
  };
}

export function differencesFrom(stored: Fields, values: Fields): FieldOutcome[] {
  return Object.entries(values)
    .map(([field, to]) => ({ field, from: stored[field] ?? null, to }))
    .filter(({ from, to }) => !isSame(from, to));
}

/** New deals need some of the fund's own fields. */
function checkRequired(row: FileRow, { own }: Facts, { values, problems }: Comparison): void {
  for (const [target, { name, isRequired }] of own.fields)
    if (isRequired && !Object.hasOwn(values, target))
      problems.push(problemAt(row, target, `is empty: new deals need ${name}`));
}

/** A row without reference: a new deal, or possibly the same as these, the best match first. */
export function compareNew(
  row: FileRow,
  match: KnownDeal | undefined,
  duplicates: number[],
  facts: Facts,
): Compared {
  const comparison = readFilled(row, facts, match?.fields);
  if (!match) checkRequired(row, facts, comparison);
  if (comparison.problems.length || (facts.refusesCells && comparison.skippedCells.length)) {
    comparison.problems.push(...comparison.skippedCells.splice(0));
    const outcome = outcomeOf(row.company, { ...comparison, fields: [] });
    return { kind: 'error', pipelineId: null, outcome };
  }
  const { values } = comparison;
  const isStored = (field: string) =>
    Object.hasOwn(values, field) && isSame(values[field]!, match?.fields[field] ?? null);
  const outcome = {
    ...outcomeOf(row.company, comparison),
    // A possible duplicate may become a deal of its own.
    ...checksIn(row, comparison, facts, (field) => !isStored(field)),
  };
  if (!match) return { kind: 'new', pipelineId: null, outcome };
  const matched = { ...outcome, duplicates, ...contactIn(match) };
  return { kind: 'duplicate', pipelineId: match.id, outcome: matched };
}

/**
 * An evaluation's row that names its deal by the company: it fills what is empty, and anything else
 * that differs is a conflict.
 */
export function compareByName(
  row: FileRow,
  deal: KnownDeal,
  stored: Fields,
  facts: Facts,
): Compared {
  const comparison = readFilled(row, facts, stored);
  comparison.fields = comparison.fields.map((change) =>
    isSame(change.from, null) ? change : { ...change, isConflict: true },
  );
  const kind = kindOf(comparison, facts);
  const outcome = {
    ...outcomeOf(row.company, comparison),
    ...checksIn(row, comparison, facts),
  };
  return { kind, pipelineId: deal.id, outcome };
}

/** Words where there is no score or day yet: nothing is written until one is chosen. */
function undecided(row: FileRow, stored: Fields, { spellings, own }: Facts): FieldOutcome[] {
  const isEmpty = (field: string) => isSame(stored[field] ?? null, null);
  return fieldsOf(row)
    .filter((field) => isEmpty(field) && isDoubtful(field, cellOf(row, field), spellings, own))
    .map((field) => ({ field, from: null, to: null }));
}
