import { data } from '@remix-run/node';
import type { Viewer } from '~/domain/access';
import {
  addOption,
  addSeenOptionValues,
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
import { findOptionListDefinition } from '~/domain/option-list/definitions';
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
    const list = findOptionListDefinition(form.get('list'));
    return {
      redirectTo: list ? `/admin/lists?list=${list.name}` : '/admin/lists',
      toast: { title: 'Success', text: result.done },
    };
  },
  async onError(error, { form }) {
    const sent = buildRecord(OPTION_LISTS_FORM_FIELDS.text, (name) => form.get(name) ?? '');
    if (error.status === 404)
      return data({ sent, errors: [{ path: 'id', message: error.message }] }, 404);
    if (error.status !== 409) return replyWithSentForm(error, sent);
    const seen = await addSeenOptionValues(Number(sent.id), sent.seen, error.paths);
    return replyWithSentForm(error, { ...sent, seen });
  },
});

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
    case 'save': {
      const seen = form.get('seen') ?? undefined;
      const name = await updateOption(viewer, readId(), parseInput(OptionForm, option), { seen });
      return { done: `${name} saved` };
    }
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

async function startRetirement(viewer: Viewer, id: number) {
  const { deals } = await getRetirementPreview(viewer, id);
  if (deals) return { retire: id };
  const { name } = await retireOption(viewer, id, undefined);
  return { done: `${name} retired` };
}
