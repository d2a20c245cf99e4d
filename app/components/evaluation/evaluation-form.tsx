import type { FieldMetadata, FormMetadata } from '@conform-to/react';
import { Form, Link, useNavigation } from '@remix-run/react';
import type { ChangeEvent, RefObject } from 'react';
import { CATEGORIES, type Criterion, type Notes } from '~/models/evaluation/criteria';
import {
  categoryScore,
  DEFAULT_SCORE,
  type EvaluationValues,
  NOTES_LIMIT,
  readScore,
  type Scores,
} from '~/models/evaluation/score';
import { scoreTone } from '~/models/pipeline/fields';
import { categoryTone, formatScore } from './category-tone';
import { FieldError } from '~/components/forms/fields';
import { useHydrated } from '~/components/frame/hydrated';
import { Icon } from '~/components/frame/icon';

type Category = (typeof CATEGORIES)[number];
type Fields = Required<{
  [K in keyof EvaluationValues]: FieldMetadata<EvaluationValues[K], EvaluationValues, string[]>;
}>;

interface EvaluationFormProps {
  element: RefObject<HTMLFormElement>;
  form: FormMetadata<EvaluationValues, string[]>;
  fields: Fields;
  typed: EvaluationValues;
  /** What is typed, as scores; null where nobody has scored. */
  scores: Scores;
  /** The version of the evaluation that this form was opened with. */
  version: number | string;
  onSave: () => void;
  onTyped: (form: HTMLFormElement) => void;
}

/** Saving stays on this page, so its buttons are not disabled meanwhile (that would lose the focus): saving twice saves the same. */
export function EvaluationForm({
  element,
  form,
  fields,
  typed,
  scores,
  version,
  onSave,
  onTyped,
}: EvaluationFormProps) {
  const navigation = useNavigation();
  const isSaving = navigation.formMethod === 'POST';
  return (
    <Form
      ref={element}
      method="post"
      id={form.id}
      onSubmit={(event) => {
        onSave();
        form.onSubmit(event);
      }}
      onChange={(event) => onTyped(event.currentTarget)}
      noValidate={form.noValidate}
      preventScrollReset
      className="grid min-w-0 gap-4"
    >
      <input type="hidden" name="version" value={version} />
      {CATEGORIES.map((category) => (
        <CategorySection
          key={category.title}
          category={category}
          fields={fields}
          typed={typed}
          scores={scores}
        />
      ))}
      <div className="save-bar">
        <Link to="/dashboard" className="btn" aria-label="Back to Dashboard">
          <Icon name="back" className="icon sm:hidden!" />
          <span className="hidden sm:inline">Back to Dashboard</span>
        </Link>
        <button className="btn ml-auto" aria-disabled={isSaving || undefined}>
          Save as Draft
        </button>
        <button className="btn btn-primary" aria-disabled={isSaving || undefined}>
          Complete Evaluation
        </button>
      </div>
    </Form>
  );
}

function CategorySection({
  category,
  fields,
  typed,
  scores,
}: { category: Category } & Pick<EvaluationFormProps, 'fields' | 'typed' | 'scores'>) {
  return (
    <fieldset className="section evaluation-section" id={category.notes.replace('Notes', '')}>
      <legend>
        <span className="flex items-center justify-between gap-4">
          <h2>{category.title}</h2>
          <span className={`score tone-${categoryTone(scores, category)}`}>
            <span className="sr-only">Category score </span>
            {formatScore(categoryScore(scores, category))}
          </span>
        </span>
      </legend>
      <div className="criteria">
        {category.criteria.map(({ key, label, help }) => (
          <CriterionLine
            key={key}
            field={fields[key]}
            name={key}
            label={label}
            help={help}
            typed={typed[key]}
            score={scores[key] ?? null}
          />
        ))}
      </div>
      <NotesBox
        field={fields[category.notes]}
        label={`${category.title} notes`}
        text={typed[category.notes]}
      />
    </fieldset>
  );
}

interface CriterionLineProps {
  field: Fields[Criterion];
  name: Criterion;
  label: string;
  help: string;
  typed: string | null | undefined;
  score: number | null;
}

/** The number box is the field; the slider moves it, and is only there where scripts run. */
function CriterionLine({ field, name, label, help, typed, score }: CriterionLineProps) {
  const hydrated = useHydrated();
  const error = field.errors?.[0];
  const range = { min: 1, max: 10, step: 0.1 };

  function moveBox({ target }: ChangeEvent<HTMLInputElement>) {
    const box = target.form?.elements.namedItem(name);
    if (box instanceof HTMLInputElement) box.value = Number(target.value).toFixed(1);
  }

  return (
    <div className="criterion" data-tone={scoreTone(score)}>
      <div className="min-w-0">
        <label htmlFor={field.id} className="label">
          {label}
        </label>
        <p id={`${field.id}-hint`} className="hint">
          {help}
        </p>
      </div>
      {hydrated && (
        <input
          type="range"
          className="slider"
          {...range}
          value={readScore(typed) ?? DEFAULT_SCORE}
          onChange={moveBox}
          aria-label={`${label}, slider`}
        />
      )}
      <input
        type="number"
        className="input box"
        id={field.id}
        name={name}
        {...range}
        inputMode="decimal"
        autoComplete="off"
        defaultValue={field.initialValue ?? undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={[`${field.id}-hint`, error && field.errorId].filter(Boolean).join(' ')}
      />
      <FieldError id={field.errorId} message={error} />
    </div>
  );
}

/** Notes; on paper they are a paragraph, for a text box would cut them off. */
function NotesBox({
  field,
  label,
  text,
}: {
  field: Fields[Notes];
  label: string;
  text: string | null | undefined;
}) {
  const error = field.errors?.[0];
  return (
    <div className="grid gap-1">
      <label className="label print:hidden" htmlFor={field.id}>
        {label}
      </label>
      <textarea
        className="input notes print:hidden"
        id={field.id}
        name={field.name}
        rows={2}
        maxLength={NOTES_LIMIT}
        defaultValue={field.initialValue ?? undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? field.errorId : undefined}
      />
      <FieldError id={field.errorId} message={error} />
      {text && <p className="hidden break-words whitespace-pre-wrap print:block">{text}</p>}
    </div>
  );
}
