import { describe, expect, test } from 'vitest';
import { TARGET_WORDS } from '~/domain/import/mapping/guess-targets';
import { normalizeHeader } from '~/domain/import/mapping/header';
import { CUSTOM_FIELD_HEADERS, LOOSE_HEADERS } from '~/domain/import/mapping/header-words';
import { listTargets } from '~/domain/import/mapping/targets';

/** Words that name two fields, the likelier first; the other columns decide. */
const SHARED_WORDS = {
  stage: 'stage, fundingRound',
  cfo: 'cooName, cfoName',
  contact: 'ceoName, contactName',
  contactname: 'ceoName, contactName',
  contactperson: 'ceoName, contactName',
  联系人: 'ceoName, contactName',
  ansprechpartner: 'ceoName, contactName',
  负责人: 'ceoName, owner',
};

describe('fields of an import (rule 16.22)', () => {
  test('deals and evaluations share only company and reference', () => {
    const keys = [...listTargets('deals'), ...listTargets('evaluations')].map(({ key }) => key);
    const repeated = keys.filter((key, i) => keys.indexOf(key) < i);
    expect(repeated, 'import tells a field from a criterion by its key').toEqual([
      'companyName',
      'reference',
    ]);
  });

  test('only the listed words name two fields or criteria', () => {
    const fields = new Map<string, Set<string>>();
    const add = (word: string, field: string) =>
      fields.set(word, (fields.get(word) ?? new Set()).add(field));
    for (const words of Object.values(TARGET_WORDS))
      for (const [word, guesses] of words) for (const { target } of guesses) add(word, target);
    for (const [field, headers] of Object.entries(LOOSE_HEADERS))
      for (const header of headers) add(normalizeHeader(header), field);
    const shared = [...fields].filter(([, named]) => named.size > 1);
    expect(
      Object.fromEntries(shared.map(([word, named]) => [word, [...named].join(', ')])),
    ).toEqual(SHARED_WORDS);
  });

  test('only next steps name a standard or a custom field', () => {
    const words = Object.values(TARGET_WORDS).flatMap((named) => [...named.keys()]);
    const loose = Object.values(LOOSE_HEADERS).flat().map(normalizeHeader);
    const standard = new Set([...words, ...loose]);
    const custom = Object.values(CUSTOM_FIELD_HEADERS).flat().map(normalizeHeader);
    expect(custom.filter((word) => standard.has(word)).join(', ')).toBe(
      'nextstep, nextsteps, nextaction, nachsterschritt, nachsteschritte, 下一步',
    );
  });
});
