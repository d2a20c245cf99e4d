import type { Db } from '#db/client';
import type { FieldValue, OwnMoney } from '#db/schema';
import { type OwnWords, ownWords } from '~/models/field/fields.server';
import type { Viewer } from '~/models/access';
import { type Locale, wallClock } from '~/models/dates';
import { fieldLabel } from './labels';
import { importsIn } from './imports.server';
import { type HistoryQuery, listHistory } from './list.server';
import { CHUNK, type Column, MOMENT, type Sheet, sheetOf } from '~/models/workbook';

interface Row {
  at: Date;
  who: string | null;
  subject: string;
  name: string;
  act: string;
  field: string;
  from: FieldValue;
  to: FieldValue;
  import: string | null;
  reason: string | null;
}

function columns(locale: Locale, own: OwnWords): Column<Row>[] {
  const text = (value: Exclude<FieldValue, OwnMoney>) =>
    Array.isArray(value)
      ? value.join(', ')
      : typeof value === 'boolean'
        ? value
          ? 'yes'
          : 'no'
        : value;
  const cell = (field: string, value: FieldValue) =>
    own.text(field, value) ?? text(value as Exclude<FieldValue, OwnMoney>);
  return [
    { header: 'When', width: 17, format: MOMENT, value: ({ at }) => wallClock(at, locale) },
    { header: 'Who', width: 28, value: ({ who }) => who ?? 'Deal Pipeline' },
    { header: 'What', width: 12, value: ({ subject }) => subject },
    { header: 'Name', width: 28, value: ({ name }) => name },
    { header: 'Change', width: 16, value: ({ act }) => act },
    { header: 'Field', width: 24, value: ({ field }) => fieldLabel(field, own.labels) },
    { header: 'From', width: 40, value: ({ field, from }) => cell(field, from) },
    { header: 'To', width: 40, value: ({ field, to }) => cell(field, to) },
    { header: 'Import', width: 32, value: (row) => row.import },
    { header: 'Reason', width: 40, value: ({ reason }) => reason },
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
    const changes = await listHistory(
      viewer,
      { ...query, before },
      { limit: CHUNK, offset: 0 },
      db,
    );
    const mentions = await importsIn(viewer, changes, db);
    for (const change of changes) {
      const { at, actorEmail, subject, subjectName, act, fields, reason } = change;
      const mention = mentions(change)?.text ?? null;
      const common = {
        at,
        who: actorEmail,
        subject,
        name: subjectName,
        act,
        import: mention,
        reason,
      };
      const changed = Object.entries(fields);
      if (!changed.length) yield { ...common, field: '', from: null, to: null };
      for (const [field, [from, to]] of changed) yield { ...common, field, from, to };
    }
    if (changes.length < CHUNK) return;
    before = changes.at(-1)!.id;
  }
}
