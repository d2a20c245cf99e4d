import { beforeAll, describe, expect, test } from 'vitest';
import { updateDeal } from '~/domain/deal/update.server';
import { createLoginHeaders } from '~/http/session/login.server';
import { getOpenApiDocument } from '~/routes/api.openapi[.]json/document.server';
import * as dashboard from '~/routes/dashboard/route';
import * as late from '~/routes/late.$key';
import * as edit from '~/routes/pipeline.$id.edit/route';
import * as history from '~/routes/pipeline.$id.history/route';
import * as add from '~/routes/pipeline.new/route';
import { getCookie } from '../support/answers';
import { call, type Cast, createCastForAll, request } from '../support/cast';
import { addDeal, FULL_DEAL } from '../support/deals';
import { listSentFields, readText, renderScreen } from '../support/render-screen';

/** Expects every field of `FULL_DEAL` wherever a deal is shown. */

const KEYS = Object.keys(FULL_DEAL);
const FORM = Object.fromEntries(
  Object.entries(FULL_DEAL).map(([key, value]) => [key, Array.isArray(value) ? value : `${value}`]),
);
const buildTexts = (special: Record<string, string> = {}) =>
  Object.values({ ...FULL_DEAL, ...special })
    .flat()
    .map((value) => String(value).trim());

const people = createCastForAll();
let id: number;
let sent: { as: Cast['ana']; params: { id: string } };
beforeAll(async () => {
  id = await addDeal(people.ana, FULL_DEAL);
  sent = { as: people.ana, params: { id: String(id) } };
});

function expectTexts(html: string, texts: string[]): void {
  const said = readText(html);
  expect(texts.filter((text) => !said.includes(text))).toEqual([]);
}

test('the form has the field in new and stored deals', async () => {
  const blank = listSentFields(
    await renderScreen(add, '/pipeline/new', { as: people.ana }),
    'companyName',
  );
  expect(blank.map(([name]) => name)).toEqual(expect.arrayContaining(KEYS));
  const stored = listSentFields(
    await renderScreen(edit, `/pipeline/${id}/edit`, sent),
    'companyName',
  );
  const filledIn = KEYS.flatMap((key) => [FORM[key]!].flat().map((value) => [key, value]));
  expect(stored).toEqual(expect.arrayContaining(filledIn));
});

test('the API describes the field in requests and responses', () => {
  for (const name of ['PipelineInput', 'PipelineChanges', 'Pipeline']) {
    const { properties } = getOpenApiDocument().components.schemas![name]!;
    expect(Object.keys(properties as object)).toEqual(expect.arrayContaining(KEYS));
  }
});

test('the details dialog shows the field', async () => {
  const page = await renderScreen(dashboard, `/dashboard?details=${id}`, sent);
  const dialog = page.slice(page.indexOf('<dialog'));
  const shown = {
    targetClosingDate: 'Feb 29, 2028',
    evaluationScore: '7.5/10',
    nextMeetingOn: 'Mar 15, 2028',
  };
  expectTexts(dialog, buildTexts(shown));
});

test('the history shows a change of the field', async () => {
  const page = await renderScreen(history, `/pipeline/${id}/history`, sent);
  expectTexts(
    page,
    buildTexts({ targetClosingDate: 'Feb 29, 2028', nextMeetingOn: 'Mar 15, 2028' }),
  );
});

describe('a submission that is not stored yet', () => {
  test('the form has the field again after the session ended', async () => {
    const device = getCookie(
      new Response(null, { headers: await createLoginHeaders(request('GET', '/'), people.ana) }),
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
    const filledIn = listSentFields(
      await renderScreen(add, page.headers.get('Location')!, { as }),
      'companyName',
    );
    for (const key of KEYS)
      for (const value of [FORM[key]!].flat()) expect(filledIn).toContainEqual([key, value]);
  });

  test('a conflict in the field offers both versions', async () => {
    const mine = await addDeal(people.ana);
    await updateDeal(people.tomas, mine, { ...FULL_DEAL });
    const cleared = Object.fromEntries(KEYS.map((key) => [key, '']));
    const answer = await call(edit, 'POST', `/pipeline/${mine}/edit`, {
      as: people.ana,
      params: { id: String(mine) },
      form: { ...cleared, companyName: 'Mine', version: '1' },
    });
    const { conflict } = (await answer.json()) as {
      conflict: { fieldConflicts: { field: string }[] };
    };
    expect(conflict.fieldConflicts.map(({ field }) => field).sort()).toEqual([...KEYS].sort());
  });
});
