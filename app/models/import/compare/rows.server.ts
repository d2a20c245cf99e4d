import { and, asc, eq, gt } from 'drizzle-orm';
import type { Db } from '#db/client';
import { type Contact, type Import, importRows, imports } from '#db/schema';
import type { Viewer } from '~/models/access';
import { CONTACT_FIELDS, contactFields } from '~/models/contact/import-fields';
import { cellText } from '~/models/import/cell';
import {
  type Compared,
  compareByName,
  compareNew,
  errorRow,
  type Facts,
  type Fields,
  type KnownDeal,
  leftOutRow,
  NO_COMPANY,
} from './row';
import { readContact, sameContact } from './contact';
import { settledDayFirst } from './days';
import { compareExported } from './exported';
import { cellOf, columnsOf, type FileRow, fileRow, leftOut } from './file-row';
import {
  type Earlier,
  momentChecker,
  readContacts,
  readDeals,
  readEarlier,
  readEvaluations,
  readMatches,
  readKnownFields,
  readKnownStages,
  readOwners,
} from './known.server';
import { newFieldsOf } from '~/models/import/match/own.server';
import type { HistoryMoment } from '~/models/export/reference';
import { readLists } from '~/models/lists/list.server';
import type { Lists } from '~/models/lists/lists';
import { spellingsOf } from './spellings';
import type { Holds } from '~/models/import/match/targets';
import { pick } from '~/models/record';

export interface ComparedRow extends Compared {
  n: number;
}

/** Rows that are compared at a time; one may have 70 KB. */
const CHUNK = 100;

/** The most deals with the same name that a row lists. */
const MOST_DUPLICATES = 5;

const NO_DEAL = 'names no deal that you can change';
const NO_SUCH_NAME = 'is not the name of a deal that you can see';
const SEVERAL = 'is the name of several deals. Use the column Reference to say which one';

/** Compares the stored rows of an import with the deals that the viewer may see, in order. */
export async function* compareRows(
  viewer: Viewer,
  importId: number,
  from: Db,
  { refusesCells = false } = {},
): AsyncGenerator<ComparedRow[]> {
  const [importRecord] = await from.select().from(imports).where(eq(imports.id, importId));
  if (!importRecord) return;
  const sheets = importRecord.sheets.map((sheet, index) => {
    const columns = columnsOf(sheet, index);
    const dayFirst = settledDayFirst(sheet, columns.get('targetClosingDate'));
    return { ...pick(sheet, ['holds', 'amounts', 'unitsRow', 'headers']), columns, dayFirst };
  });
  const comparison = { ...(await comparisonOf(viewer, importRecord, from)), refusesCells };
  const { n, sheet, row, cells } = importRows;
  for (let last = 0; ;) {
    const rows = await from
      .select({ n, sheet, row, cells })
      .from(importRows)
      .where(and(eq(importRows.importId, importId), gt(n, last)))
      .orderBy(asc(n))
      .limit(CHUNK);
    if (!rows.length) return;
    last = rows.at(-1)!.n;
    const used = rows.flatMap((stored): FileRow[] => {
      const { holds, columns, ...about } = sheets[stored.sheet]!;
      return holds === 'ignored' ? [] : [{ ...fileRow(stored, holds, columns), ...about }];
    });
    const known = await readKnown(comparison, used);
    yield used.map((row) => ({ n: row.n, ...compareRow(row, known) }));
  }
}

type Place = Pick<FileRow, 'n' | 'sheet' | 'row'>;

/** What is the same for all rows, and what the rows so far were about. */
interface Comparison extends Omit<Facts, 'owners'> {
  from: Db;
  sheetNames: string[];
  lists: Lists;
  /** The row in which a deal was first, by what the sheet holds and the deal's id. */
  dealRows: Map<string, Place>;
  /** The first row about a new company, by normalized name. */
  newRows: Map<string, Place>;
  /**
   * The ids of at most five deals by normalized name, the best match first: of all names so far, as
   * looking for one again in each chunk took minutes.
   */
  matches: Map<string, number[]>;
  isInHistory: (moment: HistoryMoment) => Promise<boolean>;
}

async function comparisonOf(
  viewer: Viewer,
  { dayFirst, sheets }: Pick<Import, 'dayFirst' | 'sheets'>,
  from: Db,
): Promise<Omit<Comparison, 'refusesCells'>> {
  const lists = await readLists(from);
  return {
    viewer,
    dayFirst,
    from,
    sheetNames: sheets.map(({ name }) => name),
    lists,
    spellings: spellingsOf(lists),
    stages: await readKnownStages(from, lists),
    own: await readKnownFields(from, newFieldsOf({ sheets })),
    dealRows: new Map(),
    newRows: new Map(),
    matches: new Map(),
    isInHistory: momentChecker(from),
  };
}

/** With what the database knows about some rows. */
interface Known extends Comparison, Facts {
  deals: Map<number, KnownDeal>;
  evaluations: Map<number, Fields>;
  /** By deal. */
  contacts: Map<number, Contact[]>;
  earlier: Record<'deals' | 'evaluations', Earlier>;
  /** The rows whose export is a moment of this history. */
  followed: Set<FileRow>;
}

