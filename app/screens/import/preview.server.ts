import { and, eq, inArray } from 'drizzle-orm';
import { inChunks } from '#db/chunks';
import { db } from '#db/client';
import {
  type FieldOutcome,
  type FieldValue,
  type Import,
  type ImportRow,
  pipelines,
  type RowKind,
  users,
} from '#db/schema';
import { isStaff, type Viewer } from '~/models/access';
import { formatDate, formatDateTime, type Locale } from '~/models/dates';
import { type OwnWords, ownWords } from '~/models/field/fields.server';
import { lastChanges } from '~/models/history/since.server';
import { currentLists } from '~/models/lists/list.server';
import { fieldLabel } from '~/models/timeline/labels';
import { shownValue } from '~/screens/timeline/change.server';
import { roundLabel } from '~/models/pipeline/options';
import { shortName } from '~/models/text';
import { visibleTo } from '~/models/visibility.server';
import { allowedChoices, choiceOf, isEmpty, isTaken } from '~/models/import/choices';
import { choiceLabel } from '~/models/import/labels';
import { listNotImported } from '~/models/import/compare/left-out.server';
import { type Check, listChecks } from '~/models/import/compare/checks.server';
import { readKnownFields } from '~/models/import/compare/known.server';
import type { KnownFields } from '~/models/import/compare/values';
import { ownCell } from '~/models/export/cells';
import { newFieldsOf } from '~/models/import/match/own.server';
import { plannedRows } from '~/models/import/compare/plan.server';
import { rowsShown, SIZES } from '~/models/import/compare/preview.server';

/** One page of the rows of a kind, as the preview shows them. */
export async function previewView(
  viewer: Viewer,
  importRecord: Import,
  params: URLSearchParams,
  locale: Locale,
) {
  const { kind, pager, rows } = await rowsShown(importRecord, params);
  const deals = await dealsIn(viewer, rows, locale);
  const plan = await plannedRows(importRecord);
  const saved = await savedIn(importRecord, rows, locale);
  const newFields = newFieldsOf(importRecord);
  const own = await ownWords(db, newFields);
  const known = await readKnownFields(db, newFields);
  return {
    id: importRecord.id,
    file: importRecord.fileName,
    counts: importRecord.counts,
    kind,
    pager,
    plan,
    /** Where the first conflict is that is yet to be decided. */
    open: plan.firstOpen ? pageOfConflict(plan.firstOpen) : undefined,
    notImported: await listNotImported(importRecord, isStaff(viewer)),
    checks: (await listChecks(importRecord)).map((check) => checkView(check, importRecord, known)),
    meetings: (await currentLists()).names('meetings'),
    rows: rows.map((row) => rowView(row, importRecord, deals, saved, own)),
  };
}
export type PreviewView = Awaited<ReturnType<typeof previewView>>;
export type PreviewRow = PreviewView['rows'][number];

/** The query of the page with this conflict. */
function pageOfConflict(place: number): string {
  return `?kind=conflict&page=${Math.ceil(place / Number(SIZES.conflict))}`;
}

function checkView(
  { field, text, to, first, rows }: Check,
  { sheets }: Import,
  { fields, people }: KnownFields,
) {
  const own = fields.get(field);
  const cell = own && own.kind !== 'day' ? ownCell(own, to, people) : to;
  return {
    name: `check-${first.n}-${field}`,
    ...{ field, text, rows },
    label: own?.name ?? fieldLabel(field),
    type: own ? (INPUTS[own.kind] ?? 'text') : (INPUTS[field] ?? 'score'),
    to: cell === null ? '' : String(cell),
    first: `${isInSeveralSheets(sheets) ? `${sheets[first.sheet]!.name}, ` : ''}row ${first.row}`,
  };
}

const INPUTS: Record<string, 'date' | 'text'> = { day: 'date', targetClosingDate: 'date' };

function isInSeveralSheets(sheets: Import['sheets']): boolean {
  return sheets.filter(({ holds }) => holds !== 'ignored').length > 1;
}

type Deals = Awaited<ReturnType<typeof dealsIn>>;

