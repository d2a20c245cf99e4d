import type { Db } from '#db/client';
import type { FieldValue, OwnField, Pipeline } from '#db/schema';
import { isActive } from '~/models/field/fields.server';
import { named, ownKey, ownNames } from '~/models/field/values';
import { isSameValue } from '~/models/history/field-value';
import { mergesInto, subjectIds } from '~/models/pipeline/merged.server';
import { PIPELINE_KEYS, type PipelineKey } from '~/models/pipeline/fields';
import { standingTouches, type Touch } from '~/models/undo/acted.server';
import { type FieldError, invalid } from '~/refusal';
import type { Side } from './schema';

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
  set: Partial<Record<Side, Touch>>;
}

type Deal = Pick<Pipeline, PipelineKey | 'id' | 'fields'>;

/** All fields of two deals, those of archived own fields too. */
export async function fieldPairs(from: Db, deal: Deal, otherDeal: Deal): Promise<FieldPair[]> {
  const setters = {
    this: await settersOf(from, deal.id),
    other: await settersOf(from, otherDeal.id),
  };
  const own = Object.keys({ ...deal.fields, ...otherDeal.fields });
  return [...PIPELINE_KEYS, ...ownNames(own.map((key) => ({ key })))].map((name) => {
    const values = { this: valueOf(deal, name), other: valueOf(otherDeal, name) };
    const set = { this: setters.this(name), other: setters.other(name) };
    return {
      key: keyOf(name),
      name,
      values,
      differs: !isSameValue(values.this, values.other),
      preset: presetOf(values, set),
      set,
    };
  });
}

/** The change that has set a deal's field: of a value that came along with a merge, the loser's. */
async function settersOf(from: Db, dealId: number) {
  const ids = (await subjectIds(dealId)).map(Number);
  const merged = (await Promise.all(ids.map(mergesInto))).flat();
  const latest = new Map(
    (await standingTouches(from, '', ids, 0))
      .filter(({ subject, act }) => subject === 'pipeline' && act !== 'deleted')
      .flatMap((touch) => touch.fields.map((field) => [`${touch.deal} ${field}`, touch] as const)),
  );
  const setterOf = (id: number, field: string): Touch | undefined => {
    const touch = latest.get(`${id} ${field}`);
    const touchedAt = touch?.at.getTime();
    const merge = merged.find(
      ({ winnerId, mergedAt }) => winnerId === id && mergedAt === touchedAt,
    );
    return (merge && setterOf(merge.loserId, field)) ?? touch;
  };
  return (field: string) => setterOf(dealId, field);
}

function valueOf(deal: Deal, name: string): FieldValue {
  return (({ ...deal, ...named(deal.fields) } as Record<string, unknown>)[name] ??
    null) as FieldValue;
}

function keyOf(name: string): string {
  const key = ownKey(name);
  return key === undefined ? name : `fields.${key}`;
}

function presetOf(values: FieldPair['values'], set: FieldPair['set']): Side {
  if (isSameValue(values.other, null)) return 'this';
  if (isSameValue(values.this, null)) return 'other';
  return (set.other?.id ?? 0) > (set.this?.id ?? 0) ? 'other' : 'this';
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
