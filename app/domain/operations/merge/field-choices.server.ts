import { eq } from 'drizzle-orm';
import { type Db, db } from '#db/client';
import { type CustomField, type Deal, deals, type FieldValue } from '#db/schema';
import { isActiveField } from '~/domain/custom-field/list.server';
import { parseCustomFieldName, toCustomFieldNames } from '~/domain/custom-field/names';
import { DEAL_KEYS, type DealKey, isDealKey } from '~/domain/deal-field/fields';
import { listLinkedFields } from '~/domain/deal-field/linked-fields';
import { isSameValue } from '~/domain/history/field-value';
import { isClosedStage } from '~/domain/stage/kinds';
import { queryStages } from '~/domain/stage/stages.server';
import { type FieldError, invalid } from '~/errors';
import { type FieldOrigin, type FieldOrigins, findFieldOrigins } from './field-origins.server';
import type { Side } from './schema';

interface FieldPair {
  /** Name in the API. */
  key: string;
  /** Name in forms and in the history. */
  name: string;
  /** `this` is the winner's value, `other` the loser's. */
  values: Record<Side, FieldValue>;
  differs: boolean;
}

/** A field, or fields that change together and are chosen together. */
export interface MergeChoice {
  pairs: [FieldPair, ...FieldPair[]];
  differs: boolean;
  defaultSide: Side;
  latestOrigins: Partial<Record<Side, FieldOrigin>>;
}

type MergeDeal = Pick<Deal, DealKey | 'id' | 'fields'>;

export async function listMergeChoices(
  winner: MergeDeal,
  loser: MergeDeal,
  tx: Db = db,
): Promise<MergeChoice[]> {
  const customKeys = Object.keys({ ...winner.fields, ...loser.fields });
  const fields = [...DEAL_KEYS, ...toCustomFieldNames(customKeys.map((key) => ({ key })))];
  const choices = fields
    .filter((name) => listLinkedFields(name)[0] === name)
    .map((name) => buildFieldPairs(listLinkedFields(name), winner, loser));
  const compared = choices.filter(
    (pairs) => pairs.some(({ differs }) => differs) || isMeeting(pairs),
  );
  const names = compared.flat().map(({ name }) => name);
  const origins = {
    this: await findFieldOrigins(tx, winner.id, names),
    other: await findFieldOrigins(tx, loser.id, names),
  };
  const isClosed = await isDealClosed(tx, winner.id);
  return choices.map((pairs) => ({
    pairs,
    differs: pairs.some(({ differs }) => differs),
    // The next meeting of a closed deal has ended.
    defaultSide: isClosed && isMeeting(pairs) ? 'this' : getDefaultSide(pairs, origins),
    latestOrigins: {
      this: findLatestOrigin(pairs, origins.this),
      other: findLatestOrigin(pairs, origins.other),
    },
  }));
}

function buildFieldPairs(
  names: readonly string[],
  winner: MergeDeal,
  loser: MergeDeal,
): MergeChoice['pairs'] {
  const pairs = names.map((name) => {
    const values = { this: getFieldValue(winner, name), other: getFieldValue(loser, name) };
    return { key: toApiKey(name), name, values, differs: !isSameValue(values.this, values.other) };
  });
  return pairs as MergeChoice['pairs'];
}

export function isMeeting(pairs: MergeChoice['pairs']): boolean {
  return pairs[0].name === 'nextMeetingDate';
}

function findLatestOrigin(
  pairs: MergeChoice['pairs'],
  { byField }: FieldOrigins,
): FieldOrigin | undefined {
  const origins = pairs.flatMap(({ name }) => byField.get(name) ?? []);
  return origins.toSorted((a, b) => b.id - a.id)[0];
}

async function isDealClosed(tx: Db, id: number): Promise<boolean> {
  const [stored] = await tx.select({ stageId: deals.stageId }).from(deals).where(eq(deals.id, id));
  const stages = await queryStages(tx);
  return stored !== undefined && isClosedStage(stages.getById(stored.stageId));
}

function getFieldValue(deal: MergeDeal, name: string): FieldValue {
  if (isDealKey(name)) return deal[name];
  return deal.fields[parseCustomFieldName(name)!] ?? null;
}

function toApiKey(name: string): string {
  const key = parseCustomFieldName(name);
  return key === undefined ? name : `fields.${key}`;
}

/** Prefers the values of the winner where the history cannot tell which were set last. */
function getDefaultSide(pairs: MergeChoice['pairs'], origins: Record<Side, FieldOrigins>): Side {
  if (pairs.every(({ values }) => isSameValue(values.other, null))) return 'this';
  if (pairs.every(({ values }) => isSameValue(values.this, null))) return 'other';
  const winnerOriginId =
    findLatestOrigin(pairs, origins.this)?.id ?? origins.this.othersSetBeforeId;
  return (findLatestOrigin(pairs, origins.other)?.id ?? 0) > winnerOriginId ? 'other' : 'this';
}

/** Returns the side that was chosen for a field or one that is chosen with it. */
export function getChosenSide(
  { pairs, defaultSide }: MergeChoice,
  choices: Record<string, Side>,
): Side {
  return pairs.map(({ key }) => choices[key]).find((side) => side !== undefined) ?? defaultSide;
}

export function assertValidChoices(
  choices: Record<string, Side>,
  customFields: CustomField[],
): void {
  const known = [
    ...DEAL_KEYS,
    ...toCustomFieldNames(customFields.filter(isActiveField)).map(toApiKey),
    STAGE,
  ];
  const errors = Object.entries(choices).flatMap(([key, side]): FieldError[] => {
    const path = `fields.${key.slice(0, MAX_KEY_LENGTH)}`;
    if (!known.includes(key)) return [{ path, message: 'There is no such field' }];
    if (key === STAGE && side === 'other') return [{ path, message: 'This deal keeps its stage' }];
    const [first] = listLinkedFields(key);
    if (side !== (choices[first!] ?? side))
      return [
        { path, message: `Please choose the same deal as for ${first}: they belong together` },
      ];
    return [];
  });
  if (errors.length) throw invalid(errors);
}

const STAGE = 'stage';
const MAX_KEY_LENGTH = 100;
