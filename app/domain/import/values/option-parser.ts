import { normalizeText } from '#db/fold';
import type { OptionListName } from '#db/schema';
import type { OptionLists } from '~/domain/option-list/option-lists';
import { buildAlternatives, escapePattern, splitAround } from '~/domain/text/split';
import { isPlaceholder } from './cell-text';

function normalizeOption(text: string): string {
  const withoutMarks = normalizeText(text, 'NFKD').replace(/\p{M}/gu, '');
  return normalizeText(withoutMarks, 'NFC')
    .toLowerCase()
    .replace(/[\s._\-–—/()]+/g, '');
}

const ROUND_WORDS = new RegExp(
  [
    ['series', 'serie', 'round', 'runde', 'funding', 'financing', 'finanzierung', 'stage'],
    ['融资', '輪', '轮', 'シリーズ', 'ラウンド'],
  ]
    .flat()
    .map(normalizeOption)
    .join('|'),
  'g',
);

const OTHER_ALIASES: Record<string, string> = {
  other: 'Others',
  sonstige: 'Others',
  sonstiges: 'Others',
  其他: 'Others',
  その他: 'Others',
};

const ROUND_ALIASES: Record<string, string> = {
  ...OTHER_ALIASES,
  天使: 'Angel',
  エンジェル: 'Angel',
  businessangel: 'Angel',
  种子: 'Seed',
  種子: 'Seed',
  シード: 'Seed',
  convertiblebond: 'CB',
};

const MEETING_ALIASES: Record<string, string> = {
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

function mapSpellings(lists: OptionLists, list: OptionListName, aliases: Record<string, string>) {
  const entries = lists.listOptions(list);
  const words = [
    ...Object.entries(aliases).map(
      ([word, name]) => [word, lists.toCurrentName(list, name)] as const,
    ),
    ...entries.flatMap(({ name, previousNames }) =>
      previousNames.map((word) => [word, name] as const),
    ),
    ...entries.map(({ name }) => [name, name] as const),
  ];
  const known = new Map(words.map(([word, name]) => [normalizeOption(word), name]));
  known.delete('');
  return known;
}

export interface OptionParser {
  /** Returns A for 'series-a', 'Series A' and 'A'; 'Series A+' and 'Series E' stay. */
  parseRound(text: string): string;
  isRound(text: string): boolean;
  /** Returns '30 days' for '30d' and 'in 30 days'; other days stay as written. */
  parseMeeting(text: string): string;
  isMeeting(text: string): boolean;
  /**
   * Splits at , ; / | and line ends, each industry once. An industry in `stored` that contains a
   * comma stays whole.
   */
  parseIndustries(text: string, stored?: readonly string[]): string[];
  isIndustry(text: string): boolean;
}

export function createOptionParser(lists: OptionLists): OptionParser {
  const parseRound = createRoundParser(mapSpellings(lists, 'rounds', ROUND_ALIASES));
  const parseMeeting = createMeetingParser(lists);
  return {
    parseRound,
    isRound: (text) =>
      lists.findByName('rounds', parseRound(text)) !== undefined ||
      /^(pre-?)?(series|round)\b/i.test(text),
    parseMeeting,
    isMeeting: (text) => lists.findByName('meetings', parseMeeting(text)) !== undefined,
    parseIndustries: createIndustriesParser(lists),
    isIndustry: (text) => lists.findByName('industries', text) !== undefined,
  };
}

function createRoundParser(known: Map<string, string>) {
  return (text: string): string => {
    const short = normalizeOption(text);
    return known.get(short) ?? known.get(short.replace(ROUND_WORDS, '')) ?? text;
  };
}

const DAYS_PATTERN = /^(?:in)?(\d{2,3})(?:d|days?|tagen?|tage|天|日)?(?:内|後|后)?$/;

function createMeetingParser(lists: OptionLists) {
  const known = mapSpellings(lists, 'meetings', MEETING_ALIASES);
  const byDays = new Map(
    lists.listActiveOptions('meetings').map(({ days, name }) => [String(days), name]),
  );
  return (text: string): string => {
    const short = normalizeOption(text);
    const days = DAYS_PATTERN.exec(short)?.[1] ?? '';
    return known.get(short) ?? byDays.get(days) ?? known.get(`${days}days`) ?? text;
  };
}

const SEPARATOR = /[,;/|\n，、；／]/;

function escapeOption(text: string): string {
  const literal = escapePattern(text.replace(/\s+/g, ' '));
  return literal.replace(/\//g, ' / ').replace(/ +/g, '\\s*');
}

function buildWholePattern(texts: readonly string[]): RegExp {
  const options = buildAlternatives(texts, escapeOption);
  const edge = String.raw`(?<![^\s,;/|，、；／])(${options})(?![^\s,;/|，、；／])`;
  return new RegExp(edge, 'giu');
}

const hasSeparator = (text: string) => SEPARATOR.test(text);

/** Contains a separator of lists, but is one text. */
const NOT_APPLICABLE = 'n/a';

function createIndustriesParser(lists: OptionLists) {
  const known = mapSpellings(lists, 'industries', OTHER_ALIASES);
  const whole = [...new Set(known.values()), NOT_APPLICABLE].filter(hasSeparator);
  return (text: string, stored: readonly string[] = []): string[] => {
    const storedNames = new Map(stored.map((industry) => [normalizeOption(industry), industry]));
    const spellings = new Map<string, string>();
    for (const part of splitOptions(text, [...stored.filter(hasSeparator), ...whole])) {
      const industry = part.trim();
      const short = normalizeOption(industry) || industry;
      const option = storedNames.get(short) ?? known.get(short);
      const isValue = option !== undefined || (industry !== '' && !isPlaceholder(industry));
      if (isValue && !spellings.has(short)) spellings.set(short, option ?? industry);
    }
    return [...new Set(spellings.values())];
  };
}

function splitOptions(text: string, whole: readonly string[]): string[] {
  if (!whole.length) return text.split(SEPARATOR);
  return splitAround(text, SEPARATOR, buildWholePattern(whole));
}
