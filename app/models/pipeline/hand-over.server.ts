import { and, count, desc, eq, inArray, isNull, lte, max, type SQL, sql } from 'drizzle-orm';
import { cachedUntilCommit } from '#db/cache';
import { inChunks } from '#db/chunks';
import { db, type Db } from '#db/client';
import { handOvers, lower, members, pipelines, shares, type User, users } from '#db/schema';
import { transaction, transactionId } from '#db/transaction';
import { invalid } from '~/refusal';
import { type Viewer } from '~/models/access';
import { pipelineEntry, writeHistory, type Written } from '~/models/history/write.server';
import { addMembers, changeMembers } from '~/models/member/store.server';
import { endShares, giveShares } from '~/models/share/store.server';
import { displayName } from '~/models/text';
import { maySignIn } from '~/models/user/session.server';
import { inChargeOf } from '~/models/visibility.server';
import { lockInCharge } from './write.server';
import { personColumns } from '~/models/user/columns.server';

/** Deals that change hands, and what their new owner is told (rules 2.12, 2.14, 5.17 and 9.21). */

export type NewOwner = Pick<User, 'id' | 'email' | 'firstName' | 'lastName'>;

const CHUNK = 50;

/** What the former owner may ask for: to stay as a colleague, and that pages for outsiders go on. */
interface HandOverWishes {
  stays?: boolean;
  keepsShares?: boolean;
}

/**
 * Hands a deal over to the user with this email. Returns the names of both. Throws 403, 404, and 400 (`findNewOwner`).
 */
export async function handOverPipeline(
  viewer: Viewer,
  id: number,
  email: string,
  wishes: HandOverWishes = {},
): Promise<{ company: string; newOwner: string }> {
  return transaction(async (tx) => {
    const deal = await lockInCharge(tx, viewer, id);
    const newOwner = await findNewOwner(tx, email);
    await handOver(tx, viewer, newOwner, eq(pipelines.id, id), wishes);
    return { company: deal.companyName, newOwner: displayName(newOwner) };
  });
}

/**
 * Hands those of these deals over that the viewer is in charge of, to the user with this email; `already` counts those
 * that are theirs, `act` is what can be undone. Throws 400 (`findNewOwner`).
 */
export async function handOverPipelines(
  viewer: Viewer,
  ids: number[],
  email: string,
): Promise<{ newOwner: string; handedOver: number; already: number; actId?: string }> {
  return transaction(async (tx) => {
    const newOwner = await findNewOwner(tx, email);
    const chosen = and(inArray(pipelines.id, ids), inChargeOf(viewer));
    const deals = await tx.$count(pipelines, chosen);
    const handedOver = await handOver(tx, viewer, newOwner, chosen);
    const actId = handedOver ? transactionId() : undefined;
    return { newOwner: displayName(newOwner), handedOver, already: deals - handedOver, actId };
  });
}

/** The user with this email. Throws 400 for `owner` unless they can log in. */
export async function findNewOwner(tx: Db, email: string): Promise<NewOwner> {
  const { id, firstName, lastName } = users;
  const [newOwner] = await tx
    .select({ id, email: users.email, firstName, lastName })
    .from(users)
    .where(and(eq(lower(users.email), email.trim().toLowerCase()), maySignIn));
  if (!newOwner)
    throw invalid([{ path: 'owner', message: 'Please choose a colleague who can log in' }]);
  return newOwner;
}

