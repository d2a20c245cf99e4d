import type { Viewer } from '~/domain/access';
import {
  addOption,
  moveOption,
  setChoiceRequired,
  updateOption,
} from '~/domain/fund/edit-options.server';
import { getRetirementPreview, retireOption } from '~/domain/fund/retire-option.server';
import { NewOptionForm, OPTION_LISTS_FORM, OptionForm } from '~/domain/fund/schema';
import { findOptionListDefinition } from '~/domain/option-list/definitions';
import { buildRecord } from '~/domain/record';
import { badRequest, parseInput } from '~/errors';
import { formAction } from '~/http/forms/form-action.server';
import { replyWithSentForm } from '~/http/forms/reply.server';
import type { PostedForm } from '~/http/request/form.server';
import { parseId } from '~/http/request/params.server';

type ListsForm = PostedForm<(typeof OPTION_LISTS_FORM)['text'][number]>;

export const action = formAction({
  access: 'admin',
  fields: OPTION_LISTS_FORM,
  async handler({ viewer, form }) {
    const result = await runIntent(viewer, form);
    if ('retire' in result) return { redirectTo: `/admin/lists/${result.retire}` };
    const list = findOptionListDefinition(form.get('list'));
    return {
      redirectTo: list ? `/admin/lists?list=${list.name}` : '/admin/lists',
      toast: { title: 'Success', text: result.done },
    };
  },
  onError(error, { form }) {
    const sent = buildRecord(OPTION_LISTS_FORM.text, (name) => form.get(name) ?? '');
    return replyWithSentForm(error, sent);
  },
});

async function runIntent(
  viewer: Viewer,
  form: ListsForm,
): Promise<{ done: string } | { retire: number }> {
  const read = (name: Parameters<ListsForm['get']>[0]) => form.get(name) ?? '';
  const entry = { name: read('name'), days: read('days') };
  const id = () => parseId(form.get('id') ?? undefined);
  switch (form.get('do')) {
    case 'add': {
      const list = findOptionListDefinition(form.get('list'));
      if (!list) throw badRequest('There is no such list.');
      await addOption(
        viewer,
        list,
        parseInput(NewOptionForm, { ...entry, kind: form.get('kind') }),
      );
      return { done: `${entry.name.trim()} added` };
    }
    case 'save':
      await updateOption(viewer, id(), parseInput(OptionForm, entry));
      return { done: `${entry.name.trim()} saved` };
    case 'up':
      await moveOption(viewer, id(), -1);
      return { done: 'Moved up' };
    case 'down':
      await moveOption(viewer, id(), 1);
      return { done: 'Moved down' };
    case 'retire':
      return startRetirement(viewer, id());
    case 'required':
      await setChoiceRequired(viewer, 'reasons', form.get('required') === 'on');
      return { done: 'Saved' };
    default:
      throw badRequest('Unknown action.');
  }
}

async function startRetirement(viewer: Viewer, id: number) {
  const { deals } = await getRetirementPreview(viewer, id);
  if (deals) return { retire: id };
  const { name } = await retireOption(viewer, id, undefined);
  return { done: `${name} retired` };
}
