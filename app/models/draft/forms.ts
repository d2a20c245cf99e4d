import { EVALUATION_LABELS } from '~/models/evaluation/score';
import { EVALUATION_FORM } from '~/models/evaluation/schema';
import { BULK_FORM, BULK_LABELS } from '~/models/pipeline/bulk';
import {
  EDIT_PIPELINE_FORM,
  LATER_FORM,
  MET_FORM,
  NEW_PIPELINE_FORM,
  SCORE_FORM,
} from '~/models/pipeline/forms';
import { PIPELINE_FORM_LABELS, PIPELINE_LABELS, valueLabel } from '~/models/pipeline/labels';
import { EDIT_NOTE_FORM, NOTE_FORM, NOTE_LABELS } from '~/models/note/schema';
import { truncated } from '~/models/text';
import { NAME_FORM } from '~/models/user/profile-schema';

/** Longer pasted cells are cut where they are shown, in characters. */
const MANY_CELLS = 500;

/** The forms whose input is stored as a draft; never passwords. */
interface DraftForm {
  title: string;
  /** The path it is sent to; its first group is the deal's id. */
  path: RegExp;
  fields: { text: readonly string[]; lists?: readonly string[] };
  labels: Readonly<Record<string, string>>;
  intent?: string;
  /** Its fields are sent as the form that uploads files. */
  isUpload?: true;
}

const DRAFT_FORMS: DraftForm[] = [
  {
    title: 'New deal',
    path: /^\/pipeline\/new\/?$/i,
    fields: NEW_PIPELINE_FORM,
    labels: PIPELINE_FORM_LABELS,
  },
  {
    title: 'Edit Deal',
    path: /^\/pipeline\/(\d{1,15})\/edit\/?$/i,
    fields: EDIT_PIPELINE_FORM,
    labels: PIPELINE_FORM_LABELS,
  },
  {
    title: 'Evaluation',
    path: /^\/pipeline\/(\d{1,15})\/evaluation\/?$/i,
    fields: EVALUATION_FORM,
    labels: EVALUATION_LABELS,
  },
  {
    title: 'New note',
    path: /^\/pipeline\/(\d{1,15})\/notes\/?$/i,
    fields: NOTE_FORM,
    labels: NOTE_LABELS,
  },
  {
    title: 'Note',
    path: /^\/pipeline\/(\d{1,15})\/notes\/\d{1,15}\/?$/i,
    fields: EDIT_NOTE_FORM,
    labels: NOTE_LABELS,
  },
  {
    title: 'Mark as met',
    path: /^\/pipeline\/(\d{1,15})\/met\/?$/i,
    fields: MET_FORM,
    labels: { note: 'Note' },
  },
  {
    title: 'Reschedule',
    path: /^\/pipeline\/(\d{1,15})\/later\/?$/i,
    fields: LATER_FORM,
    labels: { nextMeetingDate: PIPELINE_LABELS.nextMeetingDate },
  },
  {
    title: 'Score',
    path: /^\/(?:dashboard|admin\/pipelines)\/?$/i,
    fields: SCORE_FORM,
    labels: { evaluationScore: PIPELINE_LABELS.evaluationScore },
  },
  {
    title: 'Change of several deals',
    path: /^\/selected\/?$/i,
    fields: BULK_FORM,
    labels: BULK_LABELS,
  },
  {
    title: 'Your name',
    path: /^\/account\/?$/i,
    fields: NAME_FORM,
    labels: { firstName: 'First name', lastName: 'Last name' },
    intent: 'name',
  },
  {
    title: 'Import',
    path: /^\/import\/?$/i,
    fields: { text: ['cells'] },
    labels: { cells: 'Pasted cells' },
    isUpload: true,
  },
];

export function draftFormAt(path: string): DraftForm | undefined {
  const [pathname = ''] = path.split('?', 1);
  return DRAFT_FORMS.find((form) => form.path.test(pathname));
}

export function isKeepable({ intent, labels }: DraftForm, form: FormData): boolean {
  if (intent && intent !== form.get('intent')) return false;
  return Object.keys(labels).some((name) => String(form.get(name) ?? '').trim());
}

export function describeDraft(
  path: string,
  form: URLSearchParams,
): {
  title: string;
  dealId?: number;
  values: { label: string; value: string }[];
  isUpload?: boolean;
} {
  const work = draftFormAt(path);
  const dealId = work && Number(work.path.exec(path.split('?', 1)[0]!)?.[1] ?? form.get('id') ?? 0);
  const values = Object.entries(work?.labels ?? {}).map(([name, label]) => ({
    label,
    value: shown(name, form),
  }));
  return {
    title: work?.title ?? '',
    dealId: dealId || undefined,
    isUpload: work?.isUpload,
    values: values.filter(({ value }) => value.trim()),
  };
}

function shown(name: string, form: URLSearchParams): string {
  if (form.get(`take-${name}`) === 'theirs') return 'What was saved meanwhile';
  const cells = name === 'cells' && form.get(name);
  if (cells && cells.length > MANY_CELLS) return `${truncated(cells, MANY_CELLS)}…`;
  return form
    .getAll(name)
    .map((value) => valueLabel(name, value))
    .join(', ');
}
