import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connections, db } from '#db/client';
import { mentions, users } from '#db/schema';
import { transaction } from '#db/transaction';
import { listNotes } from '~/models/note/list.server';
import { countMentions, listMentions, openMentions } from '~/models/note/mention.server';
import { type Mentionable, mentionFinder } from '~/models/note/mentions';
import { addNote, changeNote, insertNotes } from '~/models/note/write.server';
import { handOverPipeline } from '~/models/pipeline/hand-over.server';
import { setMembers } from '~/models/member/members.server';
import { addUser, createManager, setDisabled } from '~/models/user/administer.server';
import { type Cast, cast } from '../../support/cast';
import { addPipeline, clearDeals } from '../../support/pipelines';

let people: Cast;
beforeAll(async () => {
  people = await cast();
});
beforeEach(clearDeals);

const EN = { language: 'en', timeZone: 'UTC' };
const mentioned = async (as: Cast['ana']) => (await listMentions(as, 10)).map(({ id }) => id);

describe('a text', () => {
  const person = (id: string, firstName: string | null, email = `${id}@fund.example`) =>
    ({ id, firstName, email }) satisfies Mentionable;
  const PEOPLE = [
    person('anna', 'Anna'),
    person('am', 'Anna Maria'),
    person('chen', '陈美'),
    person('min', '민수'),
    person('jose', 'José'),
    person('ben1', 'Ben'),
    person('ben2', 'ben'),
    person('nobody', null),
    person('odd', 'A.B (*)'),
  ];
  const find = mentionFinder(PEOPLE);
  const inText = (text: string) =>
    find(text).map(({ userId, start, end }) => [userId, text.slice(start, end)]);

  test.each([
    ['@Anna please', [['anna', '@Anna']]],
    ['please, @anna', [['anna', '@anna']]],
    ['@ANNA!', [['anna', '@ANNA']]],
    ['(@Anna)', [['anna', '@Anna']]],
    ["@Anna's view", [['anna', '@Anna']]],
    ['@Anna.', [['anna', '@Anna']]],
    [
      '@Anna Maria and @Anna',
      [
        ['am', '@Anna Maria'],
        ['anna', '@Anna'],
      ],
    ],
    ['@anna  maria', [['am', '@anna  maria']]],
    ['@Anna\nMaria', [['anna', '@Anna']]],
    ['@Annabel', []],
    ['@Anna-Lena', []],
    ['x@anna.de', []],
    ['anna@fund.example', []],
    ['@anna.de', []],
    ['@anna@other.example', []],
    ['@anna@fund.example', [['anna', '@anna@fund.example']]],
    ['Ask @Anna@FUND.example, please', [['anna', '@Anna@FUND.example']]],
    ['@nobody@fund.example.', [['nobody', '@nobody@fund.example']]],
    ['@nobody', []],
    ['@Ben', []],
    ['@ben2@fund.example', [['ben2', '@ben2@fund.example']]],
    ['请@陈美看一下', [['chen', '@陈美']]],
    ['@陈美OK', [['chen', '@陈美']]],
    ['@민수야', [['min', '@민수']]],
    ['@josé', [['jose', '@josé']]],
    ['@A.B (*) and @AxB (*)', [['odd', '@A.B (*)']]],
    ['https://medium.com/@anna/story and @anna', [['anna', '@anna']]],
    ['@ Anna', []],
    ['@@Anna', [['anna', '@Anna']]],
    ['', []],
  ])('%j (rule 18.12)', (text, expected) => {
    expect(inText(text)).toEqual(expected);
  });

  test('mentions who has the email, not who took it for a first name (rule 18.12)', () => {
    const [first, second] = [person('a', 'Ada'), person('b', 'a@fund.example')];
    expect(mentionFinder([first, second])('@a@fund.example')).toMatchObject([{ userId: 'a' }]);
  });
});

