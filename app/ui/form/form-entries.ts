export type FormEntries = [name: string, value: string][];

/** Lists fields that nobody types, such as a version or what an import reads from a column. */
const HIDDEN_FIELD_NAMES =
  /^(version|opened|openedBy|seen\w*|submission|round|force|then|intent|do|id|list|back|others|dayFirst|encoding|separator|(holds|shown|target|currency|factor|choice)-.*)$/;

export function pickTypedEntries(fields: FormEntries): FormEntries {
  return fields.filter(([name, value]) => value && !HIDDEN_FIELD_NAMES.test(name));
}
