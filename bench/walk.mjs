// A day at a fund: 50 people, each with a session of their own, walk through the product by seeded chance.
import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { MANAGER } from './generate.mjs';
import { inventUsers, seeded } from './invented.mjs';
import { ADMIN, ask, logIn } from './servers.mjs';

const ANALYSTS = 45;
const MANAGERS = 4;
const SIZE = 25;
const SEED = 17;
/** How often somebody asks for one of their usual lists again, and how many of those they have. */
const USUAL_CHANCE = 0.7;
const USUAL_LISTS = 4;
const THINK_MS = 3_000;

const ROUNDS = ['Seed', 'A', 'B', 'Others'];
const INDUSTRIES = ['AI', 'DX', 'Fintech', 'IOT', 'Lifestyle'];
const WORDS = ['bridge', 'star', 'north', 'labs', 'data', '星空', 'health', 'grid'];
const SORTS = ['oldest', 'user_asc', 'score_desc', 'meeting_asc', 'updated_desc'];

/** In a hundred steps; `staff` steps are taken by managers and the administrator, others take a list instead. */
const STEPS = [
  { kind: 'list', share: 22, step: ({ list }) => page(list) },
  { kind: 'filter', share: 14, step: ({ usual, pick }) => page(usual(filtered(pick))) },
  { kind: 'search', share: 10, step: ({ usual, pick }) => page(usual(`search=${pick(WORDS)}`)) },
  { kind: 'sort', share: 6, step: ({ pick }) => page(`sort=${pick(SORTS)}`) },
  { kind: 'page', share: 8, step: ({ low }) => page(`page=${low(6) + 1}`) },
  { kind: 'details', share: 9, step: ({ deal }) => page(`details=${deal}`) },
  { kind: 'deal page', share: 5, step: ({ deal }) => get(`/pipeline/${deal}`) },
  { kind: 'evaluation', share: 5, step: ({ deal }) => get(`/pipeline/${deal}/evaluation`) },
  { kind: 'edit form', share: 2, step: ({ deal }) => get(`/pipeline/${deal}/edit`) },
  { kind: 'notes', share: 1, step: ({ deal }) => get(`/api/pipelines/${deal}/notes`) },
  { kind: 'review', share: 1, step: () => get('/review') },
  { kind: 'admin', share: 3.5, staff: true, step: ({ pick }) => get(pick(ADMIN_PAGES)) },
  { kind: 'export', share: 0.5, step: () => get('/api/pipelines/export') },
  {
    kind: 'write a score',
    share: 6,
    step: ({ deal, low }) => put(`/api/pipelines/${deal}`, { evaluationScore: low(101) / 10 }),
  },
  {
    kind: 'write a deal',
    share: 3,
    step: ({ deal, low }) => put(`/api/pipelines/${deal}`, { comments: `Call ${low(1e6)}` }),
  },
  {
    kind: 'write an evaluation',
    share: 3,
    step: ({ deal, low }) =>
      put(`/api/pipelines/${deal}/evaluation`, { marketSize: 1 + low(91) / 10 }, 'POST'),
  },
  {
    kind: 'write a note',
    share: 1,
    step: ({ deal, low }) =>
      put(`/api/pipelines/${deal}/notes`, { text: `They called: ${low(1e6)}.` }, 'POST'),
  },
];
const ADMIN_PAGES = [`/admin/pipelines?size=${SIZE}`, '/admin', '/admin/approvals'];
/** What the limit and the floor answer too. */
export const LISTS = ['list', 'filter', 'search', 'sort', 'page'];

const get = (path) => ({ method: 'GET', path });
const put = (path, json, method = 'PUT') => ({ method, path, json });
const page = (search) => get(`/dashboard?size=${SIZE}${search && `&${search}`}`);
const filtered = (pick) =>
  pick([
    `industry=${pick(INDUSTRIES)}`,
    `round=${pick(ROUNDS)}`,
    `industry=${pick(INDUSTRIES)}&round=${pick(ROUNDS)}`,
  ]);

/** The people with their sessions at a product; the limit and the floor know the same ones. */
export async function signInAll({ base }) {
  const analysts = [...inventUsers()].slice(0, ANALYSTS).map(({ email }) => ({ email }));
  const managers = Array.from({ length: MANAGERS }, () => ({ email: MANAGER, isStaff: true }));
  const people = [...analysts, ...managers, { email: ADMIN, isStaff: true }];
  for (const person of people) {
    person.cookie = await logIn(base, person.email);
    const { body } = await ask(base, '/api/pipelines?limit=100', {
      headers: { Cookie: person.cookie },
    });
    person.deals = JSON.parse(body).map(({ id }) => id);
  }
  return people;
}