/** Hands over the deals that `condition` finds and that are not theirs. Returns their number. */
export async function handOver(
  tx: Db,
  viewer: Viewer,
  newOwner: NewOwner,
  condition: SQL | undefined,
  { stays, keepsShares, ...written }: Written & HandOverWishes = {},
): Promise<number> {
  const { id, companyName } = pipelines;
  const deals = (
    await tx
      .select({ id, companyName, userId: pipelines.userId, owner: users.email })
      .from(pipelines)
      .innerJoin(users, eq(users.id, pipelines.userId))
      .where(condition)
  ).filter(({ userId }) => userId !== newOwner.id);
  const { at = new Date() } = written;
  const change = {
    userId: newOwner.id,
    submission: null,
    version: sql`${pipelines.version} + 1`,
    updatedAt: at,
  };
  for await (const chunk of inChunks(deals, CHUNK)) {
    const ids = chunk.map((deal) => deal.id);
    await tx.update(pipelines).set(change).where(inArray(pipelines.id, ids));
    await tellNewOwner(tx, viewer, newOwner, ids, at);
    const isOwner = and(inArray(members.pipelineId, ids), eq(members.userId, newOwner.id));
    const former = chunk.map((deal) => ({ userId: deal.userId, pipelineId: deal.id }));
    const { memberChanges } = await changeMembers(tx, ids, async () => {
      await tx.delete(members).where(isOwner);
      if (stays) await addMembers(tx, former);
    });
    const ended = keepsShares ? undefined : await endShares(tx, inArray(shares.pipelineId, ids));
    if (keepsShares) await giveShares(tx, ids, newOwner.id);
    const entries = chunk.map(({ owner, ...deal }) =>
      pipelineEntry(deal, 'changed', {
        owner: [owner, newOwner.email],
        ...memberChanges(deal.id),
        ...ended?.get(deal.id),
      }),
    );
    await writeHistory(tx, viewer, entries, { ...written, at });
  }
  return deals.length;
}

async function tellNewOwner(
  tx: Db,
  viewer: Viewer,
  { id: toId }: NewOwner,
  ids: number[],
  at: Date,
): Promise<void> {
  await tx.delete(handOvers).where(inArray(handOvers.pipelineId, ids));
  if (toId === viewer.id) return;
  await tx
    .insert(handOvers)
    .values(ids.map((pipelineId) => ({ pipelineId, byId: viewer.id, toId, at })));
}

const MAX_GIVERS = 3;
const MAX_NAMED = 5;

const receivedBy = (viewer: Viewer) =>
  and(eq(handOvers.toId, viewer.id), eq(pipelines.userId, viewer.id));
const givenBy = (giver: string | null) =>
  giver === null ? isNull(handOvers.byId) : eq(handOvers.byId, giver);

/**
 * What the viewer received and has not dismissed, by giver (null if deleted since), the latest
 * first; `until` is the time of the latest one, in ms.
 */
export async function listHandOvers(viewer: Viewer) {
  return cachedUntilCommit(`hand-overs ${viewer.id}`, () => readHandOvers(viewer));
}

async function readHandOvers(viewer: Viewer) {
  const givers = await db
    .select({
      by: handOvers.byId,
      giver: personColumns,
      deals: count(),
      latest: max(handOvers.at),
    })
    .from(handOvers)
    .innerJoin(pipelines, eq(pipelines.id, handOvers.pipelineId))
    .leftJoin(users, eq(users.id, handOvers.byId))
    .where(receivedBy(viewer))
    .groupBy(handOvers.byId)
    .orderBy(desc(max(handOvers.at)))
    .limit(MAX_GIVERS);
  return Promise.all(
    givers.map(async ({ by: byId, giver, deals, latest }) => ({
      by: byId ?? '',
      giver: giver ? displayName(giver) : undefined,
      deals,
      named: await namedDeals(viewer, byId),
      until: latest!.getTime(),
    })),
  );
}
export type HandOverView = Awaited<ReturnType<typeof listHandOvers>>[number];

async function namedDeals(viewer: Viewer, giver: string | null) {
  return db
    .select({ id: pipelines.id, company: pipelines.companyName })
    .from(handOvers)
    .innerJoin(pipelines, eq(pipelines.id, handOvers.pipelineId))
    .where(and(receivedBy(viewer), givenBy(giver)))
    .orderBy(desc(handOvers.at), pipelines.companyName, pipelines.id)
    .limit(MAX_NAMED);
}

/** Dismisses what one giver handed over up to a time. Returns the number of deals. */
export async function dismissHandOvers(
  viewer: Viewer,
  giver: string | null,
  until: Date,
): Promise<number> {
  return transaction(async (tx) => {
    const condition = and(eq(handOvers.toId, viewer.id), givenBy(giver), lte(handOvers.at, until));
    const dismissed = await tx.delete(handOvers).where(condition).returning({ at: handOvers.at });
    return dismissed.length;
  });
}
