import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { db, getConnections } from '#db/client';
import { mentions, users } from '#db/schema';
import { transaction } from '#db/transaction';
import { setCollaborators } from '~/domain/collaborator/update.server';
import { addNote, insertNotes } from '~/domain/note/create.server';
import { createMentionFinder } from '~/domain/note/find-mentions';
import { listNotes } from '~/domain/note/thread.server';
import {
  countUnreadMentions,
  listUnreadMentions,
  markMentionsAsRead,
} from '~/domain/note/unread-mentions.server';
import { updateNote } from '~/domain/note/update.server';
import { setUserDisabled } from '~/domain/operations/disable-user.server';
import { transferDeal } from '~/domain/operations/transfer-deals.server';
import { addPerson, type CastMember, createCast } from '../../support/cast';
import { addDeal, deleteDeals } from '../../support/deals';

const { ana, ben, maren, tomas } = await createCast();
beforeEach(deleteDeals);

const mentioned = async (as: Pick<CastMember, 'id'>) =>
  (await listUnreadMentions(as as CastMember, 10)).map(({ id }) => id);

describe('finding mentions (rule 18.12)', () => {
  function person(id: string, firstName: string | null, email = `${id}@fund.example`) {
    return { id, firstName, email };
  }
  const find = createMentionFinder([
    person('anna', 'Anna'),
    person('am', 'Anna Maria'),
    person('chen', '陈美'),
    person('min', '민수'),
    person('jose', 'José'),
    person('ben1', 'Ben'),
    person('ben2', 'ben'),
    person('nobody', null),
    person('odd', 'A.B (*)'),
  ]);

  test.each([
    ['@Anna please', 'anna: @Anna'],
    ['please, @anna', 'anna: @anna'],
    ['(@ANNA)', 'anna: @ANNA'],
    ["@Anna's view", 'anna: @Anna'],
    ['@Anna.', 'anna: @Anna'],
    ['@Anna Maria and @Anna', 'am: @Anna Maria, anna: @Anna'],
    ['@anna  maria', 'am: @anna  maria'],
    ['@Anna\nMaria', 'anna: @Anna'],
    ['@Annabel @Anna-Lena @anna.de @nobody @Ben @ Anna', ''],
    ['x@anna.de anna@fund.example @anna@other.example', ''],
    ['Ask @Anna@FUND.example, please', 'anna: @Anna@FUND.example'],
    ['@nobody@fund.example.', 'nobody: @nobody@fund.example'],
    ['@ben2@fund.example', 'ben2: @ben2@fund.example'],
    ['请@陈美看一下', 'chen: @陈美'],
    ['@陈美OK', 'chen: @陈美'],
    ['@민수야', 'min: @민수'],
    ['@josé', 'jose: @josé'],
    ['@A.B (*) and @AxB (*)', 'odd: @A.B (*)'],
    ['https://medium.com/@anna/story and @anna', 'anna: @anna'],
    ['@@Anna', 'anna: @Anna'],
    ['', ''],
  ])('mentions in %j are found', (text, expected) => {
    const found = find(text).map(
      ({ userId, start, end }) => `${userId}: ${text.slice(start, end)}`,
    );
    expect(found.join(', ')).toBe(expected);
  });

  test('finding mentions takes no longer with many names', () => {
    const people = Array.from({ length: 2_000 }, (_, n) =>
      person(`p${n}`, `Colleague ${n} Person`),
    );
    const one = createMentionFinder(people.slice(0, 1));
    const all = createMentionFinder(people);
    const text = '@Colleague 1999 Perso, @@'.repeat(4_000);
    const measureMs = (find: typeof all) => {
      const start = performance.now();
      find(text);
      return performance.now() - start;
    };
    const ratios = Array.from({ length: 5 }, () => measureMs(all) / measureMs(one));
    expect(Math.min(...ratios)).toBeLessThan(20);
    expect(all('@Colleague 1999 Person')).toMatchObject([{ userId: 'p1999', end: 22 }]);
  });

  test('an email mentions its account, not a first name like it', () => {
    const both = createMentionFinder([person('a', 'Ada'), person('b', 'a@fund.example')]);
    expect(both('@a@fund.example')).toMatchObject([{ userId: 'a' }]);
  });
});

