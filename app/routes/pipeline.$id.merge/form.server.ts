import { data } from '@remix-run/node';
import { listActiveCustomFields } from '~/domain/custom-field/list.server';
import { assertDealReadable } from '~/domain/deal/get.server';
import { findFinalWinner } from '~/domain/deal/merges.server';
import { DEAL_KEYS } from '~/domain/deal-field/fields';
import { mergeDeals } from '~/domain/operations/merge/merge.server';
import { MergeInput } from '~/domain/operations/merge/schema';
import { abbreviate } from '~/domain/text/text';
import { parseInput } from '~/errors';
import { formAction } from '~/http/forms/form-action.server';
import { buildFromQuery } from '~/http/forms/return-path.server';
import type { PostedForm } from '~/http/request/form.server';
import { parseId } from '~/http/request/params.server';
import { getChoiceField } from './choice-field';

/** Bounds a sent name in the message. */
const MAX_NAME_LENGTH = 200;

const CHANGED_MESSAGE =
  'Someone has changed one of these deals since you opened this page. Nothing has been merged. Please check again.';

export const action = formAction({
  fields: async () => ({
    text: [
      'other',
      'otherName',
      'version',
      'otherVersion',
      ...(await listMergeKeys()).map(getChoiceField),
    ],
  }),
  async handler({ viewer, request, params, form }) {
    const id = parseId(params.id);
    const otherId = parseId(form.get('other'));
    const input = parseInput(MergeInput, { otherId, fields: await readChoices(form) });
    const { loser, operationId } = await mergeDeals(viewer, id, input, [
      Number(form.get('version')),
      Number(form.get('otherVersion')),
    ]);
    return {
      redirectTo: `/pipeline/${id}${buildFromQuery(request, viewer)}`,
      toast: { title: 'Success', text: `${loser} was merged into this deal`, undo: operationId },
    };
  },
  async onError({ status }, { viewer, request, params, form }) {
    if (status === 412)
      return data({ chosen: await readChoices(form), problem: CHANGED_MESSAGE }, 412);
    if (status !== 404) return undefined;
    // Answers a form that was sent twice.
    const id = parseId(params.id);
    const winner = await findFinalWinner(viewer, parseId(form.get('other')));
    if (winner && winner.to !== id) return undefined;
    await assertDealReadable(viewer, id);
    if (!winner)
      return data({ chosen: {}, problem: describeMissingDeal(form.get('otherName')) }, 404);
    return { redirectTo: `/pipeline/${id}${buildFromQuery(request, viewer)}` };
  },
});

function describeMissingDeal(sentName: string | null): string {
  const name = abbreviate(sentName || 'The other deal', MAX_NAME_LENGTH);
  return `${name} no longer exists, or you can no longer see it. Nothing has been merged.`;
}

async function listMergeKeys(): Promise<string[]> {
  const customFields = await listActiveCustomFields();
  return [...DEAL_KEYS, ...customFields.map(({ key }) => `fields.${key}`)];
}

async function readChoices(form: PostedForm<string>): Promise<Record<string, string>> {
  const keys = await listMergeKeys();
  const sent = keys.map((key) => [key, form.get(getChoiceField(key))] as const);
  return Object.fromEntries(
    sent.filter((choice): choice is [string, string] => choice[1] !== null),
  );
}
