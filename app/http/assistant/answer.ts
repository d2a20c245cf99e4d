import { abbreviate } from '~/domain/text/text';

const MAX_ANSWER_BYTES = 102_400;
const MAX_CONTENT_BYTES = MAX_ANSWER_BYTES - 200;

const TEXT_LIMITS = [10_000, 4_000, 1_000, 200, 50];

export type ToolAnswer = Record<string, unknown>;

const countBytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

interface ListPage {
  /** The number of all items, whatever the page. */
  total: number;
  offset: number;
  limit?: number;
}

/**
 * Returns as many items as fit under `key`, and the number of all as `total`. `cut` is true if some
 * items of the page, which without a limit are all from `offset` on, or texts of the only one, are
 * left out.
 */
export async function answerWithList(
  key: string,
  items: Iterable<unknown> | AsyncIterable<unknown>,
  { total, offset, limit = Infinity }: ListPage,
): Promise<ToolAnswer> {
  const kept: unknown[] = [];
  let bytes = countBytes({ [key]: [] });
  for await (const item of items) {
    bytes += countBytes(item) + 1;
    if (bytes > MAX_CONTENT_BYTES)
      return { [key]: kept.length ? kept : [cutTexts(item)], total, cut: true };
    kept.push(item);
  }
  const isCut = kept.length < Math.min(limit, total - offset);
  return { [key]: kept, total, ...(isCut && { cut: true }) };
}

export function answerWithRecord(record: ToolAnswer): ToolAnswer {
  const total = countBytes(record);
  if (total <= MAX_ANSWER_BYTES) return record;
  return { ...(cutTexts(record) as ToolAnswer), total, cut: true };
}

function cutTexts(value: unknown): unknown {
  const shortened = TEXT_LIMITS.map((limit) => shortenTexts(value, limit));
  return (
    shortened.find((candidate) => countBytes(candidate) <= MAX_CONTENT_BYTES) ?? shortened.at(-1)
  );
}

function shortenTexts(value: unknown, limit: number): unknown {
  if (typeof value === 'string') return abbreviate(value, limit);
  if (Array.isArray(value)) return value.map((item) => shortenTexts(item, limit));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, shortenTexts(item, limit)]),
  );
}
