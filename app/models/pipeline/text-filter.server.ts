import { inArray, or, type SQL, sql } from 'drizzle-orm';
import { db } from '#db/client';
import { notes, pipelines } from '#db/schema';
import { noteSearchText } from '~/models/note/schema';
import { trigramMatch } from '~/models/search.server';
import { isStorable } from '~/models/text';

/** Deals with a text in their notes or their introduction, in any script and case. */
export function textContains(text: string): SQL {
  if (!isStorable(text)) return sql`false`;
  const noted = db
    .select({ id: notes.pipelineId })
    .from(notes)
    .where(sql`${notes.id} in (${rowsWith('note', noteSearchText(text))})`);
  // SQLite folds the introductions' case itself.
  const introduced = rowsWith('introduction', text.toLowerCase());
  return or(inArray(pipelines.id, noted), sql`${pipelines.id} in (${introduced})`)!;
}

const MOST_TERMS = 1_000;

function rowsWith(name: 'note' | 'introduction', text: string): SQL {
  const index = sql.identifier(`${name}_search`);
  return sql`select rowid from ${index} where ${index} match ${trigramMatch(name, text, MOST_TERMS)}`;
}
