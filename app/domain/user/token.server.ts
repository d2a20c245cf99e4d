import { and, desc, eq, gt, lte } from 'drizzle-orm';
import { type Db, db } from '#db/client';
import { apiTokens, type User, users } from '#db/schema';
import { transaction } from '#db/transaction';
import type { Viewer } from '~/domain/access';
import { DAY_MS } from '~/domain/date/calendar-day';
import { type Actor, recordHistory, userEvent } from '~/domain/history/record.server';
import { createUseRecorder, generateKey, hashKey } from '~/domain/key.server';
import { canSignIn, hasSecondFactorColumn, viewerColumns } from '~/domain/session/viewer.server';
import { conflict, invalid } from '~/errors';
import { MAX_TOKENS, TOKEN_ACCESS_LABELS } from './token-options';
import { type NewToken, TOKEN_PATTERN, TOKEN_PREFIX } from './token-schema';

const recordUse = createUseRecorder(60_000, 'The last use of an API token was not noted');

/** Returns the token, of which only the hash is stored, and removes expired ones. Throws 409 if the viewer has 20. */
export async function createToken(
  viewer: Viewer,
  { name, access, days }: NewToken,
): Promise<string> {
  const token = TOKEN_PREFIX + generateKey();
  const now = new Date();
  const expire = new Date(now.getTime() + Number(days) * DAY_MS);
  await transaction(async (tx) => {
    const isOfViewer = eq(apiTokens.userId, viewer.id);
    await tx.delete(apiTokens).where(and(isOfViewer, lte(apiTokens.expire, now)));
    const names = await tx.select({ name: apiTokens.name }).from(apiTokens).where(isOfViewer);
    if (names.some((token) => token.name === name))
      throw invalid([{ path: 'name', message: 'You already have a token with this name' }]);
    if (names.length >= MAX_TOKENS)
      throw conflict(`You can have up to ${MAX_TOKENS} tokens. Please revoke one first.`);
    const row = { key: hashKey(token), userId: viewer.id, name, access, createdAt: now, expire };
    await tx.insert(apiTokens).values(row);
    await recordHistory(tx, viewer, [
      userEvent(viewer, 'API token added', {
        token: [null, name],
        access: [null, TOKEN_ACCESS_LABELS[access]],
      }),
    ]);
  });
  return token;
}

export async function listTokens(viewer: Viewer) {
  const { id, name, access, createdAt, expire, lastUsedAt } = apiTokens;
  return db
    .select({ id, name, access, createdAt, expire, lastUsedAt })
    .from(apiTokens)
    .where(eq(apiTokens.userId, viewer.id))
    .orderBy(desc(apiTokens.id));
}

export async function revokeToken(viewer: Viewer, id: number): Promise<boolean> {
  return transaction(async (tx) => {
    const ended = await tx
      .delete(apiTokens)
      .where(and(eq(apiTokens.userId, viewer.id), eq(apiTokens.id, id)))
      .returning({ name: apiTokens.name });
    await recordRevokedTokens(tx, viewer, viewer, ended);
    return ended.length > 0;
  });
}

export async function revokeUserTokens(
  tx: Db,
  actor: Actor,
  user: Pick<User, 'id' | 'email'>,
): Promise<void> {
  const ended = await tx
    .delete(apiTokens)
    .where(eq(apiTokens.userId, user.id))
    .returning({ name: apiTokens.name });
  await recordRevokedTokens(tx, actor, user, ended);
}

async function recordRevokedTokens(
  tx: Db,
  actor: Actor,
  user: Pick<User, 'id' | 'email'>,
  revoked: { name: string }[],
): Promise<void> {
  const events = revoked.map(({ name }) =>
    userEvent(user, 'API token ended', { token: [name, null] }),
  );
  await recordHistory(tx, actor, events);
}

export async function findTokenViewer(token: string) {
  if (!TOKEN_PATTERN.test(token)) return undefined;
  const { id, name, access, lastUsedAt } = apiTokens;
  const [row] = await db
    .select({
      id,
      name,
      access,
      lastUsedAt,
      viewer: viewerColumns,
      hasSecondFactor: hasSecondFactorColumn,
    })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .where(and(eq(apiTokens.key, hashKey(token)), gt(apiTokens.expire, new Date()), canSignIn));
  if (row)
    void recordUse(String(row.id), row.lastUsedAt, async (tx, now) =>
      tx.update(apiTokens).set({ lastUsedAt: now }).where(eq(id, row.id)),
    );
  return row && { ...row, viewer: { ...row.viewer, tokenName: row.name } };
}
