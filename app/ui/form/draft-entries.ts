import { type FormEntries, pickTypedEntries } from './form-entries';

export function readFormEntries(form: HTMLFormElement): FormEntries {
  return [...new FormData(form)].map(([name, value]) => [name, String(value)]);
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
