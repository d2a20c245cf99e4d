import { and, eq, exists, gt, inArray, lte, type SQL, sql } from 'drizzle-orm';
import { db } from '#db/client';
import { changes, isMissing, pipelineIndustries, pipelines, users } from '#db/schema';
import type { Viewer } from '~/models/access';
import type { Part, PipelineQuery } from './query';
import { isStorable, normalizeForSearch } from '~/models/text';
import { contains } from '~/models/search.server';
import { visibleScope, visibleTo } from '~/models/visibility.server';

/** The `where` of every list, count and export: visibility and filters. */
export function matching(viewer: Viewer, query: PipelineQuery): SQL | undefined {
  const { search, industry, round, group, owner, userId, part, importId } = query;
  return and(
    visibleTo(viewer),
    search ? nameContains(search) : undefined,
    industry ? hasIndustry(industry) : undefined,
    round ? eq(pipelines.fundingRound, round) : undefined,
    userId ? eq(pipelines.userId, userId) : undefined,
    group ? isOwnedBy(sql`${users.group} = ${group}`) : undefined,
    owner ? isOwnedBy(contains(users.searchText, owner)) : undefined,
    part && isPart(part),
    importId ? isOfImport(importId) : undefined,
  );
}

/** A cache key for what a viewer sees of a query, in any order. */
export function matchingKey(what: string, viewer: Viewer, query: PipelineQuery): string {
  const { sort: _, ...filters } = query;
  return JSON.stringify([what, visibleScope(viewer), filters]);
}

function isPart(part: Part): SQL | undefined {
  const { evaluationScore, meetingDays } = pipelines;
  switch (part) {
    case 'reviews':
      return gt(evaluationScore, 0);
    case 'priority':
      return and(sql`${isMissing(meetingDays)} = 0`, eq(meetingDays, 0));
    case 'soon':
      return lte(meetingDays, 30);
  }
}

/** By the index of the imports' changes: an import has at most 20,000 rows. */
function isOfImport(importId: number): SQL {
  const id = sql`cast(${changes.subjectId} as integer)`;
  const aboutDeals = inArray(changes.subject, ['pipeline', 'evaluation']);
  const which = and(eq(changes.importId, importId), aboutDeals);
  return inArray(pipelines.id, db.select({ id }).from(changes).where(which));
}

function hasIndustry(industry: string): SQL {
  const { industry: named, pipelineId } = pipelineIndustries;
  const isIt = and(eq(named, industry), eq(pipelineId, pipelines.id));
  return exists(db.select({ named }).from(pipelineIndustries).where(isIt));
}

function isOwnedBy(whom: SQL): SQL {
  return inArray(pipelines.userId, db.select({ id: users.id }).from(users).where(whom));
}

/** The name index holds trigrams, so shorter texts are not found in it. */
const INDEXED = 3;

function nameContains(search: string): SQL {
  const text = normalizeForSearch(search);
  const isIndexed = [...text].length >= INDEXED && isStorable(search);
  if (!isIndexed) return contains(pipelines.searchText, search);
  const phrase = `"${text.replaceAll('"', '""')}"`;
  const found = sql`select rowid from pipeline_search where pipeline_search match ${phrase}`;
  return sql`${pipelines.id} in (${found})`;
}
