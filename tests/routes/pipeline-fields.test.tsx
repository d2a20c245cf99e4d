import { beforeAll, describe, expect, test } from 'vitest';
import { updatePipeline } from '~/models/pipeline/write.server';
import * as dashboard from '~/routes/dashboard';
import * as late from '~/routes/late.$key';
import * as add from '~/routes/pipeline.new';
import * as edit from '~/routes/pipeline.$id.edit';
import * as history from '~/routes/pipeline.$id.history';
import { openApiDocument } from '~/web/api/openapi/document.server';
import { call, type Cast, castForAll, request } from '../support/cast';
import { addPipeline, cookieOf, FULL_DEAL } from '../support/pipelines';
import { screen, sentBy, textOf } from '../support/screen';
import { loginHeaders } from '~/web/session/login.server';

/** Every field of a deal is wherever a deal is, as `FULL_DEAL` lists them. */

const KEYS = Object.keys(FULL_DEAL);
const FORM = Object.fromEntries(
  Object.entries(FULL_DEAL).map(([key, value]) => [key, Array.isArray(value) ? value : `${value}`]),
);
/** The values as texts; `special` are those that a place shows in a way of its own. */
const textsOf = (special: Record<string, string> = {}) =>
  Object.values({ ...FULL_DEAL, ...special })
    .flat()
    .map((value) => String(value).trim());

const people = castForAll();
let id: number;
let sent: { as: Cast['ana']; params: { id: string } };
beforeAll(async () => {
  id = await addPipeline(people.ana, FULL_DEAL);
  sent = { as: people.ana, params: { id: String(id) } };
});

/** Fails for each text that the page does not say. */
function expectTexts(html: string, texts: string[]): void {
  const said = textOf(html);
  expect(texts.filter((text) => !said.includes(text))).toEqual([]);
}

test('the form holds it, new and stored', async () => {
  const blank = sentBy(await screen(add, '/pipeline/new', { as: people.ana }), 'companyName');
  expect(blank.map(([name]) => name)).toEqual(expect.arrayContaining(KEYS));
  const stored = sentBy(await screen(edit, `/pipeline/${id}/edit`, sent), 'companyName');
  const filledIn = KEYS.flatMap((key) => [FORM[key]!].flat().map((value) => [key, value]));
  expect(stored).toEqual(expect.arrayContaining(filledIn));
});

test('the API describes it, to be sent and answered', () => {
  for (const name of ['PipelineInput', 'PipelineChanges', 'Pipeline']) {
    const { properties } = openApiDocument().components.schemas![name]!;
    expect(Object.keys(properties as object)).toEqual(expect.arrayContaining(KEYS));
  }
});

test('the details dialog shows it', async () => {
  const page = await screen(dashboard, `/dashboard?details=${id}`, sent);
  const dialog = page.slice(page.indexOf('<dialog'));
  expectTexts(dialog, textsOf({ targetClosingDate: 'Feb 29, 2028', evaluationScore: '7.5/10' }));
});

test('history tells it', async () => {
  expectTexts(await screen(history, `/pipeline/${id}/history`, sent), textsOf());
});

describe('a form that is not stored yet', () => {
  test('after the session ended, the form holds it again', async () => {
    const device = cookieOf(
      new Response(null, { headers: await loginHeaders(request('GET', '/'), people.ana) }),
      'device',
    )!;
    const answer = await call(add, 'POST', '/pipeline/new', {
      form: FORM,
      headers: { Cookie: device },
    });
    const { moveOn } = (await answer.json()) as { moveOn: string };
    const key = decodeURIComponent(moveOn).split('/late/')[1]!;
    const as = people.ana;
    const page = await call(late, 'GET', `/late/${key}`, { as, params: { key } });
    const filledIn = sentBy(
      await screen(add, page.headers.get('Location')!, { as }),
      'companyName',
    );
    for (const key of KEYS)
      for (const value of [FORM[key]!].flat()) expect(filledIn).toContainEqual([key, value]);
  });

  test('after somebody else changed it, both versions are offered', async () => {
    const mine = await addPipeline(people.ana);
    await updatePipeline(people.tomas, mine, { ...FULL_DEAL });
    const cleared = Object.fromEntries(KEYS.map((key) => [key, '']));
    const answer = await call(edit, 'POST', `/pipeline/${mine}/edit`, {
      as: people.ana,
      params: { id: String(mine) },
      form: { ...cleared, companyName: 'Mine', version: '1' },
    });
    const { conflict } = (await answer.json()) as { conflict: { clashes: { field: string }[] } };
    expect(conflict.clashes.map(({ field }) => field).sort()).toEqual([...KEYS].sort());
  });
});
