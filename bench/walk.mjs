// Simulates a day at a fund: 50 people with sessions walk through the product by seeded chance.
import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { MANAGER } from './generate.mjs';
import { createRandom, INDUSTRIES, ROUNDS, USERS } from './invented.mjs';
import { ADMIN, quantile, send, signIn } from './servers.mjs';

const ANALYSTS = 45;
const MANAGERS = 4;
/** Chance that a person repeats one of their usual lists. */
const USUAL_CHANCE = 0.7;
const USUAL_LISTS = 4;
const THINK_MS = 3_000;
/** Encodings that Chromium accepts. */
const CHROMIUM_ENCODINGS = 'gzip, deflate, br, zstd';
const WORDS = ['bridge', 'star', 'north', 'labs', 'data', '星空', 'health', 'grid'];
const SORTS = ['oldest', 'user_asc', 'score_desc', 'meeting_asc', 'updated_desc'];

const list = (search = '') => ({ path: `/dashboard?size=25${search && `&${search}`}` });
const save = (deal, json) => ({ method: 'PUT', path: `/api/pipelines/${deal}`, json });
const add = (deal, what, json) => ({
  method: 'POST',
  path: `/api/pipelines/${deal}/${what}`,
  json,
});
const filters = ({ pick }) =>
  pick(['industry=AI', 'round=A', `industry=${pick(INDUSTRIES)}&round=${pick(ROUNDS)}`]);

/**
 * Steps with their frequency in percent and their request. Non-staff take a list instead of
 * `admin`.
 */
export const STEPS = {
  list: [19, () => list()],
  filter: [14, (by) => list(by.usual(filters(by)))],
  search: [10, (by) => list(by.usual(`search=${encodeURIComponent(by.pick(WORDS))}`))],
  sort: [6, ({ pick }) => list(`sort=${pick(SORTS)}`)],
  page: [8, ({ low }) => list(`page=${low(6) + 1}`)],
  details: [9, ({ deal }) => list(`details=${deal()}`)],
  'deal page': [5, ({ deal }) => ({ path: `/pipeline/${deal()}` })],
  evaluation: [5, ({ deal }) => ({ path: `/pipeline/${deal()}/evaluation` })],
  'edit form': [2, ({ deal }) => ({ path: `/pipeline/${deal()}/edit` })],
  'search in the header': [1, ({ pick }) => ({ path: `/search?q=${pick(['bridge', 'grid'])}` })],
  board: [2, () => ({ path: '/board' })],
  insights: [1, () => ({ path: '/insights' })],
  review: [1, () => ({ path: '/review' })],
  admin: [3, ({ pick }) => ({ path: pick(['/admin', '/admin/approvals', '/admin/pipelines']) })],
  export: [0.5, () => ({ path: '/api/pipelines/export' })],
  'write a score': [7, ({ deal, low }) => save(deal(), { evaluationScore: low(101) / 10 })],
  'write a deal': [3, ({ deal, low }) => save(deal(), { comments: `Call ${low(1e6)}` })],
  'write an evaluation': [
    3,
    ({ deal, low }) => add(deal(), 'evaluation', { marketSize: 1 + low(10) }),
  ],
  'write a note': [1, ({ deal, low }) => add(deal(), 'notes', { text: `Call ${low(1e6)}.` })],
};
export const PAGES = Object.keys(STEPS).filter((kind) => !/^(write|export)/.test(kind));

/** Signs everybody in at the product; the floor accepts the same sessions. */
export async function signInAll({ base }) {
  const emails = USERS.slice(0, ANALYSTS).map(({ email }) => email);
  const staff = [...Array(MANAGERS).fill(MANAGER), ADMIN];
  const people = [...emails, ...staff].map((email) => ({ email, isStaff: staff.includes(email) }));
  for (const person of people) {
    person.cookie = await signIn(base, person.email);
    // Browsers have the style sheet after their first page.
    const { headers } = await send({ base }, '/dashboard', person);
    const cookies = [headers['set-cookie'] ?? []].flat().map((cookie) => cookie.split(';')[0]);
    person.cookie = [person.cookie, ...cookies].join('; ');
    const { body } = await send({ base }, '/api/pipelines?limit=100', person);
    person.deals = JSON.parse(body).map(({ id }) => id);
  }
  return people;
}

/**
 * Lets everybody walk for some seconds, by `only` these kinds of steps. Walkers continue after each
 * answer, or after three seconds if they `think`. Returns the ms of each answer by kind, answers
 * per second, and the processor's ms per answer.
 */
export async function walk(server, people, { walkers, seconds, only, think = false, seed = 17 }) {
  const agent = new Agent({ keepAlive: true, maxSockets: walkers });
  const until = performance.now() + seconds * 1_000;
  const times = {};
  const chances = people.map(({ deals }, i) => createChances(deals, seed + i));
  const before = server.cpu();
  const runWalker = async (walker) => {
    if (think) await pause((THINK_MS * walker) / walkers);
    for (let turn = walker; performance.now() < until; turn += walkers) {
      const i = turn % people.length;
      const kind = nextKind(people[i], chances[i], only);
      const { json, ...request } = STEPS[kind][1](chances[i]);
      const body = json && JSON.stringify(json);
      const options = {
        ...request,
        body,
        type: 'application/json',
        agent,
        encoding: CHROMIUM_ENCODINGS,
      };
      const { ms } = await send(server, request.path, { ...options, cookie: people[i].cookie });
      (times[kind] ??= []).push(ms);
      if (think) await pause(THINK_MS);
    }
  };
  await Promise.all(Array.from({ length: walkers }, (_, walker) => runWalker(walker)));
  agent.destroy();
  const all = Object.values(times).flat();
  const cpuMs = (server.cpu() - before) / all.length;
  return { times, all, rate: all.length / seconds, p95: quantile(all, 0.95), cpuMs };
}

function createChances(deals, seed) {
  const random = createRandom(seed);
  const low = (most) => Math.floor(random() ** 2 * most);
  const pick = (choices) => choices[Math.floor(random() * choices.length)];
  const known = [];
  const usual = (search) => {
    if (known.length < USUAL_LISTS) known.push(search);
    return random() < USUAL_CHANCE ? pick(known) : search;
  };
  return { random, pick, low, usual, deal: () => deals[low(deals.length)] };
}

function nextKind({ isStaff }, { random }, only = Object.keys(STEPS)) {
  let at = random() * only.reduce((sum, kind) => sum + STEPS[kind][0], 0);
  const kind = only.find((one) => (at -= STEPS[one][0]) < 0);
  return kind === 'admin' && !isStaff ? 'list' : kind;
}
