import { inArray, or, type SQL, sql } from 'drizzle-orm';
import { db } from '#db/client';
import { notes, pipelines } from '#db/schema';
import { noteSearchText } from '~/models/note/schema';
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

/** The index holds trigrams; two characters are the beginning of some. */
const INDEXED = 3;
const MOST_TERMS = 1_000;

function rowsWith(table: 'note' | 'introduction', text: string): SQL {
  const index = sql.identifier(`${table}_search`);
  const isIndexed = [...text].length >= INDEXED;
  const wanted = isIndexed
    ? sql`${`"${text.replaceAll('"', '""')}"`}`
    : beginningWith(text, sql`${sql.identifier(`${table}_terms`)}`);
  return sql`select rowid from ${index} where ${index} match ${wanted}`;
}

/** Each trigram is looked up after the one before: reading them all reads all of their places. */
function beginningWith(text: string, terms: SQL): SQL {
  const isOne = sql`substr(found.term, 1, ${[...text].length}) = ${text}`;
  return sql`(with recursive found(term) as (
    select (select term from ${terms} where term >= ${text} order by term limit 1)
    union all
    select (select term from ${terms} where term >= found.term || char(1) order by term limit 1)
    from found where ${isOne} limit ${MOST_TERMS})
    select coalesce(group_concat('"' || replace(term, '"', '""') || '"', ' OR '), '""')
    from found where ${isOne})`;
}
