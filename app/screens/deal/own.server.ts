import type { OwnField, OwnValues } from '#db/schema';
import { activeFields, listPeople, namedPeople } from '~/models/field/fields.server';
import { OWN_SECTION } from '~/models/field/kinds';
import { ownName, shownOwn } from '~/models/field/values';
import { formatDay, type Locale } from '~/models/dates';

/** The controls of the deal form for own fields. They also offer `stored` values that were retired. */
export async function ownInputs(stored?: OwnValues) {
  const fields = await activeFields();
  const isPerson = ({ kind }: OwnField) => kind === 'person';
  const people = fields.some(isPerson) ? await listPeople() : [];
  const everyone = stored ? await namedPeople(fields) : people;
  return fields.map((field) => {
    const { key, name, kind, hint, options, isRequired, section } = field;
    const value = stored?.[key];
    const offered = isPerson(field)
      ? people.map(({ id, name }) => ({ value: id, label: name }))
      : options.map((option) => ({ value: option, label: option }));
    const former = [isPerson(field) || options.length ? (value ?? []) : []]
      .flat()
      .filter((item) => offered.every(({ value }) => value !== item))
      .map((item) => ({ value: String(item), label: shownOwn(field, item as string, everyone) }));
    return {
      ...{ name: ownName(key), label: name, kind, hint: hint ?? undefined },
      options: [...offered, ...former],
      required: isRequired && !stored,
      section: section ?? OWN_SECTION,
    };
  });
}
export type OwnInput = Awaited<ReturnType<typeof ownInputs>>[number];

/** The filled own fields of a deal as its page and the details show them; for outsiders `withoutPeople`. */
export async function ownFacts(
  values: OwnValues,
  locale: Locale,
  { withoutPeople = false }: { withoutPeople?: boolean } = {},
) {
  const active = await activeFields();
  const fields = active.filter(({ kind }) => !withoutPeople || kind !== 'person');
  const people = await namedPeople(fields);
  return fields.flatMap((field) => {
    const value = values[field.key];
    if (value === undefined) return [];
    const text =
      field.kind === 'day' ? formatDay(value as string, locale) : shownOwn(field, value, people);
    const meta = { key: ownName(field.key), kind: 'own' as const, label: field.name };
    return [{ ...meta, value: text, note: undefined }];
  });
}
