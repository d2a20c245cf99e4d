import { inArray, or, type SQL, sql } from 'drizzle-orm';
import { db } from '#db/client';
import { notes, pipelines } from '#db/schema';
import { isStorable, normalizeForSearch } from '~/models/text';

/** Deals with a text in their notes or their introduction, in any script and case. */
export function textContains(text: string): SQL {
  if (!isStorable(text)) return sql`false`;
  const noted = db
    .select({ id: notes.pipelineId })
    .from(notes)
    .where(sql`${notes.id} in (${rowsWith('note', normalizeForSearch(text))})`);
  const introduced = rowsWith('introduction', text.toLowerCase());
  return or(inArray(pipelines.id, noted), sql`${pipelines.id} in (${introduced})`)!;
}

/** The index holds trigrams; what is shorter is the beginning of some. */
const INDEXED = 3;

function rowsWith(table: 'note' | 'introduction', text: string): SQL {
  const search = sql.identifier(`${table}_search`);
  const wanted =
    [...text].length < INDEXED
      ? termsFrom(sql.identifier(`${table}_terms`), text)
      : sql`${`"${text.replaceAll('"', '""')}"`}`;
  return sql`select rowid from ${search} where ${search} match ${wanted}`;
}

function termsFrom(terms: SQL | ReturnType<typeof sql.identifier>, text: string): SQL {
  const quoted = sql`'"' || replace(term, '"', '""') || '"'`;
  return sql`(select coalesce(group_concat(${quoted}, ' OR '), '""') from ${terms}
    where term >= ${text} and term < ${`${text}\u{10ffff}`})`;
}
