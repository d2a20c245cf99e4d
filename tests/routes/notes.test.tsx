import { beforeEach, describe, expect, test } from 'vitest';
import { listCollaborators } from '~/domain/collaborator/list.server';
import { setCollaborators } from '~/domain/collaborator/update.server';
import { addNote } from '~/domain/note/create.server';
import { deleteNote } from '~/domain/note/delete.server';
import { listNotes } from '~/domain/note/thread.server';
import { countUnreadMentions } from '~/domain/note/unread-mentions.server';
import { updateNote } from '~/domain/note/update.server';
import { openRound } from '~/domain/round/open.server';
import { createManager } from '~/domain/user/create.server';
import * as dealPage from '~/routes/pipeline.$id._index/route';
import * as membersRoute from '~/routes/pipeline.$id.members/route';
import * as notesPage from '~/routes/pipeline.$id.notes/route';
import * as notePage from '~/routes/pipeline.$id.notes_.$note/route';
import * as review from '~/routes/review/route';
import { call, createCastForAll } from '../support/cast';
import { addDeal, deleteDeals } from '../support/deals';
import { findTags, readText, renderScreen } from '../support/render-screen';
import { readOutcome, successOutcome } from '../support/toast';

const people = createCastForAll();
let id: number;
beforeEach(async () => {
  await deleteDeals();
  id = await addDeal(people.ana);
});

const texts = async () => (await listNotes(people.ana, id)).map(({ text }) => text);
type Form = Record<string, string>;
const address = (note?: number) => `/pipeline/${id}/notes${note ? `/${note}` : ''}`;
const post = (form: Form, as = people.ana, query = '') =>
  call(notesPage, 'POST', address() + query, { as, form, params: { id: String(id) } });
const at = (note: number) => ({ id: String(id), note: String(note) });
const postTo = (note: number, form: Form, as = people.ana) =>
  call(notePage, 'POST', address(note), { as, form, params: at(note) });
const shown = (as = people.ana, form?: Form, query = '') =>
  renderScreen(notesPage, address() + query, { as, form, params: { id: String(id) } });

describe('the note form (rules 18.2, 18.4 and 18.11)', () => {
  test('a note sent several times is added once', async () => {
    const form = {
      text: 'Called\r\nthem',
      submission: crypto.randomUUID(),
      back: `/pipeline/${id}`,
    };
    const first = await readOutcome(await post(form));
    const [note] = (await listNotes(people.ana, id)).map((one) => one.id);
    expect(first).toEqual(successOutcome(`/pipeline/${id}#note-${note}`, 'Note added'));
    expect(await readOutcome(await post(form))).toEqual(
      successOutcome(`/pipeline/${id}#note-${note}`, 'Note added'),
    );
    expect(await texts()).toEqual(['Called\nthem']);
    const elsewhere = await post({ text: 'x', back: 'https://evil.example/' });
    expect(elsewhere.headers.get('Location')).toMatch(`/pipeline/${id}/notes#note-`);
  });

  test.each([
    ['empty', '', 'Please enter a note'],
    ['too long', 'x'.repeat(10_001), 'Please use at most 10,000 characters'],
  ])('a note that is %s comes back with its text and the reason', async (_, text, reason) => {
    expect((await post({ text })).status).toBe(400);
    const html = await shown(people.ana, { text });
    expect(readText(html)).toContain(`|${reason}|`);
    expect(html).toContain(`>${text}</textarea>`);
    expect(findTags(html, 'textarea')[0]).toContain('aria-invalid="true"');
    expect(await texts()).toEqual([]);
  });

  test('a refused note keeps the box to add who it mentions', async () => {
    const find = (html: string) =>
      findTags(html, 'input').find((tag) => tag.includes('addsMentioned'));
    expect(find(await shown(people.ana, { text: ' ', addsMentioned: 'on' }))).toContain('checked');
    expect(find(await shown(people.ana, { text: ' ' }))).not.toContain('checked');
  });

  test('the form says how to notify a colleague', async () => {
    expect(readText(await shown())).toContain('|Type @ to notify|@Maren|@Tomas|Add note|');
    expect(readText(await shown(people.maren))).toContain('|Type @ to notify|@Ana|@Tomas|');
  });
});

