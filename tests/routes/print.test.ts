import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { deals } from '#db/schema';
import { transaction } from '#db/transaction';
import * as ofStaff from '~/routes/admin_.pipelines_.print';
import * as print from '~/routes/dashboard_.print';
import { MAX_CHARACTERS } from '~/ui/deal-list/print-page';
import { MAX_PRINTED_DEALS } from '~/ui/deal-list/print-rows.server';
import { call, type Cast, createCastForAll } from '../support/cast';
import { addDeal } from '../support/deals';

const people = createCastForAll();

async function printed(query: string, as: Cast['ana'], route: object = print) {
  const answer = await call(route, 'GET', `/dashboard/print${query}`, { as });
  expect(answer.status).toBe(200);
  const html = await answer.text();
  return { html, rows: html.split('<tbody>')[1]!.split('<tr').length - 1 };
}

describe('the page for paper (rule 5.27)', () => {
  test('the page has all filtered deals, the filters, time and user', async () => {
    for (let i = 0; i < 120; i++)
      await addDeal(people.ana, { companyName: `Row <${i}>`, fundingRound: i < 110 ? 'A' : 'B' });
    await addDeal(people.ben, { companyName: 'Row of Ben', fundingRound: 'A' });
    const { html, rows } = await printed('?round=A&search=row&part=unknown&page=2', people.ana);
    expect(rows).toBe(110);
    expect(html).toContain('Row &lt;109&gt;');
    expect(html).not.toContain('Row &lt;110&gt;');
    expect(html).not.toContain('Row of Ben');
    expect(html).toMatch(
      /110 deals · Search: row · Round: Series A · Newest First · Printed .+ UTC by Ana/,
    );
    expect(html).toContain('Not scored');
    expect(html).toContain('href="/dashboard?round=A&amp;search=row&amp;part=unknown&amp;page=2"');
    expect((await printed('?search=nothing+at+all', people.ana)).html).toContain(
      'No deals match these filters.',
    );
  });

  test('staff print the deals of everyone', async () => {
    const { html, rows } = await printed('?search=row&sort=oldest', people.maren, ofStaff);
    expect(rows).toBe(121);
    expect(html).toContain('Row of Ben');
    expect(html).toContain('href="/admin/pipelines?search=row&amp;sort=oldest"');
  });

  test('a long introduction is sent as far as it is shown', async () => {
    await addDeal(people.ben, {
      companyName: 'Long',
      businessIntroduction: 'word '.repeat(2_000),
    });
    const { html } = await printed('?search=long', people.ben);
    expect(html).toContain('word word');
    expect(html.length).toBeLessThan(6_000);
  });

  test('a huge list prints its first deals and says so', async () => {
    const now = new Date();
    const rows = Array.from({ length: MAX_PRINTED_DEALS + 5 }, (_, i) => ({
      userId: people.chiara.id,
      companyName: `Many ${i}`,
      searchText: `many ${i}`,
      createdAt: now,
      updatedAt: now,
    }));
    for (let i = 0; i < rows.length; i += 400)
      await transaction(async (tx) => tx.insert(deals).values(rows.slice(i, i + 400)));
    const printout = await printed('?sort=oldest', people.chiara);
    expect(printout.rows).toBe(MAX_PRINTED_DEALS);
    expect(printout.html).toContain('The first 10,000 of 10,005 deals');
  });

  test('a list of long deals ends with a sentence', async () => {
    const industries = Array.from({ length: 10 }, (_, i) => `${i}`.padEnd(100, 'i'));
    const texts = { businessIntroduction: 'i'.repeat(600), keyBusinessNumbers: 'n'.repeat(1_000) };
    await transaction(async (tx) =>
      tx
        .update(deals)
        .set({ industries, ...texts })
        .where(eq(deals.userId, people.chiara.id)),
    );
    const { html, rows } = await printed('?sort=oldest', people.chiara);
    expect(html.length).toBeLessThan(MAX_CHARACTERS + 10_000);
    const printedCount = (rows - 1).toLocaleString('en');
    expect(html).toContain(`Only the first ${printedCount} of 10,005 deals are printed`);
  });

  test('a deal prints ten industries and counts the others', async () => {
    const industries = Array.from({ length: 12 }, (_, i) => `Industry ${i}`);
    await addDeal(people.ben, { companyName: 'Wide', industries });
    const { html } = await printed('?search=wide', people.ben);
    expect(html).toContain('Industry 9, 2 more');
  });
});
