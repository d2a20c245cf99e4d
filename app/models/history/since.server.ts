import { and, asc, desc, eq, gt } from 'drizzle-orm';
import { db } from '#db/client';
import { type Change, changes, users } from '#db/schema';
import { displayName } from '~/models/text';

type Subject = Extract<Change['subject'], 'pipeline' | 'evaluation'>;

export type NamedChange = Pick<Change, 'id' | 'at' | 'fields'> & { by: string };

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

export async function changesSince(
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
  return rows.map(({ change: { id, at, fields, actorEmail }, user }) => ({
    id,
    at,
    fields,
    by: user ? displayName(user) : (actorEmail ?? 'the system'),
  }));
}
