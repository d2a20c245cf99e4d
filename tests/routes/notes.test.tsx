import { beforeEach, describe, expect, test } from 'vitest';
import { setCollaborators } from '~/domain/collaborator/update.server';
import { addNote } from '~/domain/note/create.server';
import { deleteNote } from '~/domain/note/delete.server';
import { listNotes } from '~/domain/note/thread.server';
import { updateNote } from '~/domain/note/update.server';
import { createManager } from '~/domain/user/create.server';
import * as dealPage from '~/routes/pipeline.$id._index/route';
import * as notesPage from '~/routes/pipeline.$id.notes';
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

const EN = { language: 'en', timeZone: 'UTC' };
const texts = async () => (await listNotes(people.ana, id, EN)).map(({ text }) => text);
type Form = Record<string, string>;
const address = (note?: number) => `/pipeline/${id}/notes${note ? `/${note}` : ''}`;
const post = (form: Form, as = people.ana, query = '') =>
  call(notesPage, 'POST', address() + query, { as, form, params: { id: String(id) } });
const at = (note: number) => ({ id: String(id), note: String(note) });
const postTo = (note: number, form: Form, as = people.ana) =>
  call(notePage, 'POST', address(note), { as, form, params: at(note) });
const shown = (as = people.ana, form?: Form, query = '') =>
  renderScreen(notesPage, address() + query, { as, form, params: { id: String(id) } });

describe('the form', () => {
  test('adds a note once, however often it is sent, and leads back to it (rule 18.4)', async () => {
    const form = {
      text: 'Called\r\nthem',
      submission: crypto.randomUUID(),
      back: `/pipeline/${id}`,
    };
    const first = await readOutcome(await post(form));
    const [note] = (await listNotes(people.ana, id, EN)).map((one) => one.id);
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
  ])(
    'that is %s comes back with what was typed and the reason (rule 18.2)',
    async (_, text, reason) => {
      expect((await post({ text })).status).toBe(400);
      const html = await shown(people.ana, { text });
      expect(readText(html)).toContain(`|${reason}|`);
      expect(html).toContain(`>${text}</textarea>`);
      expect(findTags(html, 'textarea')[0]).toContain('aria-invalid="true"');
      expect(await texts()).toEqual([]);
    },
  );

  test('says how to tell a colleague (rule 18.11)', async () => {
    expect(readText(await shown())).toContain('|Type @ to notify|@Maren|@Tomas|Add note|');
    expect(readText(await shown(people.maren))).toContain('|Type @ to notify|@Ana|@Tomas|');
  });
});

describe('the thread', () => {
  test('says who of its names was not notified, and leads to what helps (rule 18.21)', async () => {
    await addNote(people.ana, id, '@Maren, @Chiara and @chiara@none.example, @Ben');
    const html = await shown();
    const text = readText(html);
    for (const name of ['Chiara', 'Ben'])
      expect(text).toContain(`|${name} cannot see this deal and was not notified.|Add ${name}|`);
    expect(text.match(/was not notified/g)).toHaveLength(2);
    expect(html).toContain('name="owner" value="chiara@demo.example"');
    await setCollaborators(people.ana, id, [people.ben.id]);
    const asBen = await shown(people.ben);
    expect(readText(asBen)).toContain(
      '|Chiara cannot see this deal and was not notified.|Ask the owner|',
    );
    expect(readText(asBen)).not.toContain('Ben cannot see');
    expect(asBen).toContain(`href="/pipeline/${id}/notes?ask=Chiara"`);
    const asking = await shown(people.ben, undefined, '?ask=Chiara');
    expect(asking).toContain('>@ana@demo.example Could Chiara see this deal?</textarea>');
    expect(await shown(people.ana, undefined, '?ask=Chiara')).not.toContain('Could Chiara');
  });

  test('says that a name of several colleagues told nobody (rule 18.21)', async () => {
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

  test('unread mentions are counted at Review in the header of every page (rule 18.22)', async () => {
    const other = await addDeal(people.ana);
    const header = async (path: string, route: Parameters<typeof renderScreen>[0], params = {}) =>
      readText(await renderScreen(route, path, { as: people.ana, params }));
    expect(await header('/review', review)).toContain('|Review|Ana Lindqvist|');
    await addNote(people.maren, id, '@Ana');
    await addNote(people.maren, other, '@Ana');
    expect(await header('/review', review)).toContain('|Review|2|unread mentions|Ana Lindqvist|');
    const opened = await header(`/pipeline/${id}`, dealPage, { id: String(id) });
    expect(opened).toContain('|Review|1|unread mention|Ana Lindqvist|');
    expect(await header('/review', review)).toContain('|Review|1|unread mention|Ana Lindqvist|');
  });

  test('shows text as text, addresses as links, names as mentions (rule 18.3)', async () => {
    await addNote(people.tomas, id, '<b>x</b> https://a.example/x, @Ana!\n  two');
    const html = await shown();
    expect(html).toContain('&lt;b&gt;x&lt;/b&gt;');
    expect(html).toContain('href="https://a.example/x"');
    expect(html).toMatch(/<strong class="[^"]*text-accent[^"]*">@Ana<\/strong>/);
    expect(html).toMatch(/whitespace-pre-wrap[^]*\n {2}two/);
  });

  test('offers to edit and delete one’s own notes alone (rule 18.5)', async () => {
    const mine = await addNote(people.ana, id, 'Mine');
    const theirs = await addNote(people.maren, id, 'Theirs');
    const html = await shown();
    const back = new URLSearchParams({ back: address() }).toString();
    expect(html).toContain(`href="${address(mine)}?${back}"`);
    expect(html).toContain(`href="${address(mine)}?${back}&amp;delete=1"`);
    expect(html).not.toContain(`href="${address(theirs)}`);
  });

  test('is paged by address, 20 notes to a page (rule 18.10)', async () => {
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

describe('a note’s page', () => {
  const page = (note: number, form?: Form, query = '') =>
    renderScreen(notePage, address(note) + query, { as: people.ana, form, params: at(note) });

  test('saves an edit and leads back', async () => {
    const note = await addNote(people.ana, id, 'One');
    expect(await page(note)).toContain('>One</textarea>');
    const answer = await postTo(note, { text: 'Two', version: '0', back: `/pipeline/${id}` });
    expect(await readOutcome(answer)).toEqual(
      successOutcome(`/pipeline/${id}#note-${note}`, 'Note saved'),
    );
    expect(await texts()).toEqual(['Two']);
    expect(readText(await shown())).toMatch(/ · edited \w+ \d+/);
  });

  test('of an edit in two windows shows both texts, and then saves on top (rule 18.6)', async () => {
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

  test('keeps what was typed for a note that is gone, to be added anew (rule 18.6)', async () => {
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

  test('asks before it deletes, and shows what (rule 18.7)', async () => {
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
