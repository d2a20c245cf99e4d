import { and, asc, desc, eq, gt, inArray, max, sql } from 'drizzle-orm';
import { db } from '#db/client';
import { type Change, changes, users } from '#db/schema';
import type { Viewer } from '~/models/access';
import { currentLists } from '~/models/lists/list.server';
import { presentChange } from '~/models/lists/lists';
import { actorName, displayName } from '~/models/text';

type Subject = Extract<Change['subject'], 'pipeline' | 'evaluation'>;

/** `isOwn` if the viewer made the change. */
export type NamedChange = Pick<Change, 'id' | 'at' | 'fields'> & { by: string; isOwn: boolean };

/** The id of the latest change of a deal or its evaluation; 0 if there is none. */
export async function latestChange(subject: Subject, pipelineId: number): Promise<number> {
  const [latest] = await db
    .select({ id: changes.id })
    .from(changes)
    .where(and(eq(changes.subjectId, String(pipelineId)), eq(changes.subject, subject)))
    .orderBy(desc(changes.id))
    .limit(1);
  return latest?.id ?? 0;
}

/** The name of the last person who changed a deal or its evaluation; undefined without a change. */
export async function latestActor(pipelineId: number): Promise<string | undefined> {
  const [latest] = await db
    .select({ actorEmail: changes.actorEmail, user: users })
    .from(changes)
    .leftJoin(users, eq(users.id, changes.actorId))
    .where(
      and(
        eq(changes.subjectId, String(pipelineId)),
        inArray(changes.subject, ['pipeline', 'evaluation']),
      ),
    )
    .orderBy(desc(changes.id))
    .limit(1);
  return latest?.user ? displayName(latest.user) : (latest?.actorEmail ?? undefined);
}

/** The last person who changed a field, and the time. */
export interface LastChange {
  at: Date;
  by: string;
}

/** The last change of each field of these deals or their evaluations, by `ID field`. */
export async function lastChanges(
  subject: Subject,
  pipelineIds: number[],
): Promise<Map<string, LastChange>> {
  const { id, at, subjectId, actorId, actorEmail, fields } = changes;
  const { email, firstName, lastName } = users;
  const field = sql<string>`field.key`;
  const rows = await db
    // The other columns are those of the row with the maximum.
    .select({
      last: max(id),
      at,
      subjectId,
      field,
      actorEmail,
      user: { email, firstName, lastName },
    })
    .from(changes)
    .innerJoin(sql`json_each(${fields}) as field`, sql`true`)
    .leftJoin(users, eq(users.id, actorId))
    .where(and(inArray(subjectId, pipelineIds.map(String)), eq(changes.subject, subject)))
    .groupBy(subjectId, field);
  return new Map(
    rows.map(({ at, subjectId, field, actorEmail, user }) => [
      `${subjectId} ${field}`,
      { at, by: actorName(user, actorEmail) },
    ]),
  );
}

/** The changes after the given one, oldest first. */
export async function changesSince(
  viewer: Pick<Viewer, 'id'>,
  subject: Subject,
  pipelineId: number,
  change: number,
): Promise<NamedChange[]> {
  const rows = await db
    .select({ change: changes, user: users })
    .from(changes)
    .leftJoin(users, eq(users.id, changes.actorId))
    .where(
      and(
        eq(changes.subjectId, String(pipelineId)),
        eq(changes.subject, subject),
        gt(changes.id, change),
      ),
    )
    .orderBy(asc(changes.id));
  const lists = await currentLists();
  return rows.map(({ change: { id, at, fields, actorId, actorEmail }, user }) => ({
    id,
    at,
    fields: presentChange(lists, fields),
    by: actorName(user, actorEmail),
    isOwn: actorId === viewer.id,
  }));
}
