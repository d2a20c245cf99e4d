// The figures as a page of Markdown.
import { cpus, release, totalmem, type } from 'node:os';
import { median, ratio } from './load.mjs';
import { targets } from './targets.mjs';

/** Everything measured, as text. */
export function report(measured) {
  const { sizes, usual, rounds, seconds, before, quick, minutes } = measured;
  const command = `npm run bench --${quick ? ' --quick' : ''} --rounds=${rounds} --seconds=${seconds}`;
  return `# Measured

${new Date().toISOString().slice(0, 10)}, \`${command}\`, ${minutes.toFixed(0)} minutes, on ${cpus().length} cores of ${cpus()[0].model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, ${type()} ${release().split('.').slice(0, 2).join('.')}, Node ${process.versions.node}.
The load average was ${before.toFixed(1)} before it began: figures from a busy machine are low, their ratios less so.

The *product* is the release build; the *limit* is \`bench/limit/\`, the same answers from Node's http, better-sqlite3 and strings; the *floor* is
\`bench/floor/\`, the barest Remix page of the same rows. All read the same file of ${number(usual)} deals of 50 users, where nothing else is said.

## Targets

${table(
  ['target', 'wanted', 'measured', ''],
  targets(measured).map(({ name, wanted, got, met }) => [
    name,
    wanted,
    got,
    met === undefined ? '' : met ? 'met' : '**missed**',
  ]),
)}

## A day at a fund

45 analysts, four managers and an administrator, each with a session of their own, walk through the product by seeded chance, on ${number(usual)} deals: lists, filters, searches, deals, evaluations, exports, and 13 writes in a hundred steps. Times in ms; the processor's time of all threads for each answer.

${walksTable(measured)}

The lists of the walk alone, ten connections, the servers taking turns:

${listsTable(measured)}

${table(
  ['deals', "processor's ms for each answer of the walk"],
  measured.walks.growth.map(({ size, cpuMs }) => [number(size), cpuMs.toFixed(1)]),
)}

## Requests to one address

Ten connections, gzip, the middle of ${rounds} round${rounds > 1 ? 's' : ''} of ${seconds} s, all servers taking turns. p50 and p99 in ms. Ratios are the middle of the rounds' own.

${requestsTable(measured)}

## Growth

Requests a second at each number of deals; the last column says how many times as long an answer takes at ${number(sizes.at(-1))} as at ${number(sizes[0])}.

${growthTable(measured)}

## Pages

Bytes of bodies as they are sent to a browser (brotli), in KB of 1,024; HTTP headers of the page are beside it. Requests of a first visit, and of a second: those that reached the server.

${table(
  [
    'page',
    'HTML',
    'its headers',
    'CSS',
    'JS',
    'else',
    'requests',
    'second visit',
    'of them assets',
  ],
  measured.weights.map(
    ({
      name,
      sizes: { Document, Stylesheet, Script, Other },
      head,
      requests,
      again,
      againAssets,
    }) => [
      name,
      kb(Document),
      kb(head),
      kb(Stylesheet),
      kb(Script),
      kb(Other),
      requests,
      again,
      againAssets,
    ],
  ),
)}

A first visit to the dashboard with 400 kbit/s, 400 ms round trip, a processor four times slower: ms until the first deal is on screen, and until scripts answer; the servers take turns.

${table(
  ['', 'scripts', 'first row', 'interactive'],
  measured.times.map(({ name, scripts, row, interactive }) => [
    name,
    scripts ? 'on' : 'off',
    whole(row),
    scripts ? whole(interactive) : '',
  ]),
)}

The first click on an evaluation, whose scripts a list has not loaded, takes ${whole(median(measured.clicks.map(({ evaluation }) => evaluation)))} ms there.

## Exports

Others ask for one deal every 20 ms meanwhile. The limit builds everything in memory and serves nobody else the while.

${exportsTable(measured)}

## Start and memory

${table(
  ['', 'ready, ms', 'idle, MB'],
  [
    ['product', measured.starts.product],
    ['limit', measured.starts.limit],
    [`product, ${number(sizes.at(-1))} deals`, measured.starts.largest],
  ].map(([name, { readyMs, idle }]) => [name, whole(readyMs), whole(idle)]),
)}

${table(
  ['product after the requests above, deals', 'memory, MB', 'highest, MB'],
  measured.memory.map(({ size, now, peak }) => [number(size), whole(now), whole(peak)]),
)}
`;
}

