import type { Db } from '#db/client';
import { type Change, type ChangedFields, changes, type Pipeline, type User } from '#db/schema';
import { afterCommit } from '#db/transaction';
import { logEvent } from '~/log.server';

/** Who did it; undefined where the program did it by itself. */
export type Actor = Pick<User, 'id' | 'email'> | undefined;
type Act = Change['act'];
/** Rows written by one statement. */
const CHUNK = 500;

type News = Pick<Change, 'subject' | 'subjectId' | 'subjectName' | 'act'> & {
  fields?: ChangedFields;
};

/** Writes history, in the transaction of what it tells. What becomes of an account is in the log too. */
export async function record(tx: Db, actor: Actor, news: News[]): Promise<void> {
  const at = new Date();
  for (let i = 0; i < news.length; i += CHUNK) {
    await tx.insert(changes).values(
      news.slice(i, i + CHUNK).map(({ fields = {}, ...one }) => ({
        ...one,
        fields,
        at,
        actorId: actor?.id ?? null,
        actorEmail: actor?.email ?? null,
      })),
    );
  }
  for (const { subject, subjectId, act, fields = {} } of news) {
    if (subject === 'account')
      afterCommit(() =>
        logEvent(`account ${act}`, {
          account: subjectId,
          fields: Object.keys(fields).join(' ') || undefined,
        }),
      );
  }
}

export function ofPipeline(
  { id, companyName }: Pick<Pipeline, 'id' | 'companyName'>,
  act: Act,
  fields?: ChangedFields,
): News {
  return { subject: 'pipeline', subjectId: String(id), subjectName: companyName, act, fields };
}

export function ofEvaluation(
  { id, companyName }: Pick<Pipeline, 'id' | 'companyName'>,
  act: Act,
  fields?: ChangedFields,
): News {
  return { subject: 'evaluation', subjectId: String(id), subjectName: companyName, act, fields };
}

export function ofAccount(
  { id, email }: Pick<User, 'id' | 'email'>,
  act: Act,
  fields?: ChangedFields,
): News {
  return { subject: 'account', subjectId: id, subjectName: email, act, fields };
}
