import { describe, expect, test } from 'vitest';
import { setCollaborators } from '~/domain/collaborator/update.server';
import * as board from '~/routes/board/route';
import { type CastMember, createCastForEach } from '../support/cast';
import { addDeal } from '../support/deals';
import { findTags, readText, renderScreen } from '../support/render-screen';

const people = createCastForEach();

const page = (as: CastMember, query = '') => renderScreen(board, `/board${query}`, { as });
async function columns(as: CastMember, query = ''): Promise<Record<string, string>> {
  const sections = (await page(as, query)).split('<section').slice(1);
  return Object.fromEntries(
    sections.map((html) => [/data-stage="([^"]+)"/.exec(html)![1]!, readText(`<section${html}`)]),
  );
}

describe('the board (rule 23.13)', () => {
  test('a column shows its deals, sums and the score of each card', async () => {
    const { ana } = people;
    const nextMeetingDate = 'ASAP';
    await addDeal(ana, { companyName: 'One', stage: 'Met', targetFundingSize: '$5M' });
    await addDeal(ana, { companyName: 'Two', stage: 'Met', targetFundingSize: '2m USD' });
    await addDeal(ana, { companyName: 'Three', stage: 'Met', targetFundingSize: '€3M' });
    const last = { companyName: 'Four', stage: 'Met', evaluationScore: 7.4, nextMeetingDate };
    await addDeal(ana, last);
    await addDeal(ana, { companyName: 'Shut', stage: 'Passed', nextMeetingDate });
    const { Met, New, Passed } = await columns(ana);
    expect(Met).toMatch(/^\|Met\|4\|EUR 3M, USD 7M\|/);
    expect(Met).toContain('|Four|7.4|Ana|due today|Move…|Three|€3M · Ana|');
    expect(New).toBe('|New|0|');
    expect(Passed).toBe('|Passed|1|Shut|Ana|ASAP|Move…|');
    expect(findTags(await page(ana), 'details').length).toBeGreaterThanOrEqual(3);
  });

  test('the board has the filters and permissions of the list', async () => {
    const { ana, ben, maren } = people;
    const id = await addDeal(ana, { companyName: 'Ana’s', industries: ['AI'] });
    await addDeal(ben, { companyName: 'Ben’s', fundingRound: 'Seed' });
    const names = async (as: CastMember, query = '') =>
      ((await columns(as, query)).New!.match(/(Ana|Ben)’s/g) ?? []).join();
    expect([await names(ana), await names(ben), await names(maren)]).toEqual([
      'Ana’s',
      'Ben’s',
      'Ben’s,Ana’s',
    ]);
    expect(await names(maren, '?round=Seed')).toBe('Ben’s');
    expect(await names(maren, '?search=ana')).toBe('Ana’s');
    expect(await names(maren, '?stage=Met')).toBe('');
    await setCollaborators(ana, id, [ben.id]);
    expect(await names(ben)).toBe('Ben’s,Ana’s');
    expect(await names(ben, '?whose=shared')).toBe('Ana’s');
  });

  test('a board without deals says how to begin', async () => {
    const { ana } = people;
    expect(readText(await page(ana))).toContain('|No pipelines found|Create your first');
    await addDeal(ana, { companyName: 'Alder' });
    expect(readText(await page(ana))).not.toContain('No pipelines found');
    const empty = await page(ana, '?search=nothing');
    expect(readText(empty)).toContain('|No matching deals|');
    expect(empty).toMatch(/href="\/board"[^>]*>Clear filters/);
  });

  test('a column shows 50 cards and links to the full list', async () => {
    for (let n = 1; n <= 52; n++) await addDeal(people.ana, { companyName: `Deal ${n}` });
    const html = await page(people.ana, '?round=&search=Deal');
    expect(html.match(/id="deal-/g)).toHaveLength(50);
    expect(readText(html)).toContain('|Show all 52|');
    expect(html).toContain('href="/dashboard?search=Deal&amp;stage=New"');
  });
});