async function readKnown(comparison: Comparison, rows: FileRow[]): Promise<Known> {
  const { viewer, from, lists, matches, isInHistory } = comparison;
  const referenced = rows.filter(({ reference }) => reference);
  const unreferenced = rows.filter(({ referenceText }) => !referenceText);
  const names = new Set(unreferenced.map(({ companyKey }) => companyKey).filter(Boolean));
  const unknown = [...names].filter((name) => !matches.has(name));
  const newMatches = await readMatches(viewer, unknown, MOST_DUPLICATES, from);
  for (const [name, ids] of newMatches) matches.set(name, ids);
  const best = [...names].flatMap((name) => matches.get(name)![0] ?? []);
  const ids = [...new Set([...referenced.map(({ reference }) => reference!.id), ...best])];
  const isEvaluated = rows.some(({ holds }) => holds === 'evaluations');
  const hasContacts = rows.some(({ columns }) =>
    CONTACT_FIELDS.some((field) => columns.has(field)),
  );
  const followed = new Set<FileRow>();
  for (const row of referenced) if (await isInHistory(row.reference!.moment)) followed.add(row);
  const changed = (holds: Holds) =>
    [...followed].filter((row) => row.holds === holds).map(({ reference }) => reference!);
  const emails = rows.map((row) => cellText(cellOf(row, 'owner')).trim().toLowerCase());
  return {
    ...comparison,
    owners: await readOwners(viewer, [...new Set(emails.filter(Boolean))], from),
    deals: await readDeals(viewer, ids, from),
    evaluations: await readEvaluations(isEvaluated ? ids : [], from),
    contacts: await readContacts(hasContacts ? ids : [], from),
    earlier: {
      deals: await readEarlier('pipeline', changed('deals'), from, lists),
      evaluations: await readEarlier('evaluation', changed('evaluations'), from, lists),
    },
    followed,
  };
}

function compareRow(row: FileRow, known: Known): Compared {
  const note = leftOut(row);
  if (note) return leftOutRow(row, note);
  if (row.referenceText) return compareReferenced(row, known);
  if (!row.company) return errorRow(row, 'companyName', NO_COMPANY);
  return row.holds === 'evaluations' ? compareNamed(row, known) : compareUnreferenced(row, known);
}

/** What is wrong with a row about a deal that a row before was about; undefined for the first. */
function twice(known: Known, row: FileRow, id: number): string | undefined {
  const key = `${row.holds} ${id}`;
  const before = known.dealRows.get(key);
  if (before) return `is about the same deal as ${placeText(known, before, row)}`;
  known.dealRows.set(key, placeOf(row));
}

/** For the lists of all rows: without the cells. */
function placeOf({ n, sheet, row }: FileRow): Place {
  return { n, sheet, row };
}

/** 'row 5', and for a row of another sheet 'row 5 of the sheet Fund II'. */
function placeText({ sheetNames }: Known, { sheet, row }: Place, from: Place): string {
  return sheet === from.sheet ? `row ${row}` : `row ${row} of the sheet ${sheetNames[sheet]}`;
}

/** With what is stored of the row's contact, if they are there already. */
function knownDeal({ deals, contacts }: Known, row: FileRow, id = 0): KnownDeal | undefined {
  const deal = deals.get(id);
  const values = readContact(row, { skippedCells: [], notes: [] });
  const contact = deal && sameContact(contacts.get(id) ?? [], values);
  if (!contact) return deal;
  const fields = { ...deal.fields, ...contactFields(contact) };
  return { ...deal, fields, contactId: contact.id };
}

function compareReferenced(row: FileRow, known: Known): Compared {
  const deal = knownDeal(known, row, row.reference?.id);
  if (!deal || deal.createdAt.getTime() !== row.reference!.createdAt)
    return errorRow(row, 'reference', NO_DEAL);
  const before = twice(known, row, deal.id);
  if (before) return errorRow(row, 'reference', before);
  const holds = row.holds === 'deals' ? 'deals' : 'evaluations';
  const changed = known.earlier[holds].get(deal.id) ?? {};
  const earlier = known.followed.has(row) ? changed : undefined;
  const stored = holds === 'deals' ? deal.fields : (known.evaluations.get(deal.id) ?? {});
  return compareExported(row, { deal, stored, earlier }, known);
}

/** A new company that was in a row before is possibly the same: skipped unless the user chooses. */
function compareUnreferenced(row: FileRow, known: Known): Compared {
  const ids = known.matches.get(row.companyKey) ?? [];
  const match = knownDeal(known, row, ids[0]);
  const compared = compareNew(row, match, ids, known);
  if (compared.kind !== 'new' || !row.companyKey) return compared;
  const keys = row.companyKey.split('\n');
  const before = keys.map((key) => known.newRows.get(key)).find(Boolean);
  if (!before) {
    for (const key of keys) known.newRows.set(key, placeOf(row));
    return compared;
  }
  const note = `The same company is in ${placeText(known, before, row)}`;
  const notes = [...(compared.outcome.notes ?? []), note];
  const outcome = { ...compared.outcome, notes, sameAs: before.n };
  return { kind: 'duplicate', pipelineId: null, outcome, choice: 'skip' };
}

function compareNamed(row: FileRow, known: Known): Compared {
  const [id, ...otherIds] = known.matches.get(row.companyKey) ?? [];
  const deal = known.deals.get(id ?? 0);
  if (!deal) return errorRow(row, 'companyName', NO_SUCH_NAME);
  if (otherIds.length) return errorRow(row, 'companyName', SEVERAL);
  const before = twice(known, row, deal.id);
  if (before) return errorRow(row, 'companyName', before);
  return compareByName(row, deal, known.evaluations.get(deal.id) ?? {}, known);
}
