// Formats the figures as Markdown.
import { cpus, totalmem } from 'node:os';
import { median, quantile } from './servers.mjs';

const FAST_DEALS = 20_000;
const MAX_DEALS = 100_000;

export function formatReport({ run, ...measured }) {
  const { bySize, clicks } = measured;
  const number = (value) => value.toLocaleString('en');
  const whole = (value) => number(Math.round(value));
  const one = (value) => value.toFixed(1);
  const sizes = bySize.map(({ size }) => number(size));
  const row = (name, of) => [name, ...bySize.map(of)];
  return `# Measured

${new Date().toISOString().slice(0, 10)}, \`${run.command}\`, ${whole(run.minutes)} minutes, on ${cpus().length} cores of ${cpus()[0].model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}; the load average before it was ${one(run.load)}: on a busy machine times are long, ratios and memory less so.
The product is the release build; the floor is \`bench/floor/\`, the barest Remix page of the same 25 rows. 45 analysts, four managers and an
administrator, each with a session, walk by seeded chance: lists, filters, searches, deals, evaluations, exports, and 14 writes in a hundred steps.
Processor time is that of all threads and child processes, answers are compressed as for Chromium.

${table(
  ['wanted', 'at most', 'measured', ''],
  listTargets(measured).map(([name, most, got]) => [
    name,
    most,
    got.toFixed(most < 10 ? 2 : 0),
    got <= most ? 'met' : '**missed**',
  ]),
)}

${table(
  ['deals', ...sizes],
  [
    ...Object.keys(bySize[0].pages).map((kind) =>
      row(`${kind}: processor, ms`, ({ pages }) => one(pages[kind])),
    ),
    row('50 connections: answers/s', ({ busy }) => one(busy.rate)),
    row('… processor an answer, ms', ({ busy }) => one(busy.cpuMs)),
    ...[0.5, 0.95, 0.99].map((share) =>
      row(`200 people, p${100 * share}, ms`, ({ thinking }) =>
        whole(quantile(thinking.all, share)),
      ),
    ),
    row('… a write, middle, ms', ({ thinking }) => one(median(thinking.times['write a score']))),
    row('ready after, ms', ({ readyMs }) => whole(readyMs)),
    row('memory at rest, MB', ({ idle }) => whole(idle)),
    row('memory after the walk, MB', ({ memory }) => whole(memory)),
    row('… ten seconds later, MB', ({ restedMemory }) => whole(restedMemory)),
  ],
)}

${table(
  ['', 'seconds', 'memory above rest, MB', "others' p95, ms"],
  [...measured.exports, ...measured.imports].map(({ what, ms, ...figures }) => [
    what,
    (ms / 1000).toFixed(2),
    ...[figures.memory, figures.others].map(whole),
  ]),
)}

With 400 kbit/s, 400 ms round trip and a processor four times slower, in ms: ${clicks.times.map(({ kind, ms }) => `${kind} ${whole(ms)}`).join(', ')}.
`;
}

function listTargets({ bySize, besideFloor, exports, clicks, imports }) {
  const at = (wanted) => bySize.findLast(({ size }) => size <= wanted);
  const fast = at(FAST_DEALS);
  const [slowest, cpuMs] = Object.entries(fast.pages).sort(([, a], [, b]) => b - a)[0];
  const [preview, whole, undo] = imports;
  const { weights, times } = clicks;
  const onList = times.filter(({ kind }) => /details|filter|page|sort/.test(kind));
  const most = (list, key) => Math.max(...list.map((one) => one[key]));
  return [
    [`${fast.size} deals: the slowest page (${slowest}), processor, ms`, 15, cpuMs],
    [`${fast.size} deals: 200 people, p95, ms`, 60, fast.thinking.p95],
    ...(at(MAX_DEALS) === fast
      ? []
      : [[`${at(MAX_DEALS).size} deals: 200 people, p95, ms`, 300, at(MAX_DEALS).thinking.p95]]),
    [
      `List: processor, times the floor's ${besideFloor.floor.toFixed(1)} ms`,
      1.6,
      besideFloor.times,
    ],
    ['Board: processor, times the list', 1.5, fast.pages.board / fast.pages.list],
    [`${fast.size} deals: memory after the walk, MB`, 220, fast.memory],
    ['Memory at rest, MB', 100, fast.idle],
    ['Ready, ms', 1_000, fast.readyMs],
    ['List: HTML, KB', 14, weights.HTML],
    ['List: style sheet, KB', 10, weights.CSS],
    ['List: scripts, KB', 90, weights.scripts],
    ['Slow link: the slowest click on the list, ms', 1_000, most(onList, 'ms')],
    ['Slow link: back to the list, ms', 500, times.at(-1).ms],
    ['Export: memory above rest, MB', 150, most(exports, 'memory')],
    ["Export: others' p95, ms", 100, most(exports, 'others')],
    ['Import of 10,000 rows: preview, s', 3, preview.ms / 1000],
    ['Import of 10,000 rows: the whole of it, s', 5, whole.ms / 1000],
    ['Import of 10,000 rows: undo, s', 4, undo.ms / 1000],
    ['Import of 10,000 rows: memory above rest, MB', 200, undo.memory],
    ["Import: others' p95, ms", 100, most(imports, 'others')],
  ];
}

function table(heads, rows) {
  return [heads, heads.map((_, i) => (i ? '--:' : '---')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}
