import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addNote, changeNote } from '~/models/note/write.server';
import { addUser } from '~/models/user/administer.server';
import { createToken } from '~/models/user/token.server';
import { handOverPipeline } from '~/models/pipeline/hand-over.server';
import * as listRoute from '~/routes/api.pipelines_.$id_.notes';
import * as noteRoute from '~/routes/api.pipelines_.$id_.notes_.$note';
import { call, type Cast, cast } from '../support/cast';
import { addPipeline, clearDeals, errorsOf } from '../support/pipelines';
import { deleteUser } from '~/models/trash/delete-users.server';

let people: Cast;
beforeAll(async () => {
  people = await cast();
});
beforeEach(clearDeals);

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

describe('/api/pipelines/{id}/notes', () => {
  test('adds a note and answers it, with its address (rule 18.17)', async () => {
    const id = await addPipeline(people.ana);
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

  test('lists them, the newest first, with limit, offset and X-Total-Count (rule 18.17)', async () => {
    const id = await addPipeline(people.ana);
    for (let n = 0; n < 45; n++) await addNote(people.tomas, id, `Note ${n}`);
    const all = await notes('GET', id);
    expect(all.headers.get('X-Total-Count')).toBe('45');
    expect(await texts(all)).toEqual(Array.from({ length: 45 }, (_, n) => `Note ${44 - n}`));
    const part = await notes('GET', id, {}, '?limit=2&offset=1');
    expect(part.headers.get('X-Total-Count')).toBe('45');
    expect(await texts(part)).toEqual(['Note 43', 'Note 42']);
    expect(await texts(await notes('GET', await addPipeline(people.ana)))).toEqual([]);
  });

  test('names a deleted author without id and email (rule 18.17)', async () => {
    const id = await addPipeline(people.ana);
    const gone = await addUser(people.maren, {
      email: 'gone@demo.example',
      password: 'a-password-of-2026',
      firstName: 'Greta',
      lastName: 'Gone',
    });
    await handOverPipeline(people.maren, id, gone.email);
    await addNote(gone, id, 'Bye');
    await handOverPipeline(people.maren, id, people.ana.email);
    await deleteUser(people.maren, gone.id);
    expect(await (await notes('GET', id)).json()).toMatchObject([
      { author: { id: null, name: 'Greta Gone', email: null } },
    ]);
  });

  test('refuses what is no note with the errors by path (rule 18.17)', async () => {
    const id = await addPipeline(people.ana);
    for (const [json, message] of [
      [{}, 'Please enter text'],
      [{ text: null }, 'Please enter text'],
      [{ text: ' ' }, 'Please write something'],
      [{ text: 'x'.repeat(10_001) }, 'Please use at most 10,000 characters'],
    ] as const) {
      const answer = await notes('POST', id, { json });
      expect([answer.status, await errorsOf(answer)]).toEqual([400, { text: [message] }]);
    }
    expect((await notes('POST', id, { json: { text: 'x'.repeat(1_000_001) } })).status).toBe(413);
    expect((await notes('POST', id, { form: { text: 'x' } })).status).toBe(415);
    expect(await texts(await notes('GET', id))).toEqual([]);
  });

  test('answers 401 signed out, 404 for who does not see the deal, 405 with Allow (rule 18.17)', async () => {
    const id = await addPipeline(people.ana);
    const json = { text: 'No' };
    for (const method of ['GET', 'POST']) {
      const sent = method === 'POST' ? { json } : {};
      expect((await notes(method, id, { ...sent, as: undefined })).status).toBe(401);
      expect((await notes(method, id, { ...sent, as: people.ben })).status).toBe(404);
    }
    const refused = await notes('PUT', id, { json });
    expect([refused.status, refused.headers.get('Allow')]).toEqual([405, 'GET, HEAD, POST']);
  });
});

describe('/api/pipelines/{id}/notes/{note}', () => {
  test('changes and deletes a note of one’s own (rule 18.17)', async () => {
    const id = await addPipeline(people.ana);
    const note = await addNote(people.ana, id, 'One');
    const changed = await one('PUT', id, note, { json: { text: 'Two' } });
    expect(await changed.json()).toMatchObject({ text: 'Two', editedAt: expect.any(String) });
    const deleted = await one('DELETE', id, note);
    expect(await deleted.json()).toEqual({ message: 'Note deleted successfully' });
    expect((await one('DELETE', id, note)).status).toBe(404);
  });

  test('is 403 for others who see it, admins too, and 404 for who does not, or of another deal (rule 18.17)', async () => {
    const id = await addPipeline(people.ana);
    const other = await addPipeline(people.ana);
    const note = await addNote(people.ana, id, 'Mine');
    const json = { text: 'Theirs' };
    for (const [as, status] of [
      [people.maren, 403],
      [people.tomas, 403],
      [people.ben, 404],
    ] as const) {
      expect((await one('PUT', id, note, { as, json })).status).toBe(status);
      expect((await one('DELETE', id, note, { as })).status).toBe(status);
    }
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect((await one(method, other, note, method === 'PUT' ? { json } : {})).status).toBe(404);
    expect((await one('POST', id, note, { json })).headers.get('Allow')).toBe(
      'GET, HEAD, PUT, DELETE',
    );
    expect(await texts(await notes('GET', id))).toEqual(['Mine']);
  });

  test('with a token that may read only, reads and does not write (rule 18.17)', async () => {
    const id = await addPipeline(people.ana);
    const note = await addNote(people.ana, id, 'Mine');
    const [read, write] = await Promise.all(
      (['read', 'write'] as const).map(async (access) => {
        const token = await createToken(people.ana, { name: access, access, days: '30' });
        return { as: undefined, headers: { Authorization: `Bearer ${token}` } };
      }),
    );
    const json = { text: 'New' };
    expect((await notes('GET', id, read)).status).toBe(200);
    expect((await notes('POST', id, { ...read, json })).status).toBe(403);
    expect((await one('PUT', id, note, { ...read, json })).status).toBe(403);
    expect((await one('DELETE', id, note, read)).status).toBe(403);
    expect((await notes('POST', id, { ...write, json })).status).toBe(201);
    await changeNote(people.ana, note, 'Mine again');
    expect((await one('DELETE', id, note, write)).status).toBe(200);
  });
});
