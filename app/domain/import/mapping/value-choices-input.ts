import { z } from 'zod';
import type { Import, ValueChoices } from '#db/schema';
import { MAX_SHOWN_LENGTH } from '~/domain/import/reading/cell';
import { truncate } from '~/domain/text/text';
import { invalid } from '~/errors';
import { normalizeHeader } from './header';
import { getNewFieldTarget, KEEP_AS_FIELD, listTargets } from './targets';

const MAX_VALUES = 2_000;
const MAX_TEXT_LENGTH = 200;

const INVALID = 'Please send an object such as {"Stage": {"Passed - team": "Passed"}}';

const INVALID_CHOICE = `Please send a text of at most ${MAX_TEXT_LENGTH} characters, a number, or null`;

const Choice = z.union(
  [z.string().max(MAX_TEXT_LENGTH), z.number().transform(String), z.null()],
  INVALID_CHOICE,
);

const Values = z.record(z.string(), z.record(z.string(), Choice, INVALID), INVALID);

/**
 * Parses the API's choices by the name of a column or field: each text is read as the value, or left
 * empty for null. Throws 400, also for a value that `findProblem` says the field cannot have.
 */
export function parseValueChoices(
  json: string,
  { sheets }: Pick<Import, 'sheets'>,
  findProblem: (field: string, value: string) => string | undefined,
): ValueChoices {
  const parsed = Values.safeParse(parseJson(json));
  if (!parsed.success)
    throw invalid(
      parsed.error.issues.map(({ path, message }) => ({
        path: ['values', ...path].join('.'),
        message,
      })),
    );
  const values = Object.entries(parsed.data).flatMap(([name, choices]) => {
    const field = findField(sheets, name);
    if (field === undefined)
      throw invalid([{ path: `values.${name}`, message: 'There is no column with this name' }]);
    return Object.entries(choices).map(([text, chosen]): ValueChoices['values'][number] => {
      const to = chosen?.trim();
      const message = to && findProblem(field, to);
      if (message) throw invalid([{ path: `values.${name}`, message }]);
      return {
        field,
        text: truncate(text.trim(), MAX_SHOWN_LENGTH),
        choice: to ? { do: 'set', to } : { do: 'empty' },
      };
    });
  });
  if (values.length > MAX_VALUES)
    throw invalid([{ path: 'values', message: `Please send at most ${MAX_VALUES} values` }]);
  return { values };
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function findField(sheets: Import['sheets'], name: string): string | undefined {
  const wanted = normalizeHeader(name);
  for (const [index, { holds, headers, targets }] of sheets.entries()) {
    const isMapped = (column: number) => targets[column];
    const exact = headers.findIndex((header, i) => isMapped(i) && header === name);
    const similar = headers.findIndex(
      (header, i) => isMapped(i) && normalizeHeader(header) === wanted,
    );
    const column = exact >= 0 ? exact : similar;
    const target = targets[column];
    if (target) return target === KEEP_AS_FIELD.key ? getNewFieldTarget(index, column) : target;
    const labelled = listTargets(holds).find(
      ({ key, label }) => key === name || normalizeHeader(label) === wanted,
    );
    if (labelled && targets.includes(labelled.key)) return labelled.key;
  }
  return undefined;
}
