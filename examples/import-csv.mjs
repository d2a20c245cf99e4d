// Imports a CSV file through the public HTTP API, then reads the deals back and compares them with what was sent.
//
//   PIPELINE_PASSWORD=... node examples/import-csv.mjs FILE.csv --map examples/yc-startups.map.json \
//     --url http://localhost:3000 --email you@fund.example
//
// The first row of the file holds the column names. The mapping is a JSON object, deal field -> where its value comes from:
//
//   "companyName": "Company"                                              the column as it is
//   "industries":  { "column": "Categories", "split": "," }               a list
//   "ceoName":     { "column": "Founders", "split": ",", "take": "first" }   one entry of a list, "first" or "last"
//   "comments":    { "columns": ["Website", "City"], "join": "\n", "labels": ["Website", "City"] }
//                  several columns in one text, empty ones left out; labels are optional ("Website: ..."), and an
//                  entry of "columns" may itself be any of these rules but a list
//
// Texts are trimmed, and what is empty is not sent. To split amounts like "$1,200,000, $300,000" use ", ", not ",".
// Exit code 0: every row was taken and came back equal. 1: not so. Running it twice records the deals twice.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { parse } from 'csv-parse/sync';

const AT_A_TIME = 4;
/** How often one request is sent again after 429 or 503. */
const RETRIES = 10;
const FIELDS = [
  'companyName',
  'ceoName',
  'cooName',
  'cfoName',
  'industries',
  'businessIntroduction',
  'keyBusinessNumbers',
  'fundingRound',
  'targetFundingSize',
  'targetClosingDate',
  'evaluationScore',
  'nextMeetingDate',
  'comments',
];

let server;
let cookie;
/** While the server asks for patience, no request of ours goes out. */
let quietUntil = 0;

try {
  process.exitCode = await main();
} catch (error) {
  console.error(
    [error.message, error.cause?.message || error.cause?.code].filter(Boolean).join(': '),
  );
  process.exitCode = 1;
}

async function main() {
  const { values: options, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      map: { type: 'string' },
      url: { type: 'string', default: 'http://localhost:3000' },
      email: { type: 'string' },
    },
  });
  const password = process.env.PIPELINE_PASSWORD;
  if (positionals.length !== 1 || !options.map || !options.email || !password) {
    throw new Error(
      'Usage: PIPELINE_PASSWORD=... node examples/import-csv.mjs FILE.csv --map MAP.json --url URL --email EMAIL',
    );
  }
  server = options.url;
  const mapping = JSON.parse(readFileSync(options.map, 'utf8'));
  const deals = readDeals(positionals[0], mapping);

  await logIn(options.email, password);
  const { sent, refused } = await sendAll(deals);
  const { missing, different } = await compare(sent);
  await call('POST', '/api/auth/logout');
  const equal = sent.length - missing - different;
  console.log(`${deals.length} rows: ${sent.length} recorded, ${refused} refused.`);
  console.log(`Read back: ${equal} equal, ${different} different, ${missing} missing.`);
  return refused + missing + different === 0 ? 0 : 1;
}

/** The file's rows as bodies of POST /api/pipelines. Throws when file and mapping do not fit. */
function readDeals(file, mapping) {
  const rows = parse(readFileSync(file), { columns: true, bom: true, skip_empty_lines: true });
  if (!rows.length) throw new Error(`${file} has no rows.`);
  for (const [field, rule] of Object.entries(mapping)) {
    if (!FIELDS.includes(field)) throw new Error(`The mapping names an unknown field: ${field}`);
    for (const column of columnsOf(rule))
      if (!(column in rows[0])) throw new Error(`${field}: the file has no column "${column}"`);
  }
  return rows.map((row) => {
    const entries = Object.entries(mapping).map(([field, rule]) => [field, valueOf(rule, row)]);
    return Object.fromEntries(entries.filter(([, value]) => value.length > 0));
  });
}

function columnsOf(rule) {
  if (typeof rule === 'string') return [rule];
  return rule.columns ? rule.columns.flatMap(columnsOf) : [rule.column];
}

/** What a rule makes of a row: a text, or a list where it splits and takes no single entry. */
function valueOf(rule, row) {
  if (typeof rule === 'string') return row[rule].trim();
  if (rule.columns) {
    const texts = rule.columns.map((inner, i) => {
      const text = valueOf(inner, row);
      return text && rule.labels ? `${rule.labels[i]}: ${text}` : text;
    });
    return texts.filter(Boolean).join(rule.join ?? '\n');
  }
  const text = row[rule.column].trim();
  if (!rule.split) return text;
  const list = text
    .split(rule.split)
    .map((entry) => entry.trim())
    .filter(Boolean);
  if (!rule.take) return list;
  return list.at(rule.take === 'last' ? -1 : 0) ?? '';
}