describe('mentions (rules 18.11, 18.13, 18.14, 18.22 and 18.23)', () => {
  test('a mention reaches everyone with access except the author', async () => {
    const id = await addDeal(ana);
    const note = await addNote(ana, id, '@Maren @tomas @Ana @Ben @Pia: look');
    expect([await mentioned(maren), await mentioned(tomas)]).toEqual([[note], [note]]);
    expect(await db.$count(mentions)).toBe(2);
    const back = await addNote(tomas, id, '@Ana, see @maren@demo.example');
    expect(await listUnreadMentions(ana, 10)).toMatchObject([
      {
        id: back,
        dealId: id,
        companyName: 'Acme',
        author: 'Tomas Rivera',
        excerpt: { before: '', hit: '@Ana', after: ', see @maren@demo.example' },
      },
    ]);
  });

  test('a shared first name mentions nobody, but an email does', async () => {
    const id = await addDeal(ana);
    const twin = await addPerson(maren, 'twin@demo.example', ['tomas', 'Twin']);
    await setCollaborators(ana, id, [twin.id]);
    await addNote(ana, id, '@Tomas?');
    expect(await mentioned(tomas)).toEqual([]);
    const note = await addNote(ana, id, '@twin@demo.example?');
    expect(await mentioned(twin)).toEqual([note]);
    await setUserDisabled(maren, twin.id, true);
    const again = await addNote(ana, id, '@Tomas?');
    expect(await mentioned(tomas)).toEqual([again]);
  });

  test('mentions of visible deals are counted until a deal is read', async () => {
    const one = await addDeal(ana);
    const two = await addDeal(ana);
    for (const id of [one, one, two]) await addNote(maren, id, '@Ana, @Tomas');
    expect([await countUnreadMentions(ana), await countUnreadMentions(ana, one)]).toEqual([3, 1]);
    await markMentionsAsRead(ana, one);
    expect([await countUnreadMentions(ana), await mentioned(ana)]).toEqual([
      1,
      [expect.any(Number)],
    ]);
    await transferDeal(maren, two, ben.email);
    expect([await countUnreadMentions(ana), await mentioned(ana)]).toEqual([0, []]);
    expect(await countUnreadMentions(tomas)).toBe(3);
  });

  test('a mention reaches the collaborators of each deal', async () => {
    const one = await addDeal(ana);
    const two = await addDeal(ana);
    await setCollaborators(ana, one, [ben.id]);
    const deals = [one, two].map((id) => ({ id, companyName: 'x' }));
    const [note] = await transaction((tx) => insertNotes(tx, ana, deals, { text: '@Ben' }));
    expect([await mentioned(ben), await countUnreadMentions(ben)]).toEqual([[note], 1]);
  });

  test('editing a note adds and removes its mentions', async () => {
    const id = await addDeal(ana);
    const note = await addNote(ana, id, '@Maren');
    await updateNote(ana, note, '@Tomas');
    expect([await mentioned(maren), await mentioned(tomas)]).toEqual([[], [note]]);
    await markMentionsAsRead(tomas, id);
    await updateNote(ana, note, '@Tomas @Maren');
    expect([await mentioned(maren), await mentioned(tomas)]).toEqual([[note], []]);
  });

  test('mentions stay unread while the database is not writable', async () => {
    const id = await addDeal(ana);
    const note = await addNote(ana, id, '@Maren');
    const { writer } = getConnections();
    writer.pragma('query_only = 1');
    await markMentionsAsRead(maren, id);
    writer.pragma('query_only = 0');
    expect(await mentioned(maren)).toEqual([note]);
    const working = transaction(async (tx) => tx.delete(users).where(eq(users.id, 'none')));
    await markMentionsAsRead(maren, id);
    await working;
    await transaction(async () => undefined);
    expect(await mentioned(maren)).toEqual([]);
  });

  test('a note lists ten of the names that notified nobody', async () => {
    const id = await addDeal(ana);
    const emails = Array.from({ length: 12 }, (_, n) => `stranger${n}@demo.example`);
    for (const email of emails) await addPerson(maren, email, ['Stranger', 'Person']);
    await addNote(ana, id, emails.map((email) => `@${email}`).join(' '));
    const [note] = await listNotes(ana, id);
    expect([note!.unmatched.length, note!.moreUnmatched]).toEqual([10, 2]);
  });

  test('a mention is marked in the thread', async () => {
    const id = await addDeal(ana);
    await addPerson(maren, 'mei@demo.example', ['陈美', '李']);
    await transferDeal(maren, id, 'mei@demo.example');
    const text = '请@陈美看, @Maren too, not @Ben';
    await addNote(maren, id, text);
    const [note] = await listNotes(maren, id);
    expect(note!.mentions.map(([from, to]) => text.slice(from, to))).toEqual(['@陈美', '@Maren']);
    const unmatched = { name: 'Ben', isShared: false };
    const person = { name: 'Ben', email: 'ben@demo.example' };
    expect(note!.unmatched).toEqual([{ ...unmatched, person }]);
  });
});