describe('a mention', () => {
  test('is for who may see the deal and can log in, but not for its author (rule 18.11)', async () => {
    const id = await addPipeline(people.ana);
    const note = await addNote(people.ana, id, '@Maren @tomas @Ana @Ben @Pia: look');
    expect(await mentioned(people.maren)).toEqual([note]);
    expect(await mentioned(people.tomas)).toEqual([note]);
    const named = await db.select({ id: mentions.userId }).from(mentions);
    expect(named.map((one) => one.id).sort()).toEqual([people.maren.id, people.tomas.id].sort());
    const back = await addNote(people.tomas, id, '@Ana, see @maren@demo.example');
    expect(await mentioned(people.ana)).toEqual([back]);
    expect(await listMentions(people.ana, 10)).toMatchObject([
      {
        pipelineId: id,
        companyName: 'Acme',
        author: 'Tomas Rivera',
        excerpt: { before: '', hit: '@Ana', after: ', see @maren@demo.example' },
      },
    ]);
  });

  test('is nobody’s by a first name that two share, but by the email (rule 18.13)', async () => {
    const id = await addPipeline(people.ana);
    const twin = await createManager(people.maren, {
      email: 'twin@demo.example',
      password: 'a-password-of-2026',
      firstName: 'tomas',
      lastName: 'Twin',
    });
    await addNote(people.ana, id, '@Tomas?');
    expect(await mentioned(people.tomas)).toEqual([]);
    const note = await addNote(people.ana, id, '@twin@demo.example?');
    expect((await listMentions(twin, 10)).map((one) => one.id)).toEqual([note]);
    await setDisabled(people.maren, twin.id, true);
    const again = await addNote(people.ana, id, '@Tomas?');
    expect(await mentioned(people.tomas)).toEqual([again]);
  });

  test('is counted until the deal is opened, without what the reader does not see (rule 18.22)', async () => {
    const [one, two] = [await addPipeline(people.ana), await addPipeline(people.ana)];
    for (const id of [one, one, two]) await addNote(people.maren, id, '@Ana, @Tomas');
    expect(await countMentions(people.ana)).toBe(3);
    expect(await countMentions(people.ana, one)).toBe(1);
    await openMentions(people.ana, one);
    expect(await countMentions(people.ana)).toBe(1);
    await handOverPipeline(people.maren, two, people.ben.email);
    expect([await countMentions(people.ana), await countMentions(people.tomas)]).toEqual([0, 3]);
  });

  test('reaches the colleagues on a deal, of each deal its own (rule 18.11)', async () => {
    const [one, two] = [await addPipeline(people.ana), await addPipeline(people.ana)];
    await setMembers(people.ana, one, [people.ben.id]);
    const deals = [one, two].map((id) => ({ id, companyName: 'x' }));
    const [note] = await transaction((tx) => insertNotes(tx, people.ana, deals, '@Ben'));
    expect(await mentioned(people.ben)).toEqual([note]);
    expect(await countMentions(people.ben)).toBe(1);
  });

  test('follows an edit: who is newly named is mentioned, who is not named any more is not (rule 18.14)', async () => {
    const id = await addPipeline(people.ana);
    const note = await addNote(people.ana, id, '@Maren');
    await changeNote(people.ana, note, '@Tomas');
    expect([await mentioned(people.maren), await mentioned(people.tomas)]).toEqual([[], [note]]);
    await openMentions(people.tomas, id);
    await changeNote(people.ana, note, '@Tomas @Maren');
    expect([await mentioned(people.maren), await mentioned(people.tomas)]).toEqual([[note], []]);
  });

  test('is over when the deal is opened, and other deals’ are not (rule 18.14)', async () => {
    const [one, two] = [await addPipeline(people.ana), await addPipeline(people.ana)];
    await addNote(people.ana, one, '@Maren');
    await addNote(people.ana, one, '@maren again');
    const other = await addNote(people.ana, two, '@Maren');
    await openMentions(people.maren, one);
    expect(await mentioned(people.maren)).toEqual([other]);
    await openMentions(people.tomas, two);
    expect(await mentioned(people.maren)).toEqual([other]);
  });

  test('waits, without failing the page, while the database cannot be written (rule 18.14)', async () => {
    const id = await addPipeline(people.ana);
    const note = await addNote(people.ana, id, '@Maren');
    const { writer } = connections();
    writer.pragma('query_only = 1');
    await openMentions(people.maren, id);
    writer.pragma('query_only = 0');
    expect(await mentioned(people.maren)).toEqual([note]);
    const working = transaction(async (tx) => tx.delete(users).where(eq(users.id, 'none')));
    await openMentions(people.maren, id);
    await working;
    await transaction(async () => undefined);
    expect(await mentioned(people.maren)).toEqual([]);
  });

  test('is seen by nobody who does not see the deal any more (rule 18.14)', async () => {
    const id = await addPipeline(people.ana);
    await addNote(people.tomas, id, '@Ana');
    expect(await mentioned(people.ana)).toHaveLength(1);
    await handOverPipeline(people.maren, id, people.ben.email);
    expect(await mentioned(people.ana)).toEqual([]);
  });

  test('stands out in the thread (rule 18.14)', async () => {
    const id = await addPipeline(people.ana);
    await addUser(people.maren, {
      email: 'mei@demo.example',
      password: 'a-password-of-2026',
      firstName: '陈美',
      lastName: '李',
    });
    await handOverPipeline(people.maren, id, 'mei@demo.example');
    const text = '请@陈美看, @Maren too, not @Ben';
    await addNote(people.maren, id, text);
    const [note] = await listNotes(people.maren, id, EN);
    expect(note!.mentions.map(([from, to]) => text.slice(from, to))).toEqual(['@陈美', '@Maren']);
    expect(note!.missed).toEqual([
      { name: 'Ben', isShared: false, person: { name: 'Ben', email: 'ben@demo.example' } },
    ]);
  });
});
