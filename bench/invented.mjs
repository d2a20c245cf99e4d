// Invented deals and people: the same count and seed, the same rows. No real company or person.

const NOUNS = [
  'Blue',
  'North',
  'Quiet',
  'Rapid',
  'Silver',
  'Harbor',
  'Cedar',
  'Lumen',
  'Orbit',
  'Delta',
  'Maple',
  'Vertex',
  'Ember',
  'Atlas',
  'Tidal',
  'Juniper',
  'Sable',
  'Granite',
  'Willow',
  'Zephyr',
];
const ENDS = [
  'loop',
  'works',
  'ledger',
  'grid',
  'forge',
  'path',
  'mint',
  'stack',
  'wave',
  'field',
  'sense',
  'line',
  'port',
  'bridge',
  'nest',
  'signal',
  'flow',
  'root',
  'mark',
  'cart',
];
const KINDS = [
  'Inc',
  'Labs',
  'KK',
  'Ltd',
  'Systems',
  'Robotics',
  'Health',
  'Pay',
  'Cloud',
  'Energy',
];
/** Every tenth company is written in another script, so that search has something to find there. */
const ELSEWHERE = [
  '青葉ロボティクス',
  '東京みらい電子',
  '株式会社星空',
  'Северный Ветер',
  'Αίολος Ενέργεια',
  'Été & Fils',
  '한빛소프트',
  'ברק מערכות',
];
const FIRST = [
  'Aiko',
  'Ben',
  'Chloé',
  'Daichi',
  'Elena',
  'Farid',
  'Grace',
  'Hiro',
  'Inés',
  'Jun',
  'Kira',
  'Liam',
  'Mei',
  'Noor',
  'Omar',
  'Priya',
  'Quinn',
  'Rika',
  'Sota',
  'Tara',
  'Uma',
  'Viktor',
  'Wen',
  'Yuki',
  '悠',
];
const LAST = [
  'Abe',
  'Brandt',
  'Chen',
  'Dahl',
  'Endo',
  'Fischer',
  'Goto',
  'Hayashi',
  'Ito',
  'Jansen',
  'Kato',
  'Lindqvist',
  'Mori',
  'Nakano',
  'Okada',
  'Park',
  'Reyes',
  'Sato',
  'Tanaka',
  'Ueda',
  'Varga',
  'Wang',
  'Yamada',
  'Zhou',
];
const WORDS = (
  'a small team builds software for shops clinics and carriers that ties stock orders and payments together so that people see ' +
  'what sells what is late and what costs too much customers pay by month stay for years and tell others the next step is a market abroad with partners who know it'
).split(' ');

const DAY = 86_400_000;
/** Fixed, so that the rows do not depend on the day they are made. */
const NEWEST = Date.UTC(2026, 0, 31, 9);
const HISTORY = 540 * DAY;
export const USERS = 50;
const GROUPS = ['CCIA', 'CCBI', 'Alibaba', 'OnBS'];

/** Numbers from 0 to below 1 that depend on the seed alone (mulberry32). */
export function seeded(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The analysts who own the deals. */
export function* inventUsers() {
  for (let i = 1; i <= USERS; i++) {
    yield {
      email: `analyst${String(i).padStart(2, '0')}@bench.example`,
      firstName: FIRST[i % FIRST.length],
      lastName: LAST[(i * 7) % LAST.length],
      group: GROUPS[i % GROUPS.length],
      role: 'user',
    };
  }
}

/** `count` deals, oldest first, each with the number of its owner (from 0) and, for three in ten, its evaluation's scores. */
export function* inventDeals(count, { INDUSTRIES, ROUNDS, MEETINGS, CRITERIA }, seed = 7) {
  const random = seeded(seed);
  const from = (low, high) => low + Math.floor(random() * (high - low + 1));
  const pick = (list) => list[from(0, list.length - 1)];
  const some = (list, most) => [
    ...new Set(Array.from({ length: from(1, most) }, () => pick(list))),
  ];
  const name = () => `${pick(FIRST)} ${pick(LAST)}`;
  const maybe = (chance, make) => (random() < chance ? make() : null);
  for (let n = 1; n <= count; n++) {
    const createdAt = NEWEST - Math.floor(((count - n + random()) / count) * HISTORY);
    const company =
      maybe(0.1, () => pick(ELSEWHERE)) ?? `${pick(NOUNS)}${pick(ENDS)} ${pick(KINDS)}`;
    const deal = {
      companyName: `${company} ${String(n).padStart(6, '0')}`,
      ceoName: maybe(0.95, name),
      cooName: maybe(0.6, name),
      cfoName: maybe(0.4, name),
      industries: some(INDUSTRIES, 4),
      businessIntroduction: prose(from(300, 460), pick),
      keyBusinessNumbers: `ARR $${from(1, 900) / 10}M, growth ${from(5, 320)}% a year, gross margin ${from(20, 92)}%, ${from(3, 4000)} customers, runway ${from(4, 36)} months, net retention ${from(80, 160)}%`,
      fundingRound: pick(ROUNDS),
      targetFundingSize: `$${pick([0.5, 1, 2, 3, 5, 8, 10, 15, 20, 40])}M`,
      targetClosingDate: maybe(0.7, () =>
        new Date(NEWEST + from(10, 300) * DAY).toISOString().slice(0, 10),
      ),
      evaluationScore: maybe(0.8, () => from(0, 100) / 10),
      nextMeetingDate: pick(MEETINGS),
      comments: maybe(0.6, () => prose(from(60, 180), pick)),
      createdAt,
      updatedAt: createdAt + Math.floor(random() * (NEWEST - createdAt)),
    };
    const scores = maybe(0.3, () =>
      Object.fromEntries(CRITERIA.map(({ key }) => [key, maybe(0.9, () => from(10, 100) / 10)])),
    );
    yield { deal, owner: from(0, USERS - 1), scores };
  }
}

/** One to three notes on every third deal: texts with the moment they were written. */
export function inventNotes(n, { createdAt }) {
  if (n % 3) return [];
  const random = seeded(n);
  const from = (low, high) => low + Math.floor(random() * (high - low + 1));
  const pick = (list) => list[from(0, list.length - 1)];
  const moments = Array.from({ length: from(1, 3) }, () => from(createdAt, NEWEST));
  return moments.sort().map((at) => ({ createdAt: at, text: prose(from(40, 240), pick) }));
}

/** Sentences of about `length` characters. */
function prose(length, pick) {
  const words = [];
  for (let written = 0; written < length; written += words.at(-1).length + 1)
    words.push(pick(WORDS));
  const text = words.join(' ');
  return `${text[0].toUpperCase()}${text.slice(1)}.`;
}
