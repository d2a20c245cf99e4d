import { INDUSTRIES, MEETINGS, ROUNDS } from '~/models/pipeline/options';

/** Options as people write them, in the spelling of the option lists; others stay as written. */

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s._\-–—/()]+/g, '');
}

const ROUND_WORDS = new RegExp(
  [
    ...['series', 'serie', 'round', 'runde', 'funding', 'financing', 'finanzierung', 'stage'],
    ...['融资', '輪', '轮', 'シリーズ', 'ラウンド'],
  ]
    .map(plain)
    .join('|'),
  'g',
);

const OTHER_ROUNDS: Record<string, string> = {
  天使: 'Angel',
  エンジェル: 'Angel',
  businessangel: 'Angel',
  种子: 'Seed',
  種子: 'Seed',
  シード: 'Seed',
  convertiblebond: 'CB',
  other: 'Others',
  其他: 'Others',
  その他: 'Others',
};

const KNOWN_ROUNDS = new Map<string, string>([
  ...ROUNDS.map((round): [string, string] => [plain(round), round]),
  ...Object.entries(OTHER_ROUNDS).map(([name, round]): [string, string] => [plain(name), round]),
]);

/** 'series-a', 'Series A' and 'A' are A; 'Series A+' and 'Series E' are kept. */
export function readRound(text: string): string {
  const short = plain(text);
  const word = short.replace(ROUND_WORDS, '');
  return KNOWN_ROUNDS.get(short) ?? KNOWN_ROUNDS.get(word) ?? text;
}

/** A round of the option list, or another series. */
export function isRound(text: string): boolean {
  return (
    ROUNDS.some((round) => round === readRound(text)) || /^(pre-?)?(series|round)\b/i.test(text)
  );
}

const KNOWN_MEETINGS = new Map<string, string>([
  ...MEETINGS.map((meeting): [string, string] => [plain(meeting), meeting]),
  ...['asap', 'as soon as possible', 'urgent', '尽快', '至急'].map((text): [string, string] => [
    plain(text),
    'ASAP',
  ]),
  ...['n/a', 'na', 'not applicable', 'none', 'no meeting'].map((text): [string, string] => [
    plain(text),
    'N/A',
  ]),
]);
const DAYS = /^(?:in)?(\d{2,3})(?:d|days?|tagen?|tage|天|日)?(?:内|後|后)?$/;

/** '30d' and 'in 30 days' are '30 days'; other days are kept as written. */
export function readMeeting(text: string): string {
  const short = plain(text);
  const days = DAYS.exec(short)?.[1];
  return KNOWN_MEETINGS.get(short) ?? KNOWN_MEETINGS.get(`${days}days`) ?? text;
}

const KNOWN_INDUSTRIES = new Map<string, string>([
  ...INDUSTRIES.map((industry): [string, string] => [plain(industry), industry]),
  ['other', 'Others'],
]);
const SEPARATOR = /[,;/|\n，、；／]/;

function escaped(text: string): string {
  const literal = text.replace(/\s+/g, ' ').replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return literal.replace(/\//g, ' / ').replace(/ +/g, '\\s*');
}

/** Finds texts with a separator in them, such as 'In/Out bound', whole. */
function wholePattern(texts: readonly string[]): RegExp {
  const longest = [...texts].sort((a, b) => b.length - a.length).map(escaped);
  const edge = String.raw`(?<![^\s,;/|，、；／])(${longest.join('|')})(?![^\s,;/|，、；／])`;
  return new RegExp(edge, 'giu');
}

const hasSeparator = (text: string) => SEPARATOR.test(text);
const WHOLE = INDUSTRIES.filter(hasSeparator);
const WHOLE_PATTERN = wholePattern(WHOLE);

function splitKnown(text: string, stored: readonly string[]): string[] {
  const own = stored.filter(hasSeparator);
  const pattern = own.length ? wholePattern([...own, ...WHOLE]) : WHOLE_PATTERN;
  // Of a split with one group, every second part is what the group found.
  return text.split(pattern).flatMap((part, i) => (i % 2 ? [part] : part.split(SEPARATOR)));
}

/**
 * Industries separated by , ; / | or line ends, each once. `stored` are those of the deal: one with
 * a comma in it stays whole.
 */
export function readIndustries(text: string, stored: readonly string[] = []): string[] {
  const own = new Map(stored.map((industry) => [plain(industry), industry]));
  const found = new Map<string, string>();
  for (const part of splitKnown(text, stored)) {
    const industry = part.trim();
    const short = plain(industry) || industry;
    const spelling = own.get(short) ?? KNOWN_INDUSTRIES.get(short) ?? industry;
    if (industry && !found.has(short)) found.set(short, spelling);
  }
  return [...found.values()];
}
