import { CHOICE_PREFIX, type FormBase } from '~/domain/form-conflict/conflict';

export function parseFormBase(form: FormData): FormBase {
  const choices: FormBase['choices'] = new Map();
  for (const [name, choice] of form)
    if (name.startsWith(CHOICE_PREFIX) && (choice === 'mine' || choice === 'theirs'))
      choices.set(name.slice(CHOICE_PREFIX.length), choice);
  return {
    version: parseNumber(form.get('version')),
    openedEventId: parseNumber(form.get('opened')),
    answeredEventId: parseNumber(form.get('seen')),
    wasAsked: form.has('seen'),
    choices,
  };
}

function parseNumber(value: FormDataEntryValue | null): number | undefined {
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
}
