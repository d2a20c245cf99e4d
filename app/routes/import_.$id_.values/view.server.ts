import { createHash } from 'node:crypto';
import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import type { Import, ValueChoice } from '#db/schema';
import type { Viewer } from '~/domain/access';
import { createCustomFieldFormatter } from '~/domain/custom-field/formatter.server';
import { listNewFields } from '~/domain/import/mapping/new-fields.server';
import {
  findRemembered,
  findRememberedOthers,
  loadRememberedValues,
  type RememberedValues,
} from '~/domain/import/mapping/remembered-values.server';
import {
  type DecisionField,
  listDecisionFields,
} from '~/domain/import/preview/value-options.server';
import { getImport } from '~/domain/import/record/get.server';
import { createValueDecisions, type ValueDecisions } from '~/domain/import/values/value-choices';
import { getHistoryFieldLabel } from '~/domain/timeline/labels';
import { readSavedForm } from '~/http/forms/saved-submission.server';
import { parseId } from '~/http/request/params.server';
import { requireUser } from '~/http/session/guards.server';
import { getImportStagePath } from '~/ui/import/stage-path.server';
import {
  AS_OTHERS,
  encodeChoice,
  isSameChoice,
  listOfferedChoices,
  parseValuesForm,
  type PresetValue,
  type PresetValues,
} from './parse-values.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const importRecord = await getImport(viewer, parseId(params.id));
  if (!hasValuesPage(importRecord)) throw redirect(getImportStagePath(importRecord));
  const preset = await loadPresetValues(viewer, importRecord);
  const saved = await readSavedForm(request, viewer);
  const isKept = saved?.get('version') === preset.version;
  return toValuesView(importRecord, isKept ? parseValuesForm(preset, saved).shown : preset);
}

export function hasValuesPage({ state, unknownValues }: Import): boolean {
  return state === 'preview' && unknownValues.length > 0;
}

export async function loadPresetValues(
  viewer: Viewer,
  importRecord: Import,
): Promise<PresetValues> {
  const fields = await listDecisionFields(viewer, importRecord);
  const remembered = await loadRememberedValues(
    viewer,
    fields.map(({ field }) => field),
  );
  const { valueChoices } = importRecord;
  const decisions = createValueDecisions(valueChoices);
  const rememberedOthers = findRememberedOthers(remembered)?.do;
  const others = valueChoices?.others ?? rememberedOthers;
  return {
    fields: fields.map((field) => ({
      ...field,
      values: field.values.map((value) => ({
        ...value,
        ...findPreset(field, value.text, {
          isDecided: valueChoices !== null,
          decisions,
          remembered,
        }),
      })),
    })),
    others: others === 'comment' ? 'comment' : 'empty',
    version: hashValues(fields),
  };
}

function findPreset(
  field: DecisionField,
  text: string,
  from: { isDecided: boolean; decisions: ValueDecisions; remembered: RememberedValues },
): Pick<PresetValue, 'preset' | 'source'> {
  const known = findRemembered(from.remembered, field.field, text);
  if (from.isDecided) {
    const preset = from.decisions.find(field.field, text);
    const isKnown = known && isSameChoice(known, preset);
    return { preset, source: isKnown ? 'remembered' : undefined };
  }
  if (known && isOffered(field, known)) return { preset: known, source: 'remembered' };
  const guess = field.guess(text);
  if (guess && isOffered(field, guess)) return { preset: guess, source: 'suggested' };
  return { preset: field.canKeepValues ? { do: 'keep' } : undefined, source: undefined };
}

function isOffered(field: DecisionField, choice: ValueChoice): boolean {
  const isTyped = field.isTyped && choice.do === 'set';
  return isTyped || listOfferedChoices(field).some((offered) => isSameChoice(offered, choice));
}

function hashValues(fields: DecisionField[]): string {
  const texts = fields.map(({ field, values }) => [field, values.map(({ text }) => text)]);
  return createHash('sha256').update(JSON.stringify(texts)).digest('base64url').slice(0, 12);
}

const INPUT_TYPES = { day: 'date', score: 'score', amount: 'text', number: 'text' } as const;

export interface TypedValue {
  text?: string;
  error?: string;
}

export async function toValuesView(
  importRecord: Import,
  { fields, others, version }: PresetValues,
  typed: Record<string, TypedValue> = {},
) {
  const { labels } = await createCustomFieldFormatter(listNewFields(importRecord));
  return {
    id: importRecord.id,
    file: importRecord.fileName,
    others,
    version,
    fields: fields.map((field, index) => ({
      label: getHistoryFieldLabel(field.field, labels),
      header: field.header,
      canKeepValues: field.canKeepValues,
      canAddOptions: field.canAddOptions,
      moreCells: field.moreCells ?? 0,
      input: field.isTyped ? INPUT_TYPES[field.kind as keyof typeof INPUT_TYPES] : undefined,
      options: field.options.map(({ label, choice }) => {
        const value = encodeChoice(choice);
        return value === encodeChoice({ do: 'set', to: label }) ? { label } : { label, value };
      }),
      values: field.values.map(({ text, cells, reason, preset, source }, i) => ({
        text,
        cells,
        source,
        // The select lists the stages, which the reason names in a second sentence.
        reason: reason.split('. ')[0]!,
        name: `${index}-${i}`,
        choice: preset?.do === 'set' && field.isTyped ? AS_OTHERS : encodeChoice(preset),
        typed: preset?.do === 'set' && field.isTyped ? preset.to : '',
        ...typed[`${index}-${i}`],
      })),
    })),
  };
}

export type ValuesView = Awaited<ReturnType<typeof toValuesView>>;
