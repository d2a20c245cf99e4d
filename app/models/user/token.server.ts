import { and, desc, eq, gt, lte } from 'drizzle-orm';
import { db, type Db } from '#db/client';
import { apiTokens, type User, users } from '#db/schema';
import { transaction } from '#db/transaction';
import { logError } from '~/log.server';
import { conflict, invalid } from '~/refusal';
import type { Viewer } from '~/models/access';
import { type Actor, userEntry, writeHistory } from '~/models/history/write.server';
import { hashKey, newKey } from '~/models/key.server';
import { maySignIn, viewerColumns } from './session.server';
import {
  MAX_TOKENS,
  type NewToken,
  TOKEN_ACCESS,
  TOKEN_PREFIX,
  TOKEN_SHAPE,
  type TokenAccess,
} from './token';

/** API tokens: bearer keys of one user each; only a hash is stored. */

const DAY = 24 * 60 * 60 * 1000;
/** The least time between two notes of a token's use, in ms. */
const NOTE_EVERY = 60_000;

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
    if (names.some((taken) => taken.name === name))
      throw invalid([{ path: 'name', message: 'You already have a token with this name' }]);
    if (names.length >= MAX_TOKENS)
      throw conflict(`You have ${MAX_TOKENS} tokens. Please revoke one first.`);
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
export async function listTokens(viewer: Viewer) {
  return db
    .select({
      id: apiTokens.id,
      name: apiTokens.name,
      access: apiTokens.access,
      createdAt: apiTokens.createdAt,
      expire: apiTokens.expire,
      lastUsedAt: apiTokens.lastUsedAt,
    })
    .from(apiTokens)
    .where(eq(apiTokens.userId, viewer.id))
    .orderBy(desc(apiTokens.id));
}

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
export async function findTokenViewer(
  token: string,
): Promise<{ viewer: Viewer; access: TokenAccess } | undefined> {
  if (!TOKEN_SHAPE.test(token)) return undefined;
  const now = new Date();
  const [row] = await db
    .select({
      id: apiTokens.id,
      access: apiTokens.access,
      lastUsedAt: apiTokens.lastUsedAt,
      viewer: viewerColumns,
    })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .where(and(eq(apiTokens.key, hashKey(token)), gt(apiTokens.expire, now), maySignIn()));
  if (row) void noteUse(row.id, row.lastUsedAt, now);
  return row;
}

/** When each token's use was last noted, or tried to be: at most one entry for each token. */
const noted = new Map<number, number>();
const MAX_NOTED = 10_000;

/** Best effort: nobody waits for it, and a failure is only logged. */
async function noteUse(id: number, lastUsedAt: Date | null, now: Date): Promise<void> {
  const last = Math.max(noted.get(id) ?? 0, lastUsedAt?.getTime() ?? 0);
  if (now.getTime() - last < NOTE_EVERY) return;
  if (noted.size >= MAX_NOTED) noted.clear();
  noted.set(id, now.getTime());
  const isThis = eq(apiTokens.id, id);
  await transaction(async (tx) =>
    tx.update(apiTokens).set({ lastUsedAt: now }).where(isThis),
  ).catch((error: unknown) => logError(error, 'The last use of an API token was not noted'));
}
