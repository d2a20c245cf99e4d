// Invents deals and people: the same count and seed give the same rows. No company or person is
// real.
const words = (text) => text.split(' ');
const NOUNS = words(
  'Blue North Quiet Rapid Silver Harbor Cedar Lumen Orbit Delta Maple Vertex Ember Atlas Tidal Juniper Sable Granite Willow Zephyr',
);
const ENDS = words(
  'loop works ledger grid forge path mint stack wave field sense line port bridge nest signal flow root mark cart',
);
const KINDS = words('Inc Labs KK Ltd Systems Robotics Health Pay Cloud Energy');
/** Names of every tenth company, in other scripts, so that search has something to find there. */
const FOREIGN_NAMES = words(
  '青葉ロボティクス 東京みらい電子 株式会社星空 Северный Αίολος Été 한빛소프트 ברק',
);
const FIRST = words('Aiko Ben Chloé Daichi Elena Farid Grace Hiro Inés Jun Kira Liam Mei Noor 悠');
const LAST = words('Abe Brandt Chen Dahl Endo Fischer Goto Ito Jansen Kato Mori Park Reyes Sato');
const PROSE = words(
  'a small team builds software for shops clinics and carriers that ties stock orders and payments together so that people see ' +
    'what sells what is late and what costs too much customers pay by month stay for years and tell others the next step is abroad',
);
export const INDUSTRIES = words('AI DX Fintech IOT Lifestyle');
export const ROUNDS = words('Seed A B Others');
const MEETINGS = ['ASAP', '30 days', '90 days', '120 days', 'N/A'];
const GROUPS = words('CCIA CCBI Alibaba OnBS');
const DAY = 86_400_000;

/** Returns a generator of numbers from 0 to 1 that depends on the seed alone (mulberry32). */
export function createRandom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const USERS = Array.from({ length: 50 }, (_, i) => ({
  email: `analyst${String(i + 1).padStart(2, '0')}@bench.example`,
  firstName: FIRST[i % FIRST.length],
  lastName: LAST[(i * 3) % LAST.length],
  group: GROUPS[i % GROUPS.length],
}));

/** Creates a file of `count` new deals. Texts have up to `longest` characters. */
export function createFile(count, { seed = 7, first = 1, longest = 460 } = {}) {
  const random = createRandom(seed);
  const from = (low, high) => low + Math.floor(random() * (high - low + 1));
  const pick = (list) => list[from(0, list.length - 1)];
  const maybe = (chance, make) => (random() < chance ? make() : '');
  const person = () => `${pick(FIRST)} ${pick(LAST)}`;
  const prose = (length) => {
    let text = pick(PROSE);
    while (text.length < length) text += ` ${pick(PROSE)}`;
    return `${text[0].toUpperCase()}${text.slice(1, longest)}.`;
  };
  const rows = Array.from({ length: count }, (_, n) => {
    const company =
      random() < 0.1 ? pick(FOREIGN_NAMES) : `${pick(NOUNS)}${pick(ENDS)} ${pick(KINDS)}`;
    return {
      companyName: `${company} ${String(first + n).padStart(6, '0')}`,
      ceoName: maybe(0.95, person),
      industries: [...new Set([pick(INDUSTRIES), pick(INDUSTRIES), pick(INDUSTRIES)])].join('; '),
      businessIntroduction: prose(from(300, 450)),
      keyBusinessNumbers: `ARR $${from(1, 900) / 10}M, growth ${from(5, 320)}% a year, ${from(3, 4000)} customers, runway ${from(4, 36)} months`,
      fundingRound: pick(ROUNDS),
      targetFundingSize: `$${pick([0.5, 1, 2, 3, 5, 8, 10, 15, 20, 40])}M`,
      targetClosingDate: maybe(0.7, () => day(from(10, 300))),
      evaluationScore: maybe(0.8, () => from(0, 100) / 10),
      nextMeetingDate: pick(MEETINGS),
      comments: maybe(0.6, () => prose(from(60, 180))),
    };
  });
  const lines = rows.map((row) => Object.values(row).map((value) => `"${value}"`));
  return [Object.keys(rows[0]), ...lines].join('\n');
}

const day = (after) => new Date(Date.UTC(2026, 0, 31) + after * DAY).toISOString().slice(0, 10);
