import { normalized } from '#db/fold';
import type { ListName } from '#db/schema';
import type { Lists } from '~/models/lists/lists';

/** Options as people write them, in the spelling of the fund's lists; others stay as written. */

function plain(text: string): string {
  const withoutMarks = normalized(text, 'NFKD').replace(/\p{M}/gu, '');
  return normalized(withoutMarks, 'NFC')
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

const OTHERS: Record<string, string> = {
  other: 'Others',
  sonstige: 'Others',
  sonstiges: 'Others',
  其他: 'Others',
  その他: 'Others',
};

const OTHER_ROUNDS: Record<string, string> = {
  ...OTHERS,
  天使: 'Angel',
  エンジェル: 'Angel',
  businessangel: 'Angel',
  种子: 'Seed',
  種子: 'Seed',
  シード: 'Seed',
  convertiblebond: 'CB',
};

const OTHER_MEETINGS: Record<string, string> = {
  asap: 'ASAP',
  'as soon as possible': 'ASAP',
  urgent: 'ASAP',
  尽快: 'ASAP',
  至急: 'ASAP',
  'n/a': 'N/A',
  na: 'N/A',
  'not applicable': 'N/A',
  none: 'N/A',
  'no meeting': 'N/A',
};

/** The names of a list by how they can be written: today's, former ones, and other words for them. */
function wordsOf(lists: Lists, list: ListName, aliases: Record<string, string>) {
  const entries = lists.entries(list);
  const words = [
    ...Object.entries(aliases).map(([word, name]) => [word, lists.present(list, name)] as const),
    ...entries.flatMap(({ name, former }) => former.map((word) => [word, name] as const)),
    ...entries.map(({ name }) => [name, name] as const),
  ];
  const known = new Map(words.map(([word, name]) => [plain(word), name]));
  known.delete('');
  return known;
}

/** Reads texts with the names of the fund's lists. */
export interface Spellings {
  /** 'series-a', 'Series A' and 'A' are A; 'Series A+' and 'Series E' are kept. */
  round(text: string): string;
  /** A round of the fund's list, or another series. */
  isRound(text: string): boolean;
  /** '30d' and 'in 30 days' are '30 days'; other days are kept as written. */
  meeting(text: string): string;
  /** Whether a meeting of the fund's list is written so. */
  isMeeting(text: string): boolean;
  /**
   * Industries separated by , ; / | or line ends, each once. `stored` are those of the deal: one with
   * a comma in it stays whole.
   */
  industries(text: string, stored?: readonly string[]): string[];
}

export function spellingsOf(lists: Lists): Spellings {
  const round = roundReader(wordsOf(lists, 'rounds', OTHER_ROUNDS));
  const meeting = meetingReader(lists);
  return {
    round,
    isRound: (text) =>
      lists.named('rounds', round(text)) !== undefined || /^(pre-?)?(series|round)\b/i.test(text),
    meeting,
    isMeeting: (text) => lists.named('meetings', meeting(text)) !== undefined,
    industries: industriesReader(lists),
  };
}

function roundReader(known: Map<string, string>) {
  return (text: string): string => {
    const short = plain(text);
    return known.get(short) ?? known.get(short.replace(ROUND_WORDS, '')) ?? text;
  };
}

const DAYS = /^(?:in)?(\d{2,3})(?:d|days?|tagen?|tage|天|日)?(?:内|後|后)?$/;

function meetingReader(lists: Lists) {
  const known = wordsOf(lists, 'meetings', OTHER_MEETINGS);
  const byDays = new Map(lists.listed('meetings').map(({ days, name }) => [String(days), name]));
  return (text: string): string => {
    const short = plain(text);
    const days = DAYS.exec(short)?.[1] ?? '';
    return known.get(short) ?? byDays.get(days) ?? known.get(`${days}days`) ?? text;
  };
}

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

function industriesReader(lists: Lists) {
  const known = wordsOf(lists, 'industries', OTHERS);
  const whole = [...new Set(known.values())].filter(hasSeparator);
  return (text: string, stored: readonly string[] = []): string[] => {
    const own = new Map(stored.map((industry) => [plain(industry), industry]));
    const spellings = new Map<string, string>();
    for (const part of splitKnown(text, [...stored.filter(hasSeparator), ...whole])) {
      const industry = part.trim();
      const short = plain(industry) || industry;
      const spelling = own.get(short) ?? known.get(short) ?? industry;
      if (industry && !spellings.has(short)) spellings.set(short, spelling);
    }
    return [...new Set(spellings.values())];
  };
}

function splitKnown(text: string, whole: readonly string[]): string[] {
  if (!whole.length) return text.split(SEPARATOR);
  // A split with one group puts the matches of the group in every second part.
  return text
    .split(wholePattern(whole))
    .flatMap((part, i) => (i % 2 ? [part] : part.split(SEPARATOR)));
}
