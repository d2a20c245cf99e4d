import { buildSearchText } from '#db/fold';
import type { CustomFieldValues } from '#db/schema';
import { listSearchableTexts } from '~/domain/custom-field/values';
import { computeCompanyKey } from '~/domain/deal/company-key';
import type { Fund } from '../fund';
import { accentedText, longText, markedText, range } from '../texts';
import { optionName } from './fields';

const DAY_MS = 86_400_000;
/** Stages that a deal was in before: the most that is kept is 500. */
const STAGES = 500;

/**
 * 4,000 deals with 50 industries each that no other deal has, 1,000 of them with long custom texts, some with
 * texts of combining marks, and some that were in 500 stages.
 */
export function addDeals(fund: Fund): void {
  const count = fund.count(4_000, 150);
  const longCount = fund.count(1_000, 20);
  function* rows() {
    for (const n of range(count)) {
      const text = n % 400 === 7 ? markedText(10_000) : longText(300);
      yield dealRow(fund, n, {
        comments: text,
        fields: n < longCount ? longValues(fund) : {},
        way: n % 40 === 0 ? stages(fund.now, STAGES) : stages(fund.now, 3),
      });
    }
  }
  fund.insert('pipelines', rows());
}

interface DealTexts {
  comments?: string;
  introduction?: string;
  numbers?: string;
  fields?: CustomFieldValues;
  way?: [number, number][];
}

/** A row of `pipelines` with what the product derives from its texts. */
export function dealRow(
  { server, now }: Fund,
  n: number,
  { comments = '', introduction = '', numbers = '', fields = {}, way = [] }: DealTexts,
) {
  const name = `Company ${n} ${longText(100)}`;
  const industries = range(50).map((i) => `Industry ${n} ${i} `.padEnd(100, 'i'));
  const at = now - (n % 700) * DAY_MS;
  return {
    user_id: server.ids.owner,
    company_name: name,
    ceo_name: longText(200),
    industries,
    business_introduction: introduction,
    key_business_numbers: numbers,
    comments,
    search_text: buildSearchText(name),
    company_key: computeCompanyKey(name),
    details_text: buildSearchText(
      ...[introduction, numbers, comments, industries.join('\n')],
      ...listSearchableTexts(fields),
    ),
    fields,
    way,
    stage_since: now,
    created_at: at,
    updated_at: at,
  };
}

/** The most choice fields that have all their options in a deal of the list; the full deal has all of them. */
const MAX_FILLED_CHOICES = 2;

/** Every custom field with its longest value, archived ones included. */
export function longValues(
  { fieldKeys, server }: Fund,
  maxFilledChoices = MAX_FILLED_CHOICES,
): CustomFieldValues {
  const createValue = (kind: string, n: number) => {
    switch (kind) {
      case 'longText':
        return n % 2 ? accentedText(10_000) : longText(10_000);
      case 'text':
        return longText(1_000);
      case 'link':
        return `https://limits.example/${'l'.repeat(970)}`;
      case 'number':
        return 4_711;
      case 'money':
        return { amount: 4_711, currency: 'USD' };
      case 'day':
        return '2026-03-04';
      case 'choice':
        return optionName(`choice${n}`, 7);
      case 'choices':
        return range(n < maxFilledChoices ? 100 : 1).map((i) => optionName(`choices${n}`, i));
      case 'yesNo':
        return true;
      default:
        return server.ids.owner;
    }
  };
  return Object.fromEntries(
    Object.entries(fieldKeys).flatMap(([kind, keys]) =>
      keys.map((key, n) => [key, createValue(kind, n)]),
    ),
  );
}

export function stages(now: number, count: number): [number, number][] {
  return range(count).map((n) => [1 + (n % 4), now - (count + 1 - n) * DAY_MS]);
}