/** The deals that these rows are about, if the viewer may see them. */
async function dealsIn(viewer: Viewer, rows: ImportRow[], locale: Locale) {
  const ids = rows.flatMap(({ pipelineId, outcome }) => [
    ...(pipelineId === null ? [] : [pipelineId]),
    ...(outcome?.duplicates ?? []),
  ]);
  const deals = await db
    .select({
      id: pipelines.id,
      company: pipelines.companyName,
      round: pipelines.fundingRound,
      createdAt: pipelines.createdAt,
      owner: { email: users.email, firstName: users.firstName },
    })
    .from(pipelines)
    .innerJoin(users, eq(users.id, pipelines.userId))
    .where(and(inArray(pipelines.id, ids), visibleTo(viewer)));
  const views = deals.map(({ id, company, round, createdAt, owner }) => ({
    id,
    company,
    details: [round && roundLabel(round), formatDate(createdAt, locale), shortName(owner)]
      .filter(Boolean)
      .join(', '),
  }));
  return new Map(views.map((deal) => [deal.id, deal]));
}

type Saved = Map<string, string>;

/** A page shows up to a hundred conflicts. */
const LIMITS_PER_ROW = { changes: 200, bytes: 512 * 1024 };

/** The person who stored the other value of each conflict, and the time, by `n field`. */
async function savedIn({ sheets }: Import, rows: ImportRow[], locale: Locale): Promise<Saved> {
  const saved: Saved = new Map();
  const conflicts = rows.filter(({ kind }) => kind === 'conflict');
  for (const [holds, subject] of [
    ['deals', 'pipeline'],
    ['evaluations', 'evaluation'],
  ] as const) {
    const held = conflicts.filter(({ sheet }) => sheets[sheet]?.holds === holds);
    if (!held.length) continue;
    for await (const [row] of inChunks(held, 1)) {
      const { n, pipelineId, outcome } = row!;
      if (pipelineId === null) continue;
      const fields = (outcome?.fields ?? []).filter(({ isConflict }) => isConflict);
      const names = fields.map(({ field }) => field);
      const last = await lastChanges(subject, pipelineId, names, LIMITS_PER_ROW);
      for (const [field, { at, by }] of last)
        saved.set(`${n} ${field}`, `${by}, ${formatDateTime(at, locale)}`);
    }
  }
  return saved;
}

function rowView(row: ImportRow, { sheets }: Import, deals: Deals, saved: Saved, own: OwnWords) {
  const { n, kind, outcome, pipelineId } = row;
  const { name = '', values = {}, fields = [], problems, skippedCells, notes } = outcome ?? {};
  const choices = kind ? allowedChoices(kind) : [];
  return {
    n,
    name,
    where: `${isInSeveralSheets(sheets) ? `${sheets[row.sheet]?.name} ` : ''}${row.row}`,
    checks: outcome?.checks?.map(({ field, text }) => `${fieldLabel(field, own.labels)}: ${text}`),
    deal: pipelineId === null ? undefined : deals.get(pipelineId),
    others: (outcome?.duplicates ?? []).flatMap((id) =>
      id === pipelineId ? [] : (deals.get(id) ?? []),
    ),
    values: kind === 'new' || outcome?.sameAs ? valuesView(values, own) : undefined,
    fields: fields.filter(isShown).map((field) => ({
      ...fieldView(field, kind, own),
      saved: saved.get(`${row.n} ${field.field}`),
    })),
    problems,
    skippedCells,
    notes,
    choice: kind ? choiceOf(kind, row.choice) : 'skip',
    choices:
      kind && choices.length > 1
        ? choices.map((value) => ({ value, label: choiceLabel(kind, value) }))
        : undefined,
  };
}

/** The company's name stands beside them. */
function valuesView(values: Record<string, FieldValue>, own: OwnWords) {
  return Object.entries(values)
    .filter(([field, value]) => field !== 'companyName' && !isEmpty(value))
    .map(([field, value]) => ({
      label: fieldLabel(field, own.labels),
      text: shownValue(field, value, own),
    }));
}

/** An open choice for a value without meaning is shown under 'Check' alone. */
const isShown = ({ from, to }: FieldOutcome) => from !== null || to !== null;

function fieldView(outcome: FieldOutcome, kind: RowKind | null, own: OwnWords) {
  const { field, from, to, base, isConflict, take } = outcome;
  return {
    field,
    label: fieldLabel(field, own.labels),
    from: shownValue(field, from, own),
    to: shownValue(field, to, own),
    base: base === undefined ? undefined : shownValue(field, base, own),
    isConflict,
    take,
    /** By default, a possible duplicate keeps what it has. */
    isKept: (kind === 'duplicate' && !isTaken(kind, outcome)) || undefined,
  };
}