/**
 * Everybody walks for some seconds. With `connections` a step follows the answer before it, with `people` more each
 * person thinks for three seconds in between. Answers per kind: { kind, rate, p50, p95, p99 } in ms, and the processor's
 * ms a request.
 */
export async function walk(server, people, { connections, walkers, seconds, only, seed = SEED }) {
  const agent = new Agent({ keepAlive: true, maxSockets: walkers ?? connections });
  const until = performance.now() + seconds * 1_000;
  const times = new Map();
  const chances = people.map((_, i) => chancesOf(people[i], seed + i));
  const next = (i) => stepOf(people[i], chances[i], only);
  const count = walkers ?? connections;
  const before = server.cpu();
  const began = performance.now();
  await Promise.all(
    Array.from({ length: count }, async (_, walker) => {
      if (walkers) await pause((THINK_MS * walker) / walkers);
      for (let turn = walker; performance.now() < until; turn += count) {
        const who = turn % people.length;
        const { kind, request } = next(who);
        const ms = await send(server, people[who], request, agent);
        times.set(kind, [...(times.get(kind) ?? []), ms]);
        if (walkers) await pause(THINK_MS);
      }
    }),
  );
  const took = (performance.now() - began) / 1_000;
  agent.destroy();
  const all = [...times.values()].flat();
  return {
    kinds: [...times].map(([kind, ms]) => ({ kind, ...figures(ms, took) })),
    all: figures(all, took),
    cpuMs: (server.cpu() - before) / all.length,
    memory: server.memory(),
  };
}

async function send({ base }, { cookie }, { method, path, json }, agent) {
  const body = json && JSON.stringify(json);
  const headers = {
    Cookie: cookie,
    'Accept-Encoding': 'gzip',
    ...(body && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
  };
  const answer = await ask(base, path, { method, headers, body, agent, keep: false });
  if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status}`);
  return answer.ms;
}

function chancesOf({ deals }, seed) {
  const random = seeded(seed);
  const low = (most) => Math.floor(random() ** 2 * most);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const known = [];
  const usual = (search) => {
    if (known.length < USUAL_LISTS) known.push(search);
    return random() < USUAL_CHANCE ? pick(known) : search;
  };
  return {
    random,
    pick,
    low,
    usual,
    list: '',
    get deal() {
      return deals[low(deals.length)];
    },
  };
}

function stepOf({ isStaff }, chances, only) {
  const open = STEPS.filter(
    ({ kind, staff }) => (!staff || isStaff) && (only ?? [kind]).includes(kind),
  );
  let at = chances.random() * open.reduce((sum, { share }) => sum + share, 0);
  const taken = open.find(({ share }) => (at -= share) < 0);
  return { kind: taken.kind, request: taken.step(chances) };
}

function figures(ms, seconds) {
  const sorted = ms.toSorted((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return {
    count: ms.length,
    rate: ms.length / seconds,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
  };
}

/** The whole walk at the product, and its lists at all three in turns; then the growth of the processor's time. */
export async function measureWalks({ usual, others, products }, { rounds, seconds, say }) {
  const people = await signInAll(usual);
  const ways = [
    { name: '10 connections', connections: 10 },
    { name: '50 connections', connections: 50 },
    { name: '200 people who think for 3 s', walkers: 200 },
  ];
  await walk(usual, people, { connections: 10, seconds });
  const whole = [];
  for (const way of ways) {
    say(`walk, ${way.name}`);
    whole.push({ ...way, ...(await walk(usual, people, { ...way, seconds: 5 * seconds })) });
  }
  const lists = { product: [], ...Object.fromEntries(Object.keys(others).map((at) => [at, []])) };
  for (let round = 0; round <= rounds; round++) {
    say(`walk, lists, round ${round}`);
    for (const [at, server] of Object.entries({ product: usual, ...others })) {
      const result = await walk(server, people, {
        connections: 10,
        seconds,
        only: LISTS,
        seed: round,
      });
      // The first round warms up.
      if (round) lists[at].push(result);
    }
  }
  const growth = [];
  for (const [size, server] of products) {
    say(`walk, ${size} deals`);
    growth.push({ size, ...(await measureGrown(server, seconds)) });
  }
  return { whole, lists, growth };
}

/** The whole walk with ten connections, at a product with any number of deals. */
async function measureGrown(server, seconds) {
  const people = await signInAll(server);
  await walk(server, people, { connections: 10, seconds });
  return walk(server, people, { connections: 10, seconds: 3 * seconds, seed: 1 });
}
