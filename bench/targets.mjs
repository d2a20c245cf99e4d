// What was set as a target, and whether this run meets it.
import { BACK } from './clicks.mjs';
import { median, ratio } from './load.mjs';
import { HEADER_SEARCH } from './requests.mjs';

const KB = 1024;

/** Each with what is wanted, what was measured, and `met`, which is empty where this run did not measure it. */
export function targets({
  results,
  usual,
  sizes,
  weights,
  times,
  clicks,
  exports,
  imports,
  starts,
  walks,
}) {
  const page = (name) => weights.find((one) => one.name === name);
  const dashboard = page('Dashboard');
  const quiet = Math.max(...['Landing', 'Login', 'Sign-up'].map((name) => page(name).sizes.Script));
  const time = (name, scripts) => times.find((one) => one.name === name && one.scripts === scripts);
  const of = (name, at = 'product', size = usual) =>
    results.find((one) => one.name === name && one.at === at && one.size === size);
  const grown = results
    .filter(({ at, grows, size }) => at === 'product' && grows && size === sizes[0])
    .map((one) => ({ name: one.name, times: ratio(one, of(one.name, 'product', sizes.at(-1))) }));
  const worst = grown.toSorted((a, b) => b.times - a.times)[0];
  const exported = (name, size) =>
    exports.find((one) => one.size === size)?.results.find((one) => one.name === name);
  const most = (name, wanted, got, unit, digits = 0) => ({
    name,
    wanted: `at most ${wanted}${unit}`,
    got: got === undefined ? '–' : `${got.toFixed(digits)}${unit}`,
    met: got === undefined ? undefined : got <= wanted,
  });
  const least = (name, wanted, got) => ({
    name,
    wanted: `at least ${wanted}`,
    got: got.toFixed(2),
    met: got >= wanted,
  });
  const large = 100_000;
  const cpuOf = (at) => median(walks.lists[at].map(({ cpuMs }) => cpuMs));
  const thinking = walks.whole.find(({ walkers }) => walkers).all;
  const [smallest, largest] = [walks.growth[0], walks.growth.at(-1)];
  return [
    most(
      "Walk: a list's processor time, times the floor's",
      1.5,
      cpuOf('product') / cpuOf('floor'),
      '×',
      2,
    ),
    most('Walk, 200 people: p95', 60, thinking.p95, ' ms'),
    most('Walk, 200 people: p99', 150, thinking.p99, ' ms'),
    most(
      `Walk: growth of the processor's time from ${smallest.size} to ${largest.size} deals`,
      1.5,
      largest.cpuMs / smallest.cpuMs,
      '×',
      2,
    ),
    most(
      'Dashboard, 25 rows, after the login page: HTML',
      13,
      dashboard.sizes.Document / KB,
      ' KB',
      1,
    ),
    most(
      'Dashboard, 25 rows, first page of all, with its style rules: HTML and CSS to the first row',
      24,
      page('Dashboard, first page of all').sizes.Document / KB,
      ' KB',
      1,
    ),
    most('Dashboard: CSS', 10, dashboard.sizes.Stylesheet / KB, ' KB', 1),
    most('Dashboard: scripts', 90, dashboard.sizes.Script / KB, ' KB', 1),
    most('Landing, login, sign-up: scripts, the most of them', 5, quiet / KB, ' KB', 1),
    most('Dashboard, second visit: assets asked for', 0, dashboard.againAssets, ''),
    most(
      "First row, slow, scripts on: times the limit's",
      1.25,
      time('product', true).row / time('limit', true).row,
      '×',
      2,
    ),
    most(
      "First row, slow, scripts off: times the limit's",
      1.25,
      time('product', false).row / time('limit', false).row,
      '×',
      2,
    ),
    most(
      "Usable with scripts, slow: times the floor's",
      1.1,
      time('product', true).interactive / time('floor', true).interactive,
      '×',
      2,
    ),
    ...['details', 'filter', 'page', 'sort', BACK].map((kind) =>
      most(
        `Click, slow: ${kind}`,
        kind === BACK ? 0.5 : 1,
        median(clicks.map((times) => times[kind])) / 1000,
        ' s',
        2,
      ),
    ),
    ...['API, one deal', 'API, write a score'].map((name) =>
      least(`${name}: share of the limit's requests/s`, 0.25, ratio(of(name), of(name, 'limit'))),
    ),
    most('Walk: memory after it', 220, walks.whole.at(-1).memory.now, ' MB'),
    most('Dashboard: p99 over p50', 4, of('Dashboard').p99 / of('Dashboard').p50, '×', 1),
    most('Header search: p95', 30, of(HEADER_SEARCH).p95, ' ms', 1),
    most(
      `Growth from ${sizes[0]} to ${sizes.at(-1)} deals, the worst: ${worst.name}`,
      1.5,
      worst.times,
      '×',
      1,
    ),
    most(
      `Growth: calls that grow more, of ${grown.length}`,
      0,
      grown.filter(({ times }) => times > 1.5).length,
      '',
    ),
    ...['xlsx', 'JSON list'].flatMap((name) => {
      const many = exported(name, large)?.product;
      const some = exported(name, usual);
      return [
        most(
          `Export, ${name}, ${usual} deals: times the limit's`,
          name === 'xlsx' ? 5 : 2,
          some.product.ms / some.limit.ms,
          '×',
          1,
        ),
        most(
          `Export, ${name}, ${large} deals: memory above idle`,
          150,
          many && many.peak - many.idle,
          ' MB',
        ),
        most(`Export, ${name}, ${large} deals: first byte`, 1_000, many?.firstMs, ' ms'),
        most(`Export, ${name}, ${large} deals: others' p99`, 100, many?.othersP99, ' ms'),
      ];
    }),
    most(
      `Export, xlsx, ${sizes[0]} deals`,
      0.6,
      exported('xlsx', sizes[0]).product.ms / 1000,
      ' s',
      2,
    ),
    most('Import, 10,000 rows: preview', 3, imports.previewMs / 1000, ' s', 1),
    most('Import, 10,000 rows: preview and import', 3 + 4, imports.importMs / 1000, ' s', 1),
    most('Import, 10,000 rows: undo', 4, imports.undoMs / 1000, ' s', 1),
    most('Import, 10,000 rows: memory above idle', 200, imports.memory, ' MB'),
    most("Import, 10,000 rows: others' p95", 100, imports.othersP95, ' ms'),
    most('Untouched export of 10,000 rows: changes', 0, imports.changedByExport, ''),
    {
      name: 'Import of 20,000 rows',
      wanted: 'all of them',
      got: `${imports.most} in ${(imports.mostMs / 1000).toFixed(1)} s`,
      met: imports.most === 20_000,
    },
    most('Ready', 1, starts.product.readyMs / 1000, ' s', 2),
    most(`Ready, ${sizes.at(-1)} deals`, 1, starts.largest.readyMs / 1000, ' s', 2),
    most('Idle', 100, starts.product.idle, ' MB'),
  ];
}
