export type FormEntries = [name: string, value: string][];

export function readFormEntries(form: HTMLFormElement): FormEntries {
  return [...new FormData(form)].map(([name, value]) => [name, String(value)]);
}

/** Lists fields that nobody types, such as a version or what an import reads from a column. */
const HIDDEN_FIELD_NAMES =
  /^(version|opened|openedBy|seen|submission|round|force|then|intent|id|back|others|dayFirst|encoding|separator|(holds|shown|target|currency|factor|choice)-.*)$/;

export function pickTypedEntries(fields: FormEntries): FormEntries {
  return fields.filter(([name, value]) => value && !HIDDEN_FIELD_NAMES.test(name));
}

export function haveEntriesChanged(left: FormEntries, right: FormEntries): boolean {
  return (
    JSON.stringify(pickTypedEntries(left).sort()) !== JSON.stringify(pickTypedEntries(right).sort())
  );
}

export function fillInForm(form: HTMLFormElement, fields: FormEntries): HTMLElement | undefined {
  let changed: HTMLElement | undefined;
  for (const element of form.elements) {
    const input = element as HTMLInputElement;
    const typed = fields.filter(([name]) => name === input.name).map(([, text]) => text);
    const { value, checked } = input;
    if (input.type === 'checkbox' || input.type === 'radio')
      input.checked = typed.includes(input.value);
    else if (typed.length === 1 && input.type !== 'submit') input.value = typed[0]!;
    if (input.type !== 'hidden' && (input.value !== value || input.checked !== checked))
      changed ??= input;
  }
  return changed;
}
