import type { Db } from '#db/client';
import type { Change, FieldValue } from '#db/schema';
import { type OwnWords, ownWords } from '~/models/field/fields.server';
import type { Viewer } from '~/models/access';
import { type Locale, wallClock } from '~/models/dates';
import { fieldLabel } from './labels';
import { importsIn } from './imports.server';
import { type HistoryQuery, listHistory } from './list.server';
import { CHUNK, type Column, MOMENT, type Sheet, sheetOf } from '~/models/workbook';

/** One field of a change; one without a field if it has none. */
interface Row {
  change: Change;
  mention: string | null;
  field: string;
  from: FieldValue;
  to: FieldValue;
}

function columns(locale: Locale, own: OwnWords): Column<Row>[] {
  const cell = (field: string, value: FieldValue) => {
    const text = own.text(field, value);
    if (text !== undefined) return text;
    if (typeof value === 'boolean') return value ? 'yes' : 'no';
    return Array.isArray(value) ? value.join(', ') : (value as string | number | null);
  };
  return [
    {
      header: 'When',
      width: 17,
      format: MOMENT,
      value: ({ change }) => wallClock(change.at, locale),
    },
    { header: 'Who', width: 28, value: ({ change }) => change.actorEmail ?? 'Deal Pipeline' },
    { header: 'What', width: 12, value: ({ change }) => change.subject },
    { header: 'Name', width: 28, value: ({ change }) => change.subjectName },
    { header: 'Change', width: 16, value: ({ change }) => change.act },
    { header: 'Field', width: 24, value: ({ field }) => fieldLabel(field, own.labels) },
    { header: 'From', width: 40, value: ({ field, from }) => cell(field, from) },
    { header: 'To', width: 40, value: ({ field, to }) => cell(field, to) },
    { header: 'Import', width: 32, value: ({ mention }) => mention },
    { header: 'Reason', width: 40, value: ({ change }) => change.reason },
  ];
}

/** One row per changed field, read from the connection `from` as the workbook is written. */
export async function historySheets(
  viewer: Viewer,
  query: HistoryQuery,
  locale: Locale,
  from: Db,
): Promise<Sheet[]> {
  const own = await ownWords(from);
  return [sheetOf('History', columns(locale, own), rowsOf(from, viewer, query))];
}

async function* rowsOf(db: Db, viewer: Viewer, query: HistoryQuery): AsyncGenerator<Row> {
  let before: number | undefined;
  for (;;) {
    const slice = { limit: CHUNK, offset: 0 };
    const changes = await listHistory(viewer, { ...query, before }, slice, db);
    const mentions = await importsIn(viewer, changes, db);
    for (const change of changes) {
      const mentioning = { change, mention: mentions(change)?.text ?? null };
      const changed = Object.entries(change.fields);
      if (!changed.length) yield { ...mentioning, field: '', from: null, to: null };
      for (const [field, [from, to]] of changed) yield { ...mentioning, field, from, to };
    }
    if (changes.length < CHUNK) return;
    before = changes.at(-1)!.id;
  }
}