describe('the thread of notes (rules 18.3, 18.5, 18.10, 18.21, 18.22 and 18.24)', () => {
  test('a note adds the people it mentions to the deal if asked', async () => {
    const { ana, ben, chiara } = people;
    expect(findTags(await shown(), 'input').join()).toContain('name="addsMentioned"');
    await post({ text: '@Ben Okafor, @Ana, please read' });
    expect(await listCollaborators(ana, id)).toEqual([]);
    await post({ text: '@Ben, @Ana, please read', addsMentioned: 'on' });
    expect((await listCollaborators(ana, id)).map((user) => user.id)).toEqual([ben.id]);
    expect(await countUnreadMentions(ben)).toBe(1);
    await post({ text: `@Ben and @${chiara.email}`, addsMentioned: 'on' });
    expect(await listCollaborators(ana, id)).toHaveLength(2);
  });

  test('people added below a note are told of it', async () => {
    const { ana, ben } = people;
    const note = await addNote(ana, id, '@Ben, please read');
    const form = { owner: ben.email, note: String(note), back: `/pipeline/${id}` };
    const answer = await call(membersRoute, 'POST', `/pipeline/${id}/members`, {
      as: ana,
      params: { id: String(id) },
      form,
    });
    expect(answer.status).toBe(302);
    expect(await countUnreadMentions(ben)).toBe(1);
    expect(readText(await shown())).not.toContain('was not notified');
  });

  test('a note does not say that an evaluator cannot see the deal', async () => {
    const { ana, ben } = people;
    await openRound(ana, id, { userIds: [ben.id], until: '2199-12-31' });
    await addNote(ana, id, '@Ben, please read');
    const text = readText(await shown());
    expect(text).toContain('|Ben does not work on this deal and was not notified.|Add Ben|');
    expect(text).not.toContain('cannot see');
  });

  test('only who may manage the deal adds people with a note', async () => {
    const { ana, ben } = people;
    await setCollaborators(ana, id, [ben.id]);
    expect(await shown(ben)).not.toContain('addsMentioned');
    const answer = await post({ text: '@Chiara', addsMentioned: 'on' }, ben);
    expect(answer.status).toBe(403);
    expect([await texts(), await listCollaborators(ana, id)]).toMatchObject([[], [{ id: ben.id }]]);
  });

  test('the thread names who was not notified and links to help', async () => {
    await addNote(people.ana, id, '@Maren, @Chiara and @chiara@none.example, @Ben');
    const html = await shown();
    const text = readText(html);
    for (const name of ['Chiara', 'Ben'])
      expect(text).toContain(
        `|${name} does not work on this deal and was not notified.|Add ${name}|`,
      );
    expect(text.match(/was not notified/g)).toHaveLength(2);
    expect(html).toContain('name="owner" value="chiara@demo.example"');
    await setCollaborators(people.ana, id, [people.ben.id]);
    const asBen = await shown(people.ben);
    expect(readText(asBen)).toContain(
      '|Chiara does not work on this deal and was not notified.|Ask the owner|',
    );
    expect(readText(asBen)).not.toContain('Ben does not work');
    expect(asBen).toContain(`href="/pipeline/${id}/notes?ask=Chiara"`);
    const asking = await shown(people.ben, undefined, '?ask=Chiara');
    expect(asking).toContain('>@ana@demo.example Could Chiara see this deal?</textarea>');
    expect(await shown(people.ana, undefined, '?ask=Chiara')).not.toContain('Could Chiara');
  });

  test('the thread says that an ambiguous name notified nobody', async () => {
    await createManager(people.maren, {
      email: 'twin@demo.example',
      password: 'a-password-of-2026',
      firstName: 'Tomas',
      lastName: 'Twin',
    });
    await addNote(people.ana, id, '@Tomas?');
    const text = readText(await shown());
    expect(text).toContain(
      '|Several colleagues are called Tomas, so none of them was notified. Use',
    );
    expect(text).toContain(`|@${people.tomas.email}|@twin@demo.example|`);
  });

  test('the header of every page counts unread mentions', async () => {
    const other = await addDeal(people.ana);
    const header = async (path: string, route: Parameters<typeof renderScreen>[0], params = {}) =>
      readText(await renderScreen(route, path, { as: people.ana, params }));
    expect(await header('/review', review)).toContain('|Review|Tasks|');
    await addNote(people.maren, id, '@Ana');
    await addNote(people.maren, other, '@Ana');
    expect(await header('/review', review)).toContain('|Review|2|unread mentions|Tasks|');
    const opened = await header(`/pipeline/${id}`, dealPage, { id: String(id) });
    expect(opened).toContain('|Review|1|unread mention|Tasks|');
    expect(await header('/review', review)).toContain('|Review|1|unread mention|Tasks|');
  });

  test('text is escaped, URLs are links and names are mentions', async () => {
    await addNote(people.tomas, id, '<b>x</b> https://a.example/x, @Ana!\n  two');
    const html = await shown();
    expect(html).toContain('&lt;b&gt;x&lt;/b&gt;');
    expect(html).toContain('href="https://a.example/x"');
    expect(html).toMatch(/<strong class="[^"]*text-accent[^"]*">@Ana<\/strong>/);
    expect(html).toMatch(/whitespace-pre-wrap[^]*\n {2}two/);
  });

  test('only own notes can be edited and deleted', async () => {
    const mine = await addNote(people.ana, id, 'Mine');
    const theirs = await addNote(people.maren, id, 'Theirs');
    const html = await shown();
    const back = new URLSearchParams({ back: address() }).toString();
    expect(html).toContain(`href="${address(mine)}?${back}"`);
    expect(html).toContain(`href="${address(mine)}?${back}&amp;delete=1"`);
    expect(html).not.toContain(`href="${address(theirs)}`);
  });

  test('the thread shows 20 notes a page', async () => {
    for (let n = 1; n <= 25; n++) await addNote(people.ana, id, `Note ${n}.`);
    const first = await shown();
    expect(first).toContain('Note 25.');
    expect(first).not.toContain('Note 5.');
    expect(first).toContain(`href="${address()}?page=2"`);
    const second = await shown(people.ana, undefined, '?page=2');
    expect(second).toContain('Note 5.');
    expect(second).toContain('rel="prev"');
    expect(readText(second)).toContain('|25 notes|');
  });
});

