import { eq } from 'drizzle-orm';
import { type Db, db } from '#db/client';
import { type CustomField, type Deal, deals, type FieldValue } from '#db/schema';
import { isActiveField } from '~/domain/custom-field/list.server';
import {
  flattenCustomFieldValues,
  parseCustomFieldName,
  toCustomFieldNames,
} from '~/domain/custom-field/names';
import { DEAL_KEYS, type DealKey } from '~/domain/deal-field/fields';
import { MEETING_FIELDS } from '~/domain/deal-field/linked-fields';
import { isSameValue } from '~/domain/history/field-value';
import { isClosedStage } from '~/domain/stage/kinds';
import { queryStages } from '~/domain/stage/stages.server';
import { type FieldError, invalid } from '~/errors';
import { type FieldOrigin, type FieldOrigins, findFieldOrigins } from './field-origins.server';
import type { Side } from './schema';

export interface FieldPair {
  /** Name in the API. */
  key: string;
  /** Name in forms and in the history. */
  name: string;
  values: Record<Side, FieldValue>;
  differs: boolean;
  defaultSide: Side;
  setBy: Partial<Record<Side, FieldOrigin>>;
}

type MergeDeal = Pick<Deal, DealKey | 'id' | 'fields'>;

export async function listFieldPairs(
  deal: MergeDeal,
  otherDeal: MergeDeal,
  tx: Db = db,
): Promise<FieldPair[]> {
  const customKeys = Object.keys({ ...deal.fields, ...otherDeal.fields });
  const fields = [...DEAL_KEYS, ...toCustomFieldNames(customKeys.map((key) => ({ key })))].map(
    (name) => {
      const values = { this: getFieldValue(deal, name), other: getFieldValue(otherDeal, name) };
      return { name, values, differs: !isSameValue(values.this, values.other) };
    },
  );
  const compared = fields.filter(({ name, differs }) => differs || name === 'nextMeetingDate');
  const names = compared.map(({ name }) => name);
  const origins = {
    this: await findFieldOrigins(tx, deal.id, names),
    other: await findFieldOrigins(tx, otherDeal.id, names),
  };
  const isClosed = await isDealClosed(tx, deal.id);
  return fields.map(({ name, values, differs }) => ({
    key: toApiKey(name),
    name,
    values,
    differs,
    // The next meeting of a closed deal has ended.
    defaultSide:
      isClosed && MEETING_FIELDS.includes(name) ? 'this' : getDefaultSide(name, values, origins),
    setBy: { this: origins.this.byField.get(name), other: origins.other.byField.get(name) },
  }));
}

async function isDealClosed(tx: Db, id: number): Promise<boolean> {
  const [stored] = await tx.select({ stageId: deals.stageId }).from(deals).where(eq(deals.id, id));
  const stages = await queryStages(tx);
  return stored !== undefined && isClosedStage(stages.getById(stored.stageId));
}

function getFieldValue(deal: MergeDeal, name: string): FieldValue {
  return (({ ...deal, ...flattenCustomFieldValues(deal.fields) } as Record<string, unknown>)[
    name
  ] ?? null) as FieldValue;
}

function toApiKey(name: string): string {
  const key = parseCustomFieldName(name);
  return key === undefined ? name : `fields.${key}`;
}

/** Prefers this deal's value where the history cannot tell which was set last. */
function getDefaultSide(
  name: string,
  values: FieldPair['values'],
  origins: Record<Side, FieldOrigins>,
): Side {
  if (isSameValue(values.other, null)) return 'this';
  if (isSameValue(values.this, null)) return 'other';
  const latestHere = origins.this.byField.get(name)?.id ?? origins.this.othersBefore;
  return (origins.other.byField.get(name)?.id ?? 0) > latestHere ? 'other' : 'this';
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
    return [];
  });
  if (errors.length) throw invalid(errors);
}

const STAGE = 'stage';
const MAX_KEY_LENGTH = 100;
