import { describe, expect, test } from 'vitest';
import { buildSearchText, foldText, hasLongMarkRun, normalizeText } from '#db/fold';
import { parseCell } from '~/domain/import/values/parse-cell';
import * as fieldsApi from '~/routes/api.fields';
import * as dealApi from '~/routes/api.pipelines_.$id';
import * as notesApi from '~/routes/api.pipelines_.$id_.notes';
import { readErrors } from '../support/answers';
import { call, createCastForEach } from '../support/cast';
import { addDeal, getStoredDeal } from '../support/deals';
import { getProcessorTimeMs } from '../support/event-loop-turns';

const people = createCastForEach();
/** Marks of different classes, which normalization has to sort. */
const marks = (count: number) => '\u0301\u0323'.repeat(count / 2);
const MESSAGE =
  'This contains more than 30 combining marks (such as accents) in a row. Please remove some';

describe('more than 30 combining marks in a row (rule 12.40)', () => {
  test('a run of more than 30 combining marks is detected', () => {
    expect(hasLongMarkRun(`a${marks(30)}`)).toBe(false);
    expect(hasLongMarkRun(`a${marks(32)}`)).toBe(true);
    expect(hasLongMarkRun(`a${'\uff9e'.repeat(31)}`)).toBe(true);
    expect(hasLongMarkRun(`a${marks(30)}`.repeat(1_000))).toBe(false);
  });

  test('the API refuses long runs of marks with their field', async () => {
    const id = await addDeal(people.ana, { comments: 'First' });
    const put = (comments: string) =>
      call(dealApi, 'PUT', `/api/pipelines/${id}`, {
        as: people.ana,
        params: { id: String(id) },
        json: { comments },
      });
    const refused = await put(`a${marks(9_998)}`);
    expect(refused.status).toBe(400);
    expect(await readErrors(refused)).toEqual({ comments: [MESSAGE] });
    expect(await getStoredDeal(id)).toMatchObject({ comments: 'First' });
    expect((await put(`a${marks(30)}`)).status).toBe(200);
  });

  test('notes and field names refuse long runs of marks', async () => {
    const id = await addDeal(people.ana);
    const note = await call(notesApi, 'POST', `/api/pipelines/${id}/notes`, {
      as: people.ana,
      params: { id: String(id) },
      json: { text: marks(32) },
    });
    expect([note.status, await readErrors(note)]).toEqual([400, { text: [MESSAGE] }]);
    const field = await call(fieldsApi, 'POST', '/api/fields', {
      as: people.maren,
      json: { name: `x${marks(32)}`, kind: 'text' },
    });
    expect([field.status, await readErrors(field)]).toEqual([400, { name: [MESSAGE] }]);
  });

  test('an import cell with a long run of marks is refused', () => {
    const read = (text: string) => parseCell('comments', text, { dayFirst: null });
    expect(read(marks(32))).toEqual({
      reason: 'contains more than 30 combining marks (such as accents) in a row',
    });
    expect(read(`a${marks(30)}`)).toEqual({ value: `a${marks(30)}` });
  });
});

describe('stored texts with long runs of marks (rule 12.40)', () => {
  test('a stored text with a long run is normalized in linear time', () => {
    const text = `a${marks(200_000)}`;
    const start = getProcessorTimeMs();
    buildSearchText(text);
    expect(getProcessorTimeMs() - start).toBeLessThan(1_000);
  });

  test('a stored text with a long run is found by its letters', () => {
    expect(foldText(`Cafe${marks(100)} Noir`)).toBe('cafe noir');
    expect(normalizeText('e\u0301', 'NFC')).toBe('é');
  });
});
