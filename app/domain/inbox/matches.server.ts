import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { iterateWithPauses } from '#db/chunks';
import { db } from '#db/client';
import {
  contacts,
  customFieldValues,
  deals,
  emailDomain,
  emails,
  type InboxItem,
  lower,
  users,
} from '#db/schema';
import type { Viewer } from '~/domain/access';
import { listActiveCustomFields } from '~/domain/custom-field/list.server';
import { findWebsiteField } from '~/domain/custom-field/website';
import { computeCompanyKeys, hasCompanyKey } from '~/domain/deal/company-key';
import { hasLikelyKey } from '~/domain/deal/duplicates.server';
import { getCompanyDomain, getWebsiteDomain } from '~/domain/email/domains';
import { normalizeAddress } from '~/domain/person/email-address';
import { getDisplayName } from '~/domain/person/names';
import { personColumns } from '~/domain/user/columns.server';
import { visibleTo } from '~/domain/visibility.server';
import { MATCH_REASONS, type MatchReason } from './match-reasons';

export interface InboxMatch {
  dealId: number;
  companyName: string;
  ownerName: string;
  reason: MatchReason;
}

const MAX_MATCHES_PER_ITEM = 5;
/** Exceeds `MAX_MATCHES_PER_ITEM`, because a company's name may only be spelled alike. */
const MAX_CANDIDATES = 20;

/**
 * Finds the visible deals that items may belong to, by item, each deal once. Reads by indexes, and
 * the websites of all deals once for all items.
 */
export async function findInboxMatches(
  viewer: Viewer,
  items: InboxItem[],
): Promise<Map<number, InboxMatch[]>> {
  const dealsByDomain = await findDealsByWebsite(items.flatMap(listDomains));
  const matchesByItem = new Map<number, InboxMatch[]>();
  for await (const item of iterateWithPauses(items))
    matchesByItem.set(item.id, await findItemMatches(viewer, item, dealsByDomain));
  return matchesByItem;
}

async function findItemMatches(
  viewer: Viewer,
  item: InboxItem,
  dealsByDomain: Map<string, number[]>,
): Promise<InboxMatch[]> {
  const domains = listDomains(item);
  const messageIds = [item.messageId, ...item.answeredIds].filter((id) => id !== null);
  const keys = item.companyName ? computeCompanyKeys(item.companyName) : [];
  const find = (where: SQL | undefined) => findVisibleDeals(viewer, where);
  const candidates = {
    reply: messageIds.length ? await find(inArray(deals.id, selectDealsOfEmails(messageIds))) : [],
    contact: item.contactEmail
      ? await find(inArray(deals.id, selectDealsOfAddress(item.contactEmail)))
      : [],
    domain: domains.length
      ? [
          ...(await find(inArray(deals.id, selectDealsOfDomains(domains)))),
          ...(await find(
            inArray(
              deals.id,
              domains.flatMap((domain) => dealsByDomain.get(domain) ?? []),
            ),
          )),
        ]
      : [],
    name: keys.length
      ? (await find(hasLikelyKey(keys))).filter(({ companyName }) =>
          hasCompanyKey(companyName, keys),
        )
      : [],
  };
  const matches = new Map<number, InboxMatch>();
  for (const reason of MATCH_REASONS)
    for (const { id, companyName, owner } of candidates[reason])
      if (!matches.has(id))
        matches.set(id, { dealId: id, companyName, ownerName: getDisplayName(owner), reason });
  return [...matches.values()].slice(0, MAX_MATCHES_PER_ITEM);
}

function listDomains({ contactEmail, website }: InboxItem): string[] {
  const domains = [getCompanyDomain(contactEmail), getWebsiteDomain(website)];
  return [...new Set(domains)].filter((domain) => domain !== undefined);
}

async function findVisibleDeals(viewer: Viewer, where: SQL | undefined) {
  return db
    .select({ id: deals.id, companyName: deals.companyName, owner: personColumns })
    .from(deals)
    .innerJoin(users, eq(users.id, deals.userId))
    .where(and(where, visibleTo(viewer)))
    .orderBy(desc(deals.createdAt), desc(deals.id))
    .limit(MAX_CANDIDATES);
}

function selectDealsOfEmails(messageIds: string[]) {
  return db.select({ id: emails.dealId }).from(emails).where(inArray(emails.messageId, messageIds));
}

function selectDealsOfAddress(address: string) {
  return db
    .select({ id: contacts.dealId })
    .from(contacts)
    .where(eq(lower(contacts.email), normalizeAddress(address)));
}

function selectDealsOfDomains(domains: string[]) {
  return db
    .select({ id: contacts.dealId })
    .from(contacts)
    .where(inArray(emailDomain(contacts), domains));
}

const MAX_DEALS_PER_DOMAIN = 50;

/** Finds deals by the host in the custom field Website, which takes 20 ms at 20,000 deals. */
async function findDealsByWebsite(domains: string[]): Promise<Map<string, number[]>> {
  const dealsByDomain = new Map<string, number[]>();
  const field = findWebsiteField(await listActiveCustomFields());
  if (!field || !domains.length) return dealsByDomain;
  const hosts = JSON.stringify(domains.flatMap((domain) => [domain, `www.${domain}`]));
  const rows = db.all<{ id: number; host: string }>(sql`
    with links(id, link) as (
      select ${customFieldValues.dealId}, lower(json_extract(${customFieldValues.fields}, ${`$."${field.key}"`}))
      from ${customFieldValues}),
    rests(id, rest) as (
      select id, case instr(link, '://') when 0 then link else substr(link, instr(link, '://') + 3) end
      from links where link is not null),
    hosts(id, host) as (select id, substr(rest, 1, instr(rest || '/', '/') - 1) from rests)
    select id, host from hosts where host in (select value from json_each(${hosts}))
    order by id desc`);
  for (const { id, host } of rows) {
    const domain = host.replace(/^www\./, '');
    const ids = dealsByDomain.get(domain) ?? [];
    if (ids.length < MAX_DEALS_PER_DOMAIN) dealsByDomain.set(domain, [...ids, id]);
  }
  return dealsByDomain;
}
