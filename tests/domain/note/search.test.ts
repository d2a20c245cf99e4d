import { beforeEach, describe, expect, test } from 'vitest';
import { buildSearchText, listFoldings } from '#db/fold';
import { addNote } from '~/domain/note/create.server';
import { deleteNote } from '~/domain/note/delete.server';
import { createSearchExcerpt } from '~/domain/note/excerpt';
import { searchNotes } from '~/domain/note/search.server';
import { updateNote } from '~/domain/note/update.server';
import { transferDeal } from '~/domain/operations/transfer-deals.server';
import { createCast } from '../../support/cast';
import { addDeal, deleteDeals } from '../../support/deals';
import { createRandom } from '../../support/random';

const people = await createCast();
beforeEach(deleteDeals);

const found = async (text: string, as = people.maren) =>
  (await searchNotes(as, text, 20)).map(({ id }) => id);

describe('note search (rule 18.18)', () => {
  test('note search finds any substring, newest first', async () => {
    const id = await addDeal(people.ana);
    const one = await addNote(people.ana, id, 'Strong ARR growth\nin ASIA: 投资 "now" 100%');
    const two = await addNote(people.tomas, id, 'ΌΡΟΣ, Ёлка, growth, 한국어, 👩‍💻🇩🇪');
    for (const [expected, ...typed] of [
      [[two, one], 'growth', 'GROWTH', 'gr', 'g'],
      [[one], 'growth in asia', '投资', '资', '%', '0%', '"n', 'w"'],
      [[two], 'όρος', 'ёл', '국어', '🇩', '👩‍💻', '🇩🇪'],
      [[], '', '国어', '" OR "a', 'zz', 'a\0b', `growth${'x'.repeat(16_000)}`],
    ] as [number[], ...string[]][])
      for (const text of typed) expect(await found(text), JSON.stringify(text)).toEqual(expected);
  });

  test('note search finds what every other search would find', async () => {
    const id = await addDeal(people.ana);
    const signs = [...'abcAB éß森大地株ス한국 شركة😀"\'%_\\*()-'];
    const next = createRandom(7);
    const random = (n: number) => Math.floor(next() * n);
    const sign = () => signs[random(signs.length)];
    const word = (most: number) => Array.from({ length: 1 + random(most) }, sign).join('');
    const added: { id: number; text: string }[] = [];
    for (let n = 0; n < 60; n++) {
      const text = `x${word(12)}`;
      added.unshift({ id: await addNote(people.ana, id, text), text: buildSearchText(text) });
    }
    let hits = 0;
    for (let n = 0; n < 200; n++) {
      const search = word(3).trim();
      if ([...search].length < 2) continue;
      const wanted = added
        .filter((one) => listFoldings(search).some((form) => one.text.includes(form)))
        .map((one) => one.id);
      const ids = (await searchNotes(people.maren, search, 99)).map((one) => one.id);
      expect(ids, search).toEqual(wanted);
      hits += wanted.length;
    }
    expect(hits).toBeGreaterThan(20);
  });

  test('note search follows edits and deletions', async () => {
    const id = await addDeal(people.ana);
    const note = await addNote(people.ana, id, 'Quillmoor');
    await updateNote(people.ana, note, 'Steadwick');
    expect([await found('quillmoor'), await found('steadwick')]).toEqual([[], [note]]);
    await deleteNote(people.ana, note);
    expect(await found('steadwick')).toEqual([]);
  });

  test('note search finds only notes of visible deals', async () => {
    const mine = await addDeal(people.ana);
    const theirs = await addDeal(people.ben);
    const note = await addNote(people.tomas, mine, 'Gantrywell');
    await addNote(people.tomas, theirs, 'Gantrywell');
    expect(await found('gantrywell', people.ana)).toEqual([note]);
    expect(await found('ga', people.ana)).toEqual([note]);
    await transferDeal(people.ana, mine, people.ben.email);
    expect(await found('gantrywell', people.ana)).toEqual([]);
    expect(await found('gantrywell', people.tomas)).toHaveLength(2);
  });

  test('note search names company, author and time, and marks hits', async () => {
    const id = await addDeal(people.ana, { companyName: 'Quillmoor' });
    await addNote(people.tomas, id, 'Called, they SAID no');
    const about = { dealId: id, companyName: 'Quillmoor', author: 'Tomas Rivera' };
    const excerpt = { before: 'Called, they ', hit: 'SAID', after: ' no' };
    const [note] = await searchNotes(people.ana, 'said', 5);
    expect(note).toMatchObject({ ...about, at: expect.any(Date), excerpt });
  });
});

describe('excerpts (rule 18.18)', () => {
  test.each([
    ['the whole of a short text', 'One two', 'two', ['One ', 'two', '']],
    ['one line', 'One\n\n two \n three', 'two', ['One ', 'two', ' three']],
    ['the beginning without a hit', 'One two', 'zz', ['', '', 'One two']],
    ['another spelling', 'The ﬁrst', 'first', ['The ', 'ﬁrst', '']],
    ['marks of their own', 'E\u0301te\u0301 a', 'été', ['', 'E\u0301te\u0301', ' a']],
    ['without accents', 'A Müllermilch, please', 'mullerm', ['A ', 'Müllerm', 'ilch, please']],
    ['spelled out', 'Ob Jürgen Müllermilch', 'muellermilch', ['Ob Jürgen ', 'Müllermilch', '']],
    ['half of a letter', 'Die Straße 1', 'stras', ['Die ', 'Straß', 'e 1']],
    ['far on', `${'ﬁ'.repeat(300)} néedle`, 'needle', [`…${'ﬁ'.repeat(49)} `, 'néedle', '']],
    ['final sigma', 'ΟΔΟΣ και', 'οδος', ['', 'ΟΔΟΣ', ' και']],
  ])('an excerpt is %s', (_, text, search, [before, hit, after]) => {
    expect(createSearchExcerpt(text, buildSearchText(text), search)).toEqual({
      before,
      hit,
      after,
    });
  });

  test('an excerpt of a long text has 160 characters around the hit', () => {
    const long = '😀'.repeat(500);
    const text = `${long}needle${long}`;
    const { before, hit, after } = createSearchExcerpt(text, buildSearchText(text), 'NEEDLE');
    expect(hit).toBe('needle');
    expect(before).toMatch(/^…(😀){24,25}$/u);
    expect(after).toMatch(/^(😀){50,52}…$/u);
  });
});
