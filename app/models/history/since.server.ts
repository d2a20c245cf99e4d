import { and, asc, desc, eq, gt, inArray } from 'drizzle-orm';
import { db } from '#db/client';
import { type Change, changes, users } from '#db/schema';
import type { Viewer } from '~/models/access';
import { displayName } from '~/models/text';

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

/** Who last changed a deal or its evaluation, by name; undefined if no change is recorded. */
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
  return rows.map(({ change: { id, at, fields, actorId, actorEmail }, user }) => ({
    id,
    at,
    fields,
    by: user ? displayName(user) : (actorEmail ?? 'the system'),
    isOwn: actorId === viewer.id,
  }));
}
