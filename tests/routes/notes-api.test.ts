import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { users } from '#db/schema';
import { transaction } from '#db/transaction';
import { addNote } from '~/domain/note/create.server';
import * as listRoute from '~/routes/api.pipelines_.$id_.notes';
import * as noteRoute from '~/routes/api.pipelines_.$id_.notes_.$note';
import { readErrors } from '../support/answers';
import { call, createCastForAll } from '../support/cast';
import { addDeal, deleteDeals } from '../support/deals';

const people = createCastForAll();
beforeEach(deleteDeals);

type Sent = NonNullable<Parameters<typeof call>[3]>;
const notes = (method: string, id: number, sent: Sent = {}, query = '') =>
  call(listRoute, method, `/api/pipelines/${id}/notes${query}`, {
    as: people.ana,
    params: { id: String(id) },
    ...sent,
  });
const one = (method: string, id: number, note: number, sent: Sent = {}) =>
  call(noteRoute, method, `/api/pipelines/${id}/notes/${note}`, {
    as: people.ana,
    params: { id: String(id), note: String(note) },
    ...sent,
  });
const texts = async (answer: Response) =>
  ((await answer.json()) as { text: string }[]).map(({ text }) => text);

describe('/api/pipelines/{id}/notes (rule 18.17)', () => {
  test('POST adds a note and returns it with its URL', async () => {
    const id = await addDeal(people.ana);
    const answer = await notes('POST', id, { json: { text: ' Called,\nno answer ' } });
    const note = (await answer.json()) as { id: number };
    expect(answer.status).toBe(201);
    expect(note).toEqual({
      id: expect.any(Number),
      pipelineId: id,
      text: ' Called,\nno answer ',
      author: { id: people.ana.id, name: 'Ana Lindqvist', email: people.ana.email },
      createdAt: expect.stringMatching(/Z$/),
      editedAt: null,
    });
    expect(answer.headers.get('Location')).toBe(`/api/pipelines/${id}/notes/${note.id}`);
    expect(await (await one('GET', id, note.id)).json()).toEqual(note);
  });

  test('an author without a first name has an id', async () => {
    const id = await addDeal(people.ana);
    const { id: author, email } = people.maren;
    const nameless = { firstName: null, lastName: null };
    await transaction(async (tx) => tx.update(users).set(nameless).where(eq(users.id, author)));
    await addNote({ ...people.maren, ...nameless }, id, 'Called');
    const [note] = (await (await notes('GET', id)).json()) as { author: unknown }[];
    expect(note!.author).toEqual({ id: author, name: email, email });
  });

  test('GET lists notes newest first, with paging and a total', async () => {
    const id = await addDeal(people.ana);
    for (let n = 0; n < 45; n++) await addNote(people.tomas, id, `Note ${n}`);
    const all = await notes('GET', id);
    expect(all.headers.get('X-Total-Count')).toBe('45');
    expect(await texts(all)).toEqual(Array.from({ length: 45 }, (_, n) => `Note ${44 - n}`));
    const part = await notes('GET', id, {}, '?limit=2&offset=1');
    expect(part.headers.get('X-Total-Count')).toBe('45');
    expect(await texts(part)).toEqual(['Note 43', 'Note 42']);
    expect(await texts(await notes('GET', await addDeal(people.ana)))).toEqual([]);
  });

  test('an invalid note is refused with its errors by path', async () => {
    const id = await addDeal(people.ana);
    for (const [json, message] of [
      [{}, 'Please enter text'],
      [{ text: null }, 'Please enter text'],
      [{ text: ' ' }, 'Please enter a note'],
      [{ text: 'x'.repeat(10_001) }, 'Please use at most 10,000 characters'],
    ] as const) {
      const answer = await notes('POST', id, { json });
      expect([answer.status, await readErrors(answer)]).toEqual([400, { text: [message] }]);
    }
    expect((await notes('POST', id, { json: { text: 'x'.repeat(1_000_001) } })).status).toBe(413);
    expect((await notes('POST', id, { form: { text: 'x' } })).status).toBe(415);
    expect(await texts(await notes('GET', id))).toEqual([]);
  });
});

describe('/api/pipelines/{id}/notes/{note} (rule 18.17)', () => {
  test('PUT and DELETE change and delete own notes', async () => {
    const id = await addDeal(people.ana);
    const note = await addNote(people.ana, id, 'One');
    const changed = await one('PUT', id, note, { json: { text: 'Two' } });
    expect(await changed.json()).toMatchObject({ text: 'Two', editedAt: expect.any(String) });
    const deleted = await one('DELETE', id, note);
    expect(await deleted.json()).toEqual({ message: 'Note deleted successfully' });
    expect((await one('DELETE', id, note)).status).toBe(404);
  });
});
