import {
  everyDeal,
  filterOf,
  getDeal,
  listDeals,
  listRows,
  saveScore,
  stats,
} from './database.mjs';
import { page } from './page.mjs';
import { workbook } from './workbook.mjs';

const JSON_TYPE = 'application/json';
const numberOf = (params, name, fallback) => Number(params.get(name) ?? fallback);

/** By method and path; the export is sent as it is, being compressed already. */
export const answers = {
  'GET /dashboard': ({ params }) => {
    const filter = filterOf(params);
    const size = numberOf(params, 'size', 50);
    return {
      type: 'text/html; charset=utf-8',
      body: page(listRows(filter, size, (numberOf(params, 'page', 1) - 1) * size), stats(filter)),
    };
  },
  'GET /api/pipelines': ({ params }) => ({
    type: JSON_TYPE,
    body: JSON.stringify(
      listDeals(filterOf(params), numberOf(params, 'limit', -1), numberOf(params, 'offset', 0)).map(
        dealJson,
      ),
    ),
  }),
  'GET /api/pipelines/ID': ({ id }) => ({
    type: JSON_TYPE,
    body: JSON.stringify(dealJson(getDeal(id))),
  }),
  'PUT /api/pipelines/ID': ({ id, body }) => {
    saveScore(id, body.evaluationScore);
    return { type: JSON_TYPE, body: JSON.stringify(dealJson(getDeal(id))) };
  },
  'GET /api/pipelines/export': () => ({
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    body: workbook(),
    compressed: true,
  }),
  'GET /api/pipelines/csv': () => ({ type: 'text/csv; charset=utf-8', body: csv() }),
};

function dealJson({ firstName, email, industries, createdAt, updatedAt, ...deal }) {
  return {
    ...deal,
    user: { firstName, email },
    industries: JSON.parse(industries),
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  };
}

function csv() {
  let text = '';
  for (const deal of everyDeal())
    text += `${Object.values(deal)
      .map((value) => `"${String(value ?? '').replaceAll('"', '""')}"`)
      .join()}\r\n`;
  return text;
}
