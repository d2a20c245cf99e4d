import { inArray, or, type SQL, sql } from 'drizzle-orm';
import { db } from '#db/client';
import { notes, pipelines } from '#db/schema';
import { noteSearchText } from '~/models/note/schema';
import { rowsHolding } from '~/models/search.server';
import { isStorable } from '~/models/text';

/** At most so many of the terms that begin with a shorter text are looked up. */
const MOST_TERMS = 1_000;

/** Deals with a text in their notes or their introduction, in any script and case. */
export function textContains(text: string): SQL {
  if (!isStorable(text)) return sql`false`;
  const noted = db
    .select({ id: notes.pipelineId })
    .from(notes)
    .where(sql`${notes.id} in (${rowsHolding('note', noteSearchText(text), MOST_TERMS)})`);
  // SQLite folds the introductions' case itself.
  const introduced = rowsHolding('introduction', text.toLowerCase(), MOST_TERMS);
  return or(inArray(pipelines.id, noted), sql`${pipelines.id} in (${introduced})`)!;
}
