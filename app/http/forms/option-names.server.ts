import { getOptionLists } from '~/domain/option-list/list.server';
import { toCurrentStageName } from '~/domain/stage/stages.server';
import type { FormFields } from '~/http/request/form.server';

/**
 * Lets a form be saved that was opened before an option got another name, or a stage was replaced
 * (rule 24.17).
 */
export async function replacePreviousNames(
  form: FormData,
  optionNames: NonNullable<FormFields['optionNames']>,
): Promise<void> {
  const lists = await getOptionLists();
  for (const [field, list] of Object.entries(optionNames)) {
    const name = form.get(field);
    if (!list || typeof name !== 'string' || !name) continue;
    form.set(
      field,
      list === 'stages' ? await toCurrentStageName(name) : lists.toCurrentName(list, name),
    );
  }
}
