import { iterateWithPauses } from '#db/chunks';
import type { Import, ImportRow } from '#db/schema';
import { listLinkedFields, withLinkedFields } from '~/domain/deal-field/linked-fields';
import { findLastChanges } from '~/domain/history/field-changes.server';
import { formatDateTime } from '~/format/date';
import type { Locale } from '~/format/locale';

export type ConflictAuthors = Map<string, string>;

const LIMITS_PER_ROW = { changes: 200, bytes: 512 * 1024 };

export async function loadConflictAuthors(
  { sheets }: Import,
  rows: ImportRow[],
  locale: Locale,
): Promise<ConflictAuthors> {
  const saved: ConflictAuthors = new Map();
  const conflicts = rows.filter(({ kind }) => kind === 'conflict');
  for (const [holds, subject] of [
    ['deals', 'pipeline'],
    ['evaluations', 'evaluation'],
  ] as const) {
    const held = conflicts.filter(({ sheet }) => sheets[sheet]?.holds === holds);
    if (!held.length) continue;
    for await (const { n, dealId, outcome } of iterateWithPauses(held)) {
      if (dealId === null) continue;
      const fields = (outcome?.fields ?? []).filter(({ isConflict }) => isConflict);
      const names = fields.map(({ field }) => field);
      const last = await findLastChanges(subject, dealId, withLinkedFields(names), LIMITS_PER_ROW);
      for (const field of names) {
        const changes = listLinkedFields(field).flatMap((linked) => last.get(linked) ?? []);
        const [latest] = changes.toSorted((a, b) => +b.at - +a.at);
        if (latest)
          saved.set(`${n} ${field}`, `${latest.by}, ${formatDateTime(latest.at, locale)}`);
      }
    }
  }
  return saved;
}