function walksTable({ walks }) {
  const figures = ({ rate, p50, p95, p99 }) => [rate.toFixed(1), ...[p50, p95, p99].map(whole)];
  return table(
    ['', 'answers/s', 'p50', 'p95', 'p99', "processor's ms", 'memory, MB'],
    walks.whole.flatMap(({ name, kinds, all, cpuMs, memory }) => [
      [`**${name}**`, ...figures(all), cpuMs.toFixed(1), whole(memory.now)],
      ...kinds
        .toSorted((a, b) => b.rate - a.rate)
        .map((one) => [one.kind, ...figures(one), '', '']),
    ]),
  );
}

function listsTable({ walks }) {
  return table(
    ['', 'answers/s', "processor's ms"],
    Object.entries(walks.lists).map(([at, results]) => [
      at,
      median(results.map(({ all }) => all.rate)).toFixed(0),
      median(results.map(({ cpuMs }) => cpuMs)).toFixed(1),
    ]),
  );
}

function requestsTable({ results, usual }) {
  const rows = results.filter(({ at, size }) => at === 'product' && size === usual);
  return table(
    ['', 'requests/s', 'p50', 'p99', 'limit: requests/s', 'p99', 'of the limit', 'of the floor'],
    rows.map((row) => {
      const limit = results.find(({ at, name }) => at === 'limit' && name === row.name);
      const floor = results.find(({ at, name }) => at === 'floor' && name === row.name);
      return [
        row.name,
        rate(row.rate),
        row.p50,
        row.p99,
        limit ? rate(limit.rate) : '',
        limit?.p99 ?? '',
        share(ratio(row, limit)),
        floor ? `${share(ratio(row, floor))} (${rate(floor.rate)})` : '',
      ];
    }),
  );
}

function growthTable({ results, sizes }) {
  const names = [...new Set(results.filter(({ grows }) => grows).map(({ name }) => name))];
  return table(
    ['', ...sizes.map(number), 'grows'],
    names.map((name) => {
      const bySize = sizes.map((wanted) =>
        results.find((one) => one.at === 'product' && one.name === name && one.size === wanted),
      );
      return [
        name,
        ...bySize.map((one) => rate(one.rate)),
        `${ratio(bySize[0], bySize.at(-1)).toFixed(1)}×`,
      ];
    }),
  );
}

function exportsTable({ exports }) {
  const rows = exports.flatMap(({ size, results }) =>
    results.map((result) => ({ size, ...result })),
  );
  return table(
    [
      '',
      'deals',
      'seconds',
      'first byte, ms',
      'MB',
      'memory above idle, MB',
      "others' p99, ms",
      "limit's seconds",
      "times the limit's",
    ],
    rows.map(({ size, name, product, limit }) => [
      name,
      number(size),
      ...(product
        ? [
            (product.ms / 1000).toFixed(2),
            whole(product.firstMs),
            (product.size / 2 ** 20).toFixed(1),
            whole(product.peak - product.idle),
            whole(product.othersP99),
          ]
        : ['', '', '', '', '']),
      (limit.ms / 1000).toFixed(2),
      product ? (product.ms / limit.ms).toFixed(1) : '',
    ]),
  );
}

function table(heads, rows) {
  return [heads, heads.map((_, i) => (i ? '--:' : '---')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

const number = (value) => value.toLocaleString('en');
const whole = (value) => (value === undefined ? '–' : Math.round(value).toLocaleString('en'));
const rate = (value) => (value < 100 ? value.toFixed(1) : whole(value));
const share = (value) => (value === undefined ? '' : value.toFixed(2));
const kb = (bytes) => (bytes / 1024).toFixed(1);
