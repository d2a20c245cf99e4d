import { beforeAll, describe, expect, test } from 'vitest';
import { contacts, deals, emails, notes } from '#db/schema';
import { transaction } from '#db/transaction';
import { addCustomField } from '~/domain/custom-field/create.server';
import { NewCustomField } from '~/domain/custom-field/schema';
import { getCompanyDomain, getWebsiteDomain, suggestCompanyName } from '~/domain/email/domains';
import { listInboxItems } from '~/domain/inbox/list.server';
import { parseInput } from '~/errors';
import { createCast } from '../../support/cast';
import { receive } from '../../support/inbox';
import { explainQueries } from '../../support/query-plans';

/** 20,000 with MATCHED_DEALS, for the figures. */
const DEALS = Number(process.env.MATCHED_DEALS ?? 2_000);
const ITEMS = DEALS / 20;
const { maren } = await createCast();

beforeAll(async () => {
  await addCustomField(maren, parseInput(NewCustomField, { name: 'Website', kind: 'link' }));
  const at = new Date();
  await transaction(async (tx) => {
    for (let from = 0; from < DEALS; from += 500) {
      const numbers = Array.from({ length: 500 }, (_, n) => from + n);
      const rows = numbers.map((n) => ({
        userId: maren.id,
        companyName: `Deal ${n}`,
        companyKey: `deal${n}`,
        searchText: 'x',
        fields: { website: `https://www.site-${n}.example/` },
        createdAt: at,
        updatedAt: at,
      }));
      const added = await tx.insert(deals).values(rows).returning({ id: deals.id });
      const people = added.flatMap(({ id }, n) =>
        ['a', 'b'].map((name) => ({
          dealId: id,
          name,
          searchText: '',
          email: `${name}@company-${from + n}.example`,
        })),
      );
      await tx.insert(contacts).values(people);
    }
    const [note] = await tx
      .insert(notes)
      .values({
        dealId: 1,
        authorId: maren.id,
        authorName: '',
        text: '',
        searchText: '',
        createdAt: at,
      })
      .returning({ id: notes.id });
    const stored = { dealId: 1, noteId: note!.id, messageId: 'stored@demo.example' };
    await tx.insert(emails).values({ ...stored, files: [] });
  });
  for (let n = 0; n < ITEMS; n++)
    await receive({
      companyName: `Deal ${n}`,
      contactEmail: `A@Company-${n}.example`,
      website: `https://site-${n + 1}.example`,
      messageId: `item-${n}@demo.example`,
      answeredIds: ['stored@demo.example'],
    });
});

describe('matching of many items (rule 29.3)', () => {
  const list = () =>
    listInboxItems(maren, { state: 'pending' }, { limit: Number.MAX_SAFE_INTEGER, offset: 0 });

  test('items are matched by indexes', async () => {
    const plans = (await explainQueries(list)).join('\n');
    expect(plans).not.toMatch(/SCAN (contacts|emails|pipelines|notes)/);
    for (const index of ['contacts_email', 'contacts_domain', 'emails_message'])
      expect(plans).toContain(index);
  });

  test('every item finds its deals', async () => {
    const begin = performance.now();
    const items = await list();
    console.log(`${ITEMS} items among ${DEALS} deals: ${Math.round(performance.now() - begin)} ms`);
    expect(items).toHaveLength(ITEMS);
    const [first] = items;
    expect(first!.matches.map(({ reason }) => reason)).toEqual(['reply', 'contact', 'domain']);
  });
});

describe('domains (rule 29.3)', () => {
  test.each(['somebody@gmail.com', 'x@GMX.de', 'x@qq.com', 'x@t-online.de', null, 'none'])(
    'free-mail %s has no company',
    (address) => {
      expect(getCompanyDomain(address)).toBeUndefined();
    },
  );

  test("a sender's domain stands behind the last @", () => {
    expect(getCompanyDomain('noor@quillmoor.example@evil.example')).toBe('evil.example');
    expect(getCompanyDomain('"noor@quillmoor.example"@gmail.com')).toBeUndefined();
  });

  test('a website has a host, unless companies share it', () => {
    expect(getWebsiteDomain('https://www.Acme.example/team')).toBe('acme.example');
    expect(getWebsiteDomain('https://www.linkedin.com/company/acme')).toBeUndefined();
    expect(getWebsiteDomain('nothing')).toBeUndefined();
  });

  test('a company name is suggested by the domain', () => {
    expect(suggestCompanyName('noor@wickham-valves.example')).toBe('Wickham Valves');
    expect(suggestCompanyName('noor@gmail.com')).toBe('');
  });
});
