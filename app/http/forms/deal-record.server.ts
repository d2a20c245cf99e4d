import { data } from '@remix-run/node';
import type { z } from 'zod';
import type { Viewer } from '~/domain/access';
import { isCalendarDay } from '~/domain/date/calendar-day';
import { removeDealRecord } from '~/domain/deal/edit-record.server';
import { getEditableDeal } from '~/domain/deal/get.server';
import {
  type DealRecordType,
  getRecordVersion,
  listChangedKeys,
} from '~/domain/deal/record.server';
import { abbreviate } from '~/domain/text/text';
import { getHistoryFieldLabel, HIDDEN_FIELDS } from '~/domain/timeline/labels';
import { formatDay } from '~/format/date';
import type { Locale } from '~/format/locale';
import type { FormFields } from '~/http/request/form.server';
import { parseId } from '~/http/request/params.server';
import { parseSafePath } from '~/http/request/safe-path.server';
import { readLocale } from '~/http/session/appearance.server';
import type { Toast } from '~/toast';
import { formAction } from './form-action.server';
import { submitForm } from './reply.server';

interface DealRecordForm<Values, Input> {
  rows: DealRecordType<Values>;
  fields: FormFields;
  schema: z.ZodType<Input>;
}

interface DealRecordAddition<Values, Input> extends DealRecordForm<Values, Input> {
  add: (
    viewer: Viewer,
    dealId: number,
    input: Input,
    options: { skipExisting: true },
  ) => Promise<number>;
}

export function createAddRecordAction<Values, Input>({
  rows: { subject },
  fields,
  schema,
  add,
}: DealRecordAddition<Values, Input>) {
  return formAction({
    fields,
    savesSubmission: true,
    async handler({ viewer, params, form }) {
      const dealId = parseId(params.id);
      await getEditableDeal(viewer, dealId);
      const added = await submitForm(form, schema, (input) =>
        add(viewer, dealId, input, { skipExisting: true }),
      );
      if (!added.ok) return data({ result: added.error.reply }, added.error.status);
      const list = `/pipeline/${dealId}/${subject}s`;
      return {
        redirectTo: getRecordsAddress(list, subject, form.get('back')),
        toast: { title: 'Success', text: `${capitalize(subject)} added` },
      };
    },
  });
}

interface DealRecordFormState {
  seen?: string;
  isDone: boolean;
}

interface DealRecordEdit<Values, Row, Input> extends DealRecordForm<Values, Input> {
  get: (viewer: Viewer, dealId: number, id: number) => Promise<Row>;
  change: (viewer: Viewer, row: Row, input: Input, form: DealRecordFormState) => Promise<unknown>;
  handleIntent?: (viewer: Viewer, row: Row, intent: string | null) => Promise<Toast | undefined>;
}

export function createEditRecordAction<
  Values extends object,
  Row extends Values & { id: number },
  Input,
>({ rows, fields, schema, get, change, handleIntent }: DealRecordEdit<Values, Row, Input>) {
  const { subject } = rows;
  return formAction({
    fields,
    savesSubmission: true,
    async handler({ viewer, request, params, form }) {
      const dealId = parseId(params.id);
      await getEditableDeal(viewer, dealId);
      const row = await get(viewer, dealId, parseId(params[subject]));
      const redirectTo = getRecordsAddress(`/pipeline/${dealId}`, subject, form.get('back'));
      const intent = form.get('intent');
      if (intent === 'delete') {
        const undo = await removeDealRecord(rows, viewer, dealId, row.id);
        const text = `${capitalize(subject)} deleted`;
        return { redirectTo, toast: { title: 'Success', text, undo } };
      }
      const done = await handleIntent?.(viewer, row, intent);
      if (done) return { redirectTo, toast: done };
      const changed = await submitForm(form, schema, (input) =>
        change(viewer, row, input, {
          seen: form.get('seen') ?? undefined,
          isDone: form.has('done'),
        }),
      );
      if (!changed.ok) {
        const { status, reply } = changed.error;
        const seen = form.get('seen') ?? undefined;
        if (status !== 409) return data({ result: reply, seen }, status);
        const now = await get(viewer, dealId, row.id);
        const stored = describeStored(rows, seen, now, readLocale(request));
        const message = `${reply.error?.['']?.[0]} ${stored}Save again to replace that.`;
        const result = { ...reply, error: { '': [message] } };
        return data({ result, seen: getRecordVersion(rows, now) }, status);
      }
      return { redirectTo, toast: { title: 'Success', text: `${capitalize(subject)} saved` } };
    },
    // A button such as "Waive" has no form that could show the error. Without scripts, the message is
    // at the top of the page.
    onError(error, { params, form }) {
      if (error.status !== 409) return undefined;
      const toast = { title: 'Not changed', text: error.reason, failed: true };
      return {
        redirectTo: parseSafePath(form.get('back')) ?? `/pipeline/${parseId(params.id)}`,
        toast,
      };
    },
  });
}

function getRecordsAddress(list: string, subject: string, back: string | null): string {
  return `${parseSafePath(back) ?? list}#${subject}s`;
}

/** Returns what others have changed, such as 'Role is now “CTO”. Phone is now empty. '. */
function describeStored<Values extends object>(
  rows: DealRecordType<Values>,
  seen: string | undefined,
  now: Values,
  locale: Locale,
): string {
  const changed = listChangedKeys(rows, seen, now).filter((key) => !HIDDEN_FIELDS.includes(key));
  return changed
    .map((key) => `${getHistoryFieldLabel(key)} is now ${formatStored(now[key], locale)}. `)
    .join('');
}

const MAX_SHOWN_LENGTH = 200;

function formatStored(value: unknown, locale: Locale): string {
  if (value === null || value === '') return 'empty';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = String(value);
  return `“${isCalendarDay(text) ? formatDay(text, locale) : abbreviate(text, MAX_SHOWN_LENGTH)}”`;
}

function capitalize(noun: string): string {
  return noun[0]!.toUpperCase() + noun.slice(1);
}
