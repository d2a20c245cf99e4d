import { beforeAll, describe, expect, test } from 'vitest';
import { addNote } from '~/domain/note/create.server';
import * as dealPage from '~/routes/pipeline.$id._index/route';
import * as searchPage from '~/routes/search/route';
import * as suggest from '~/routes/search_.suggest';
import { call, createCastForAll } from '../support/cast';
import { addDeal } from '../support/deals';
import { decide, receive } from '../support/inbox';
import { findTags, readText, renderScreen } from '../support/render-screen';

const people = createCastForAll();
let quill: number;
let noted: number;
beforeAll(async () => {
  quill = await addDeal(people.ana, { companyName: 'Quillmoor', ceoName: 'Bryony Kett' });
  noted = await addDeal(people.ana, { companyName: 'Marlrook', fundingRound: 'A' });
  await addNote(people.ana, noted, 'They sell to Quillmoor,\nand to others.');
  for (let n = 0; n < 55; n++) await addDeal(people.ben, { companyName: `Tally ${n}` });
});

const query = (q: string, more = '') => `/search?${new URLSearchParams({ q })}${more}`;
const page = (q: string, as = people.ana, more = '') =>
  renderScreen(searchPage, query(q, more), { as });
const suggested = async (q: string, as = people.ana) =>
  (await (await call(suggest, 'GET', `/search/suggest${query(q).slice(7)}`, { as })).json()) as {
    deals: { address: string; company: string; details: string }[];
    notes: { address: string; company: string; details: string }[];
  };

describe('the search (rules 19.7, 19.8, 19.9 and 19.10)', () => {
  test('search shows deals and notes with links to them', async () => {
    const html = await page('quill');
    const text = readText(html.slice(html.indexOf('<main')));
    expect(text).toMatch(
      /\|Deals\|–\|no score\|Quillmoor\|.*\|Notes\|Marlrook\|.* · Ana Lindqvist\|/,
    );
    expect(text).toContain('|They sell to|Quill|moor, and to others.|');
    const hrefs = findTags(html, 'a').join();
    const from = `from=${encodeURIComponent('/search?q=quill')}`;
    expect(hrefs).toContain(`href="/pipeline/${quill}?${from}"`);
    expect(hrefs).toMatch(new RegExp(`href="/pipeline/${noted}\\?from=[^"]+#note-\\d+"`));
    expect(findTags(html, 'input').join()).toContain('value="quill"');
    expect(readText(await page('bryony'))).toContain('|Bryony Kett, CEO · Ana|');
  });

  test('a found deal leads back to the results', async () => {
    const from = `?from=${encodeURIComponent('/search?q=quill')}`;
    const params = { id: String(quill) };
    const html = await renderScreen(dealPage, `/pipeline/${quill}${from}`, {
      as: people.ana,
      params,
    });
    expect(html).toContain(`href="/search?q=quill#deal-${quill}"`);
  });

  test('search shows pending items to those who triage', async () => {
    const pending = await receive({ companyName: 'Fennimore', text: 'Valves' });
    const decided = await receive({ companyName: 'Fennimore again' });
    await decide(people.maren, decided, 'decline');
    const html = await page('fennimore', people.maren);
    expect(html).toContain(`href="/inbox/${pending}"`);
    expect(html).not.toContain('Fennimore again');
    expect(await page('fennimore')).not.toContain('Fennimore');
  });

  test('the name of one deal opens it directly', async () => {
    const answer = await call(searchPage, 'GET', query(' QUILLMOOR'), { as: people.ana });
    expect([answer.status, answer.headers.get('Location')]).toEqual([302, `/pipeline/${quill}`]);
    expect(await page('Quillmoor', people.ana, '&all=1')).toContain('Marlrook');
    expect(await page('Quillmoor', people.ben)).toContain('No deals or notes with');
  });

  test('search shows 50 results and links to the list', async () => {
    const html = await page('tally', people.ben);
    expect(html.match(/id="deal-/g)).toHaveLength(50);
    expect(html).toContain('href="/dashboard?search=tally"');
    expect(await page('ally 5', people.ben)).not.toContain('/dashboard?search=');
  });

  test('one letter finds and marks its matches', async () => {
    expect(await page('q')).toContain('Quillmoor');
    const comments = 'We met at the <b>Hôpital</b> Necker. '.repeat(20);
    const id = await addDeal(people.ana, { companyName: 'Said', comments });
    const html = await page('hopital', people.ana);
    expect(html).toContain(`/pipeline/${id}`);
    expect(html).toMatch(/Comments: <\/span>…?We met at the &lt;b&gt;<mark[^>]*>Hôpital<\/mark>/);
    expect((await suggested('hopital', people.ana)).deals).toEqual([
      expect.objectContaining({
        company: 'Said',
        details: expect.stringMatching(/^Comments: .*Hôpital/),
      }),
    ]);
  });

  test('search suggests eight deals and four notes', async () => {
    expect(await suggested('quill')).toEqual({
      deals: [{ address: `/pipeline/${quill}`, company: 'Quillmoor', details: 'Ana' }],
      notes: [
        {
          address: expect.stringMatching(`/pipeline/${noted}#note-\\d+`) as string,
          company: 'Marlrook',
          details: 'They sell to Quillmoor, and to others.',
        },
      ],
    });
    expect((await suggested('tally', people.maren)).deals).toHaveLength(8);
    for (let n = 0; n < 25; n++) await addNote(people.ben, await tally(), `About tally no. ${n}`);
    const { notes } = await suggested('tally no', people.maren);
    expect(notes).toHaveLength(4);
    expect((await suggested('no. 1', people.maren)).notes[3]!.address).toContain('#note-');
    const [oldest] = (await suggested('tally no. 0', people.maren)).notes;
    expect(oldest!.address).toMatch(/\/notes\?page=2#note-\d+$/);
  });
});

async function tally(): Promise<number> {
  const { deals } = await suggested('tally 0', people.ben);
  return Number(deals[0]!.address.split('/').at(-1));
}
