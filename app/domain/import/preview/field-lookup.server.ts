import { type Db, db } from '#db/client';
import type { CustomField } from '#db/schema';
import { isActiveField, queryCustomFields } from '~/domain/custom-field/list.server';
import { toCustomFieldName } from '~/domain/custom-field/names';
import { listSelectablePeople } from '~/domain/custom-field/people.server';
import type { CustomFields, StageNames } from '~/domain/import/values/parse-options';
import { isChoiceRequired } from '~/domain/option-list/list.server';
import type { OptionLists } from '~/domain/option-list/option-lists';
import { isClosedStage, type Stage } from '~/domain/stage/kinds';
import { buildStages } from '~/domain/stage/stages.server';

export async function loadStageNames(tx: Db, lists: OptionLists): Promise<StageNames> {
  const { listed } = buildStages(lists);
  const withReason = (await isChoiceRequired('reasons', tx)) ? listed.filter(isClosedStage) : [];
  const getNames = (stages: Stage[]) => stages.map(({ name }) => name);
  const final = listed.filter(({ kind }) => kind === 'won' || kind === 'lost');
  return {
    names: getNames(listed),
    toCurrentName: (text) => lists.toCurrentNameInAnyCase('stages', text),
    withReason: getNames(withReason),
    final: getNames(final),
  };
}

export async function loadCustomFields(
  newFields: CustomField[] = [],
  tx: Db = db,
): Promise<CustomFields> {
  const active = [...(await queryCustomFields(tx)).filter(isActiveField), ...newFields];
  const people = active.some(({ kind }) => kind === 'person') ? await listSelectablePeople(tx) : [];
  return {
    definitions: new Map(active.map((field) => [toCustomFieldName(field.key), field])),
    people,
  };
}