describe('the page of a note (rules 18.6 and 18.7)', () => {
  const page = (note: number, form?: Form, query = '') =>
    renderScreen(notePage, address(note) + query, { as: people.ana, form, params: at(note) });

  test('an edit of a note is saved and leads back', async () => {
    const note = await addNote(people.ana, id, 'One');
    expect(await page(note)).toContain('>One</textarea>');
    const answer = await postTo(note, { text: 'Two', version: '0', back: `/pipeline/${id}` });
    expect(await readOutcome(answer)).toEqual(
      successOutcome(`/pipeline/${id}#note-${note}`, 'Note saved'),
    );
    expect(await texts()).toEqual(['Two']);
    expect(readText(await shown())).toMatch(/ · edited \w+ \d+/);
  });

  test('a conflicting edit shows both texts and then saves', async () => {
    const note = await addNote(people.ana, id, 'One');
    await updateNote(people.ana, note, 'Two');
    const form = { text: 'Three', version: '0' };
    expect((await postTo(note, form)).status).toBe(409);
    const html = await page(note, form);
    expect(readText(html)).toContain('|Saved since, in another window:|Two|');
    expect(html).toContain('>Three</textarea>');
    expect(await texts()).toEqual(['Two']);
    const version = /name="version" value="(\d+)"/.exec(html)![1]!;
    expect((await postTo(note, { ...form, version })).status).toBe(302);
    expect(await texts()).toEqual(['Three']);
  });

  test('a refused edit stays based on what it showed', async () => {
    const note = await addNote(people.ana, id, 'One');
    await updateNote(people.ana, note, 'Two');
    const html = await page(note, { text: ' ', version: '0' });
    expect(html).toContain('name="version" value="0"');
  });

  test('an edit of a deleted note keeps its text for a new note', async () => {
    const note = await addNote(people.ana, id, 'One');
    await deleteNote(people.ana, note);
    const form = { text: 'Typed for it', version: '0' };
    expect((await postTo(note, form)).status).toBe(404);
    const html = await page(note, form);
    expect(html).toContain('>Typed for it</textarea>');
    expect(html).toContain(`action="${address()}"`);
    expect(
      (await call(notePage, 'GET', address(note), { as: people.ana, params: at(note) })).status,
    ).toBe(404);
  });

  test('deletion of a note asks and shows the text', async () => {
    const note = await addNote(people.ana, id, 'Wrong deal');
    const html = await page(note, undefined, '?delete=1');
    expect(readText(html)).toContain('|Delete note on Acme|Wrong deal|');
    expect(html).toContain('name="intent" value="delete"');
    const answer = await postTo(note, { intent: 'delete', back: `/pipeline/${id}` });
    expect(await readOutcome(answer)).toEqual(
      successOutcome(`/pipeline/${id}#notes`, 'Note deleted'),
    );
    expect(await texts()).toEqual([]);
  });
});
