import type { Viewer } from '~/domain/access';
import {
  addOption,
  moveOption,
  setChoiceRequired,
  updateOption,
} from '~/domain/operations/option-list/edit-options.server';
import {
  getRetirementPreview,
  retireOption,
} from '~/domain/operations/option-list/retire-option.server';
import {
  NewOptionForm,
  OPTION_LISTS_FORM_FIELDS,
  OptionForm,
} from '~/domain/operations/option-list/schema';
import {
  findOptionListDefinition,
  OPTION_LIST_DEFINITIONS,
} from '~/domain/option-list/definitions';
import { getOptionLists } from '~/domain/option-list/list.server';
import { buildRecord } from '~/domain/record';
import { badRequest, parseInput } from '~/errors';
import { formAction } from '~/http/forms/form-action.server';
import { replyWithSentForm } from '~/http/forms/reply.server';
import type { PostedForm } from '~/http/request/form.server';
import { parseId } from '~/http/request/params.server';

type ListsForm = PostedForm<(typeof OPTION_LISTS_FORM_FIELDS)['text'][number]>;

export const action = formAction({
  access: 'admin',
  fields: OPTION_LISTS_FORM_FIELDS,
  async handler({ viewer, form }) {
    const result = await runIntent(viewer, form);
    if ('retire' in result) return { redirectTo: `/admin/lists/${result.retire}` };
    return { redirectTo: getListPath(form), toast: { title: 'Success', text: result.done } };
  },
  async onError(error, { form }) {
    const sent = buildRecord(OPTION_LISTS_FORM_FIELDS.text, (name) => form.get(name) ?? '');
    if (error.status === 404) return replyWithoutOption(form, error.message);
    const seen = error.status === 409 ? await findNamedValue(sent) : {};
    return replyWithSentForm(error, { ...sent, ...seen });
  },
});

function getListPath(form: ListsForm): string {
  const list = findOptionListDefinition(form.get('list'));
  return list ? `/admin/lists?list=${list.name}` : '/admin/lists';
}

/** Names what was typed, as the page has no row for an option that was retired meanwhile. */
function replyWithoutOption(form: ListsForm, message: string) {
  const name = form.get('name')?.trim();
  const text = form.get('do') === 'save' && name ? `“${name}” was not saved. ${message}` : message;
  return { redirectTo: getListPath(form), toast: { title: 'Not saved', text, failed: true } };
}

async function runIntent(
  viewer: Viewer,
  form: ListsForm,
): Promise<{ done: string } | { retire: number }> {
  const read = (name: Parameters<ListsForm['get']>[0]) => form.get(name) ?? '';
  const option = { name: read('name'), days: read('days') };
  const readId = () => parseId(form.get('id') ?? undefined);
  switch (form.get('do')) {
    case 'add': {
      const list = findOptionListDefinition(form.get('list'));
      if (!list) throw badRequest('There is no such list.');
      await addOption(
        viewer,
        list,
        parseInput(NewOptionForm, { ...option, kind: form.get('kind') }),
      );
      return { done: `${option.name.trim()} added` };
    }
    case 'save':
      return { done: `${await saveOption(viewer, form)} saved` };
    case 'up':
      await moveOption(viewer, readId(), -1);
      return { done: 'Moved up' };
    case 'down':
      await moveOption(viewer, readId(), 1);
      return { done: 'Moved down' };
    case 'retire':
      return startRetirement(viewer, readId());
    case 'required':
      await setChoiceRequired(viewer, 'reasons', form.get('required') === 'on');
      return { done: 'Saved' };
    default:
      throw badRequest('Unknown action.');
  }
}

/** Returns the stored value that the conflict named, so that the form replaces it when sent again. */
async function findNamedValue({ id, name, seenName }: Record<'id' | 'name' | 'seenName', string>) {
  const lists = await getOptionLists();
  const option = OPTION_LIST_DEFINITIONS.flatMap(({ name }) => lists.listOptions(name)).find(
    (stored) => String(stored.id) === id,
  );
  if (!option) return {};
  const isNameNamed = name.trim() !== seenName && option.name !== seenName;
  return isNameNamed ? { seenName: option.name } : { seenDays: String(option.days ?? '') };
}

async function saveOption(viewer: Viewer, form: ListsForm): Promise<string> {
  const read = (name: string, days: string) => parseInput(OptionForm, { name, days });
  const seenName = form.get('seenName');
  const seen = seenName ? read(seenName, form.get('seenDays') ?? '') : undefined;
  const sent = read(form.get('name') ?? '', form.get('days') ?? '');
  return updateOption(viewer, parseId(form.get('id')), sent, { seen });
}

async function startRetirement(viewer: Viewer, id: number) {
  const { deals } = await getRetirementPreview(viewer, id);
  if (deals) return { retire: id };
  const { name } = await retireOption(viewer, id, undefined);
  return { done: `${name} retired` };
}
