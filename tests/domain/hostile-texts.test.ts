import { globSync } from 'node:fs';
import { parseWithZod } from '@conform-to/zod/v4';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { parseDealQuery } from '~/address/deal-query';
import { parsePage } from '~/address/page';
import { createDealFormSchema } from '~/domain/deal/schema';
import { parseCriterionScore } from '~/domain/evaluation/form-values';
import { createEvaluationFormSchema, EVALUATION_KEYS } from '~/domain/evaluation/schema';
import { addUnit } from '~/domain/import/values/amounts';
import { createSearchExcerpt } from '~/domain/note/excerpt';
import { createMentionFinder } from '~/domain/note/find-mentions';
import { MAX_NOTE_LENGTH } from '~/domain/note/limits';
import { getFirstWords, truncate } from '~/domain/text/text';
import { describeBrowser } from '~/format/browser';
import { parseId, parseLimitAndOffset } from '~/http/request/params.server';
import { parseSafePath } from '~/http/request/safe-path.server';
import { getProcessorTimeMs } from '../support/event-loop-turns';

/**
 * A megabyte in any field is rejected or read within 50 ms, or on a slow machine in time that grows
 * with the text and no faster.
 */
const MEGABYTE = 1_000_000;
const HOSTILE: [what: string, text: string][] = [
  ['digits', `${'1'.repeat(MEGABYTE)}x`],
  ['decimals', `0.${'0'.repeat(MEGABYTE)}x`],
  ['points', '1.'.repeat(MEGABYTE / 2)],
  ['blanks', `${' '.repeat(MEGABYTE)}x`],
  ['blanks within', `x${' '.repeat(MEGABYTE)}x`],
  ['line ends', '\n'.repeat(MEGABYTE)],
  ['carriage returns', `x${'\r'.repeat(MEGABYTE)}x`],
  ['hyphens', '-'.repeat(MEGABYTE)],
  ['addresses', 'a@'.repeat(MEGABYTE / 2)],
  ['an address', `${'a.'.repeat(MEGABYTE / 2)}@`],
  ['domains', `a@${'a-'.repeat(MEGABYTE / 2)}`],
  ['dates', '2026-11-22'.repeat(MEGABYTE / 10)],
  ['slashes', '/'.repeat(MEGABYTE)],
  ['percent signs', '%2'.repeat(MEGABYTE / 2)],
  ['signs', '+'.repeat(MEGABYTE)],
  ['combining marks', `e${'\u0301\u0323'.repeat(MEGABYTE / 2)}`],
  ['long scripts', '\ufdfa'.repeat(MEGABYTE)],
];
/** Processor time of the best of three runs. */
const MAX_PROCESSOR_MS = 50;
/** A text of four times the length takes four times as long, or sixteen if each character is compared with all. */
const MAX_GROWTH_OF_QUADRUPLED = 8;

async function measureBest(work: () => unknown, enoughMs = 0): Promise<number> {
  let best = Infinity;
  for (let n = 0; n < 3 && best >= enoughMs; n++) {
    const start = getProcessorTimeMs();
    await work();
    best = Math.min(best, getProcessorTimeMs() - start);
  }
  return best;
}

async function expectQuick(
  work: (text: string) => unknown,
  text: string,
  what: string,
): Promise<void> {
  const whole = await measureBest(() => work(text), MAX_PROCESSOR_MS);
  if (whole < MAX_PROCESSOR_MS) return;
  const quarter = await measureBest(() => work(text.slice(-text.length / 4)));
  expect(whole, what).toBeLessThan(MAX_GROWTH_OF_QUADRUPLED * quarter);
}

/** Collects every schema that a plain module exports, and the forms that are made for a request. */
const files = globSync('app/domain/**/*.ts').filter((file) => !file.endsWith('.server.ts'));
const exported = await Promise.all(
  files.map(async (file) => {
    const module = (await import(`../../${file}`)) as Record<string, unknown>;
    return Object.entries(module)
      .filter((entry): entry is [string, z.ZodType] => entry[1] instanceof z.ZodType)
      .map(([name, schema]) => ({ name: `${file.replace('app/domain/', '')}: ${name}`, schema }));
  }),
);
const SCHEMAS: { name: string; schema: z.ZodType }[] = [
  ...exported.flat(),
  { name: 'the deal form', schema: createDealFormSchema(1, {}) },
  { name: 'the evaluation form', schema: createEvaluationFormSchema(EVALUATION_KEYS) },
];

/**
 * Returns the object behind refinements and transformations; undefined for a schema of one value.
 */
function findObjectSchema(schema: z.ZodType): z.ZodObject | undefined {
  if (schema instanceof z.ZodObject) return schema;
  return schema instanceof z.ZodPipe ? findObjectSchema(schema.in as z.ZodType) : undefined;
}

function createForm(field: string, text: string): FormData {
  const form = new FormData();
  form.set(field, text);
  return form;
}

test('schemas are found for deals, notes and accounts', () => {
  const names = SCHEMAS.filter(({ schema }) => findObjectSchema(schema)).map(({ name }) => name);
  expect(names.length).toBeGreaterThan(12);
  for (const name of ['deal/schema.ts: DealInput', 'user/login-schema.ts: Login'])
    expect(names).toContain(name);
});

describe('schemas against hostile texts (rule 11.34)', () => {
  test.each(SCHEMAS)('$name handles a megabyte in linear time', async ({ name, schema }) => {
    for (const [what, text] of HOSTILE) {
      await expectQuick((sent) => schema.safeParse(sent), text, `${name}: ${what}`);
      for (const field of Object.keys(findObjectSchema(schema)?.shape ?? {}))
        for (const read of [
          (sent: string) => schema.safeParse({ [field]: sent }),
          (sent: string) => schema.safeParse({ [field]: [sent] }),
          (sent: string) => parseWithZod(createForm(field, sent), { schema }),
        ])
          await expectQuick(read, text, `${field}: ${what}`);
    }
  });
});

describe('parsers against hostile texts (rule 11.34)', () => {
  const READERS: Record<string, (text: string) => unknown> = {
    readScore: parseCriterionScore,
    safePath: (text) => parseSafePath(`/${text}`),
    readPage: (text) => parsePage(new URLSearchParams({ page: text, size: text })),
    readSlice: (text) => parseLimitAndOffset(new URLSearchParams({ limit: text, offset: text })),
    readPipelineQuery: (text) =>
      parseDealQuery(new URLSearchParams({ search: text, owner: text, sort: text })),
    readId: (text) => {
      try {
        return parseId(text);
      } catch {
        return undefined;
      }
    },
    addUnit: (text) => addUnit(text, { currency: 'USD', factor: 1e6 }),
    firstWords: (text) => getFirstWords(text, 15),
    truncated: (text) => truncate(text, 100),
    browserName: describeBrowser,
    excerptOf: (text) =>
      createSearchExcerpt(
        text.slice(0, MAX_NOTE_LENGTH),
        text.slice(1, MAX_NOTE_LENGTH),
        text.slice(0, 200),
      ),
    mentionFinder: (text) =>
      createMentionFinder([{ id: '1', firstName: text.slice(0, 100), email: 'a@b.example' }])(
        `@${text.slice(0, MAX_NOTE_LENGTH)}`,
      ),
  };
  test.each(Object.keys(READERS))('%s handles a megabyte in linear time', async (name) => {
    for (const [what, text] of HOSTILE) await expectQuick(READERS[name]!, text, what);
  });
});
