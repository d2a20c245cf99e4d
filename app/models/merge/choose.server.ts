import type { Db } from '#db/client';
import type { FieldValue, OwnField, Pipeline } from '#db/schema';
import { isActive } from '~/models/field/fields.server';
import { named, ownKey, ownNames } from '~/models/field/values';
import { isSameValue } from '~/models/history/field-value';
import { PIPELINE_KEYS, type PipelineKey } from '~/models/pipeline/fields';
import { type FieldError, invalid } from '~/refusal';
import type { Side } from './schema';
import { findSetters, type Setter, type Setters } from './setters.server';

/** A field of two deals. */
export interface FieldPair {
  /** As the API has it. */
  key: string;
  /** As forms and the history have it. */
  name: string;
  values: Record<Side, FieldValue>;
  differs: boolean;
  /** The side whose value was set last, or which alone has one. */
  preset: Side;
  /** The changes that have set them, where the history knows them. */
  set: Partial<Record<Side, Setter>>;
}

type Deal = Pick<Pipeline, PipelineKey | 'id' | 'fields'>;

/** All fields of two deals, those of archived own fields too. */
export async function fieldPairs(from: Db, deal: Deal, otherDeal: Deal): Promise<FieldPair[]> {
  const own = Object.keys({ ...deal.fields, ...otherDeal.fields });
  const fields = [...PIPELINE_KEYS, ...ownNames(own.map((key) => ({ key })))].map((name) => {
    const values = { this: valueOf(deal, name), other: valueOf(otherDeal, name) };
    return { name, values, differs: !isSameValue(values.this, values.other) };
  });
  const asked = fields.filter(({ name, differs }) => differs || name === 'nextMeetingDate');
  const names = asked.map(({ name }) => name);
  const setters = {
    this: await findSetters(from, deal.id, names),
    other: await findSetters(from, otherDeal.id, names),
  };
  return fields.map(({ name, values, differs }) => ({
    key: keyOf(name),
    name,
    values,
    differs,
    preset: presetOf(name, values, setters),
    set: { this: setters.this.byField.get(name), other: setters.other.byField.get(name) },
  }));
}

function valueOf(deal: Deal, name: string): FieldValue {
  return (({ ...deal, ...named(deal.fields) } as Record<string, unknown>)[name] ??
    null) as FieldValue;
}

function keyOf(name: string): string {
  const key = ownKey(name);
  return key === undefined ? name : `fields.${key}`;
}

/** A value that may have been set before or after the other deal's stays as it is in this deal. */
function presetOf(name: string, values: FieldPair['values'], setters: Record<Side, Setters>): Side {
  if (isSameValue(values.other, null)) return 'this';
  if (isSameValue(values.this, null)) return 'other';
  const latestHere = setters.this.byField.get(name)?.id ?? setters.this.othersBefore;
  return (setters.other.byField.get(name)?.id ?? 0) > latestHere ? 'other' : 'this';
}

/** Throws 400 for `fields.KEY` where there is no such field, and for the stage of the other deal. */
export function checkChoices(choices: Record<string, Side>, own: OwnField[]): void {
  const known = [...PIPELINE_KEYS, ...ownNames(own.filter(isActive)).map(keyOf), STAGE];
  const errors = Object.entries(choices).flatMap(([key, side]): FieldError[] => {
    const path = `fields.${key.slice(0, LONGEST_KEY)}`;
    if (!known.includes(key)) return [{ path, message: 'There is no such field' }];
    if (key === STAGE && side === 'other') return [{ path, message: 'This deal keeps its stage' }];
    return [];
  });
  if (errors.length) throw invalid(errors);
}

const STAGE = 'stage';
/** How an answer names a key that nobody has defined, and that may be long. */
const LONGEST_KEY = 100;
