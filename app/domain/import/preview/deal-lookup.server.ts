import { and, asc, desc, eq, inArray, lte, sql } from 'drizzle-orm';
import type { Db } from '#db/client';
import { type Contact, contacts, deals, evaluations, lower, users } from '#db/schema';
import { isStaff, type Viewer } from '~/domain/access';
import { flattenCustomFieldValues } from '~/domain/custom-field/names';
import { stageNameColumn } from '~/domain/deal/columns.server';
import { computeCompanyKeys, expandCompanyKeys } from '~/domain/deal/company-key';
import { DEAL_KEYS } from '~/domain/deal-field/fields';
import { EVALUATION_KEYS } from '~/domain/evaluation/schema';
import { pick } from '~/domain/record';
import { canSignIn } from '~/domain/session/viewer.server';
import { visibleTo } from '~/domain/visibility.server';
import type { FieldValues, Owner, StoredDeal } from './comparison';
import type { FileRow } from './file-row';

export async function findDealsById(
  viewer: Viewer,
  ids: number[],
  tx: Db,
): Promise<Map<number, StoredDeal>> {
  const { id, userId, createdAt } = deals;
  const rows = await tx
    .select({
      id,
      userId,
      createdAt,
      stage: stageNameColumn,
      owner: users.email,
      ...pick(deals, DEAL_KEYS),
      customFields: deals.fields,
    })
    .from(deals)
    .innerJoin(users, eq(users.id, userId))
    .where(and(inArray(id, ids), visibleTo(viewer)));
  return new Map(
    rows.map(({ id, userId, createdAt, customFields, ...values }) => [
      id,
      { id, userId, createdAt, values: { ...values, ...flattenCustomFieldValues(customFields) } },
    ]),
  );
}

export async function findEvaluations(ids: number[], tx: Db): Promise<Map<number, FieldValues>> {
  const rows = await tx
    .select({ id: evaluations.dealId, ...pick(evaluations, EVALUATION_KEYS) })
    .from(evaluations)
    .where(inArray(evaluations.dealId, ids));
  return new Map(rows.map(({ id, ...fields }) => [id, fields]));
}

export async function findContactsByDeal(ids: number[], tx: Db): Promise<Map<number, Contact[]>> {
  const { id, dealId } = contacts;
  const rows = await tx.select().from(contacts).where(inArray(dealId, ids)).orderBy(asc(id));
  const contactsByDeal = new Map(ids.map((deal): [number, Contact[]] => [deal, []]));
  for (const contact of rows) contactsByDeal.get(contact.dealId)!.push(contact);
  return contactsByDeal;
}

export interface NamedDeal {
  id: number;
  companyName: string;
}

export type FileCompany = Pick<FileRow, 'company' | 'companyKeys'>;

/**
 * Finds visible deals of companies by their keys: the viewer's own first, then the newest, at most
 * `limit` per company, as thousands of deals may share a name.
 */
export async function findDealsByCompany(
  viewer: Viewer,
  companies: FileCompany[],
  limit: number,
  tx: Db,
): Promise<Map<string, NamedDeal[]>> {
  const named = companies.filter(({ companyKeys }) => companyKeys.length);
  if (!named.length) return new Map();
  const { id, companyKey, companyName, userId, createdAt } = deals;
  const likely = new Set(named.flatMap(({ companyKeys }) => expandCompanyKeys(companyKeys)));
  const order = sql`${userId} = ${viewer.id} desc, ${createdAt} desc, ${id} desc`;
  const rank = sql<number>`row_number() over (partition by ${companyKey} order by ${order})`;
  const ranked = tx
    .select({ id, companyName, userId, createdAt, rank: rank.as('rank') })
    .from(deals)
    .where(and(inArray(companyKey, [...likely]), visibleTo(viewer)))
    .as('ranked');
  const rows = await tx
    .select({ id: ranked.id, companyName: ranked.companyName })
    .from(ranked)
    .where(lte(ranked.rank, limit))
    .orderBy(sql`${ranked.userId} = ${viewer.id} desc`, desc(ranked.createdAt), desc(ranked.id));
  const rowIndexes = new Map<string, number[]>();
  for (const [i, { companyName }] of rows.entries())
    for (const key of computeCompanyKeys(companyName))
      rowIndexes.set(key, [...(rowIndexes.get(key) ?? []), i]);
  const listDeals = (keys: string[]) => {
    const indexes = new Set(keys.flatMap((key) => rowIndexes.get(key) ?? []));
    const ordered = [...indexes].sort((a, b) => a - b);
    return ordered.slice(0, limit).map((i) => rows[i]!);
  };
  return new Map(named.map(({ company, companyKeys }) => [company, listDeals(companyKeys)]));
}

export async function findOwnersByEmail(
  viewer: Viewer,
  emails: string[],
  tx: Db,
): Promise<Map<string, Owner>> {
  if (!emails.length || !isStaff(viewer)) return new Map();
  const rows = await tx
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(and(inArray(lower(users.email), emails), canSignIn));
  return new Map(rows.map((owner) => [owner.email.toLowerCase(), owner]));
}