async function logIn(email, password) {
  const response = await call('POST', '/api/auth/login', { email, password });
  if (!response.ok) throw new Error(`Login failed: ${await reason(response)}`);
  cookie = response.headers
    .getSetCookie()
    .map((set) => set.split(';', 1)[0])
    .join('; ');
}

/** Sends every deal, a few at a time. Returns what was taken, with the ids it got, and how many were refused. */
async function sendAll(deals) {
  const sent = [];
  let refused = 0;
  let failure;
  const queue = deals.entries();
  const worker = async () => {
    for (const [index, deal] of queue) {
      if (failure) return;
      try {
        const response = await call('POST', '/api/pipelines', deal);
        if (response.status === 401) throw new Error('the session has ended');
        if (response.ok) sent.push({ index, deal, id: (await response.json()).id });
        else {
          refused += 1;
          console.error(`${rowName(index, deal)} refused: ${await reason(response)}`);
        }
        report(sent.length + refused, deals.length);
      } catch (error) {
        // Not sent again: where only the answer was lost, the deal has been recorded.
        failure ??= new Error(`${rowName(index, deal)}: ${error.message}`, { cause: error.cause });
      }
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
  if (failure) {
    console.error(`Stopped: ${sent.length} of ${deals.length} rows are known to be recorded.`);
    throw failure;
  }
  return { sent: sent.sort((a, b) => a.index - b.index), refused };
}

function report(done, total) {
  if (done % 50 === 0 || done === total) console.log(`${done} of ${total}`);
}

/** The row as a spreadsheet numbers it: the first one holds the column names. */
function rowName(index, deal) {
  return `Row ${index + 2} (${deal.companyName ?? 'no company name'})`;
}

/** Reads everything back and looks for each deal that was taken, field by field. */
async function compare(sent) {
  const response = await call('GET', '/api/pipelines');
  if (!response.ok) throw new Error(`Reading back failed: ${await reason(response)}`);
  const stored = new Map((await response.json()).map((pipeline) => [pipeline.id, pipeline]));
  let missing = 0;
  let different = 0;
  for (const { index, deal, id } of sent) {
    const pipeline = stored.get(id);
    const fields = pipeline
      ? FIELDS.filter((field) => !isEqual(field, deal[field], pipeline[field]))
      : [];
    if (!pipeline) missing += 1;
    if (fields.length) different += 1;
    if (!pipeline) console.error(`${rowName(index, deal)} did not come back (id ${id})`);
    for (const field of fields) {
      console.error(
        `${rowName(index, deal)} differs in ${field}: sent ${JSON.stringify(deal[field])}, got ${JSON.stringify(pipeline[field])}`,
      );
    }
  }
  return { missing, different };
}

/** What was not sent is an empty list or null; the score is sent as text and comes back as a number. */
function isEqual(field, sent, stored) {
  if (field === 'industries') return JSON.stringify(sent ?? []) === JSON.stringify(stored);
  if (field === 'evaluationScore' && sent !== undefined) return Number(sent) === stored;
  return (sent ?? null) === stored;
}

/** One request; waits and sends it again while the server answers 429 or 503. */
async function call(method, path, body) {
  for (let tries = 0; ; tries += 1) {
    while (quietUntil > Date.now()) await sleep(quietUntil - Date.now());
    const headers = {
      Accept: 'application/json',
      ...(body && { 'Content-Type': 'application/json' }),
      ...(cookie && { Cookie: cookie }),
    };
    const response = await fetch(new URL(path, server), {
      method,
      headers,
      body: body && JSON.stringify(body),
      redirect: 'manual',
    });
    if (![429, 503].includes(response.status) || tries === RETRIES) return response;
    await response.body?.cancel();
    quietUntil = Math.max(
      quietUntil,
      Date.now() + patience(response.headers.get('retry-after'), tries),
    );
  }
}

/** Retry-After in ms: it comes as seconds or as a date. Without one, a second and then twice as long each time, up to 30. */
function patience(retryAfter, tries) {
  const wait = /^\d+$/.test(retryAfter ?? '')
    ? Number(retryAfter) * 1000
    : Date.parse(retryAfter ?? '') - Date.now();
  return Number.isNaN(wait) ? Math.min(1000 * 2 ** tries, 30_000) : Math.max(wait, 0);
}

/** Why the server refused, as it says it: 'path: message' for each error, else its message. */
async function reason(response) {
  const text = await response.text();
  try {
    const { message, errors } = JSON.parse(text);
    if (errors?.length) return errors.map((error) => `${error.path}: ${error.message}`).join(', ');
    return `${response.status} ${message}`;
  } catch {
    return `${response.status} ${response.statusText}`;
  }
}
