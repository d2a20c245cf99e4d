import { MAX_CHUNK_ROWS } from '#db/chunks';
import type { Db } from '#db/client';
import type { FieldValue, HistoryEvent } from '#db/schema';
import type { Viewer } from '~/domain/access';
import {
  createCustomFieldFormatter,
  type CustomFieldFormatter,
} from '~/domain/custom-field/formatter.server';
import { makeSheet, makeTimeColumn, type Sheet, type SheetColumn } from '~/domain/export/sheet';
import { findImportSources } from './imports.server';
import { getHistoryFieldLabel } from './labels';
import { type HistoryQuery, listHistory } from './list.server';

interface HistoryRow {
  change: HistoryEvent;
  importText: string | null;
  field: string;
  from: FieldValue;
  to: FieldValue;
}

function makeHistoryColumns(
  timeZone: string,
  formatter: CustomFieldFormatter,
): SheetColumn<HistoryRow>[] {
  const formatCell = (field: string, value: FieldValue) => {
    const text = formatter.format(field, value);
    if (text !== undefined) return text;
    if (typeof value === 'boolean') return value ? 'yes' : 'no';
    return Array.isArray(value) ? value.join(', ') : (value as string | number | null);
  };
  return [
    makeTimeColumn('When', ({ change }) => change.at, timeZone),
    { header: 'Who', width: 28, getCell: ({ change }) => change.actorEmail ?? 'Deal Pipeline' },
    { header: 'What', width: 12, getCell: ({ change }) => change.subject },
    { header: 'Name', width: 28, getCell: ({ change }) => change.subjectName },
    { header: 'Change', width: 16, getCell: ({ change }) => change.kind },
    {
      header: 'Field',
      width: 24,
      getCell: ({ field }) => getHistoryFieldLabel(field, formatter.labels),
    },
    { header: 'From', width: 40, getCell: ({ field, from }) => formatCell(field, from) },
    { header: 'To', width: 40, getCell: ({ field, to }) => formatCell(field, to) },
    { header: 'Import', width: 32, getCell: ({ importText }) => importText },
    { header: 'Reason', width: 40, getCell: ({ change }) => change.reason },
    { header: 'API Token', width: 24, getCell: ({ change }) => change.tokenName },
  ];
}

export async function buildHistorySheets(
  viewer: Viewer,
  query: HistoryQuery,
  timeZone: string,
  tx: Db,
): Promise<Sheet[]> {
  const formatter = await createCustomFieldFormatter([], tx);
  return [
    makeSheet(
      'History',
      makeHistoryColumns(timeZone, formatter),
      listHistoryRows(tx, viewer, query),
    ),
  ];
}

async function* listHistoryRows(
  db: Db,
  viewer: Viewer,
  query: HistoryQuery,
): AsyncGenerator<HistoryRow> {
  let before: number | undefined;
  for (;;) {
    const slice = { limit: MAX_CHUNK_ROWS, offset: 0 };
    const changes = await listHistory(viewer, { ...query, before }, slice, db);
    const findSource = await findImportSources(viewer, changes, db);
    for (const change of changes) {
      const row = { change, importText: findSource(change)?.text ?? null };
      const changed = Object.entries(change.fields);
      if (!changed.length) yield { ...row, field: '', from: null, to: null };
      for (const [field, [from, to]] of changed) yield { ...row, field, from, to };
    }
    if (changes.length < MAX_CHUNK_ROWS) return;
    before = changes.at(-1)!.id;
  }
}
