import { and, desc, eq, gt, lte } from 'drizzle-orm';
import { db, type Db } from '#db/client';
import { apiTokens, type User, users } from '#db/schema';
import { transaction } from '#db/transaction';
import { conflict, invalid } from '~/refusal';
import type { Viewer } from '~/models/access';
import { formatDate, formatDateTime, type Locale } from '~/models/dates';
import { type Actor, userEntry, writeHistory } from '~/models/history/write.server';
import { hashKey, newKey, notesOfUse } from '~/models/key.server';
import { hasFactor, maySignIn, viewerColumns } from './session.server';
import { MAX_TOKENS, type NewToken, TOKEN_ACCESS, TOKEN_PREFIX, TOKEN_SHAPE } from './token';

/** API tokens: bearer keys of one user each; only a hash is stored. */

const DAY = 24 * 60 * 60 * 1000;
/** Once a minute. */
const noteUse = notesOfUse(60_000, 'The last use of an API token was not noted');

/**
 * Returns the token, which cannot be read again. Expired tokens of the viewer are removed. Throws
 * 400 if the name is taken, 409 if the viewer has 20.
 */
export async function createToken(
  viewer: Viewer,
  { name, access, days }: NewToken,
): Promise<string> {
  const token = TOKEN_PREFIX + newKey();
  const now = new Date();
  const expire = new Date(now.getTime() + Number(days) * DAY);
  await transaction(async (tx) => {
    const own = eq(apiTokens.userId, viewer.id);
    await tx.delete(apiTokens).where(and(own, lte(apiTokens.expire, now)));
    const names = await tx.select({ name: apiTokens.name }).from(apiTokens).where(own);
    if (names.some((token) => token.name === name))
      throw invalid([{ path: 'name', message: 'You already have a token with this name' }]);
    if (names.length >= MAX_TOKENS)
      throw conflict(`You can have up to ${MAX_TOKENS} tokens. Please revoke one first.`);
    const row = { key: hashKey(token), userId: viewer.id, name, access, createdAt: now, expire };
    await tx.insert(apiTokens).values(row);
    await writeHistory(tx, viewer, [
      userEntry(viewer, 'API token added', {
        token: [null, name],
        access: [null, TOKEN_ACCESS[access]],
      }),
    ]);
  });
  return token;
}

/** The viewer's tokens, newest first; expired ones until another is created. */
export async function tokensView(viewer: Viewer, locale: Locale) {
  const tokens = await db
    .select()
    .from(apiTokens)
    .where(eq(apiTokens.userId, viewer.id))
    .orderBy(desc(apiTokens.id));
  return tokens.map(({ id, name, access, createdAt, expire, lastUsedAt }) => ({
    id,
    name,
    access: TOKEN_ACCESS[access],
    created: formatDate(createdAt, locale),
    expires: formatDate(expire, locale),
    isExpired: expire.getTime() <= Date.now(),
    used: lastUsedAt ? formatDateTime(lastUsedAt, locale) : undefined,
  }));
}
export type TokenView = Awaited<ReturnType<typeof tokensView>>[number];

export async function endToken(viewer: Viewer, id: number): Promise<boolean> {
  return transaction(async (tx) => {
    const ended = await tx
      .delete(apiTokens)
      .where(and(eq(apiTokens.userId, viewer.id), eq(apiTokens.id, id)))
      .returning({ name: apiTokens.name });
    await writeEnded(tx, viewer, viewer, ended);
    return ended.length > 0;
  });
}

/** Ends all tokens of a user: where the password was changed, or the account is disabled. */
export async function endTokensOf(
  tx: Db,
  actor: Actor,
  user: Pick<User, 'id' | 'email'>,
): Promise<void> {
  const ended = await tx
    .delete(apiTokens)
    .where(eq(apiTokens.userId, user.id))
    .returning({ name: apiTokens.name });
  await writeEnded(tx, actor, user, ended);
}

async function writeEnded(
  tx: Db,
  actor: Actor,
  user: Pick<User, 'id' | 'email'>,
  ended: { name: string }[],
): Promise<void> {
  const entries = ended.map(({ name }) =>
    userEntry(user, 'API token ended', { token: [name, null] }),
  );
  await writeHistory(tx, actor, entries);
}

/** The user of a token as they are now, and what it may do; undefined if it is not valid. */
export async function findTokenViewer(token: string) {
  if (!TOKEN_SHAPE.test(token)) return undefined;
  const { id, access, lastUsedAt } = apiTokens;
  const [row] = await db
    .select({ id, access, lastUsedAt, viewer: viewerColumns, hasSecondFactor: hasFactor })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .where(and(eq(apiTokens.key, hashKey(token)), gt(apiTokens.expire, new Date()), maySignIn));
  if (row)
    void noteUse(String(row.id), row.lastUsedAt, async (tx, now) =>
      tx.update(apiTokens).set({ lastUsedAt: now }).where(eq(id, row.id)),
    );
  return row;
}
