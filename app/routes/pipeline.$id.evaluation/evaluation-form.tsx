import type { FieldMetadata, FormMetadata } from '@conform-to/react';
import { Form, Link, useNavigation } from '@remix-run/react';
import type { FormEvent, RefObject } from 'react';
import { CATEGORIES, type CategoryNotesKey, type Criterion } from '~/domain/evaluation/criteria';
import { type EvaluationFormValues, parseCriterionScores } from '~/domain/evaluation/form-values';
import { computeCategoryScore, DEFAULT_SCORE } from '~/domain/evaluation/score';
import { CriterionField } from '~/ui/evaluation/criterion-field';
import { useFieldError } from '~/ui/form/field-errors';
import { FieldError } from '~/ui/form/fields';
import { OpenedBy } from '~/ui/form/opened-by';
import { useSubmitAddress } from '~/ui/form/submit-address';
import { Icon } from '~/ui/icon';
import { useFromQuery } from '~/ui/layout/from-query';
import { type Category, formatScore, getCategoryId, getCategoryTone } from './category';
import type { EvaluationView } from './view.server';

type Fields = Required<{
  [K in keyof EvaluationFormValues]: FieldMetadata<
    EvaluationFormValues[K],
    EvaluationFormValues,
    string[]
  >;
}>;

interface EvaluationFormProps {
  element: RefObject<HTMLFormElement>;
  form: FormMetadata<EvaluationFormValues, string[]>;
  fields: Fields;
  typed: EvaluationFormValues;
  back: string;
  next: EvaluationView['next'];
  version: number | string;
  opened: number | string;
  onSave: (event: FormEvent<HTMLFormElement>) => void;
  onEdit: () => void;
}

/** Keeps the buttons enabled while saving: a disabled button would lose the focus. */
export function EvaluationForm({
  element,
  form,
  fields,
  typed,
  back,
  next,
  version,
  opened,
  onSave,
  onEdit,
}: EvaluationFormProps) {
  const navigation = useNavigation();
  const isSaving = navigation.formMethod === 'POST';
  return (
    <Form
      ref={element}
      method="post"
      action={useSubmitAddress()}
      id={form.id}
      onSubmit={(event) => {
        onSave(event);
        form.onSubmit(event);
      }}
      onChange={onEdit}
      onClick={onEdit}
      noValidate={form.noValidate}
      preventScrollReset
      className="grid min-w-0 gap-4"
    >
      <OpenedBy />
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="opened" value={opened} />
      {CATEGORIES.map((category) => (
        <CategorySection key={category.title} category={category} fields={fields} typed={typed} />
      ))}
      <div className="save-bar">
        <Link to={back} className="btn" aria-label="Back to Dashboard">
          <Icon name="back" className="sm:hidden" />
          <span className="hidden sm:inline">Back to Dashboard</span>
        </Link>
        {next && <NextToEvaluate next={next} />}
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

function NextToEvaluate({ next }: { next: NonNullable<EvaluationView['next']> }) {
  const from = useFromQuery();
  return (
    <Link
      to={`/pipeline/${next.id}/evaluation${from}`}
      className="btn"
      aria-label={`Next to evaluate: ${next.companyName}`}
      title={`Next to evaluate: ${next.companyName}`}
    >
      <span className="hidden md:inline">Next to evaluate</span>
      <span className="md:hidden">→</span>
    </Link>
  );
}

function CategorySection({
  category,
  fields,
  typed,
}: { category: Category } & Pick<EvaluationFormProps, 'fields' | 'typed'>) {
  const scores = parseCriterionScores(typed);
  return (
    <fieldset className="section scroll-mt-14" id={getCategoryId(category)}>
      <legend>
        <span className="flex items-center justify-between gap-4">
          <h2>{category.title}</h2>
          <span className={`score tone-${getCategoryTone(scores, category)}`}>
            <span className="sr-only">Category score </span>
            {formatScore(computeCategoryScore(scores, category))}
          </span>
        </span>
      </legend>
      <div className="grid">
        {category.criteria.map(({ key, label, help }) => (
          <EvaluationCriterion
            key={key}
            field={fields[key]}
            name={key}
            label={label}
            help={help}
            score={scores[key] ?? null}
          />
        ))}
      </div>
      <NotesField
        field={fields[category.notes]}
        label={`${category.title} notes`}
        text={typed[category.notes]}
      />
    </fieldset>
  );
}

interface EvaluationCriterionProps {
  field: Fields[Criterion];
  name: Criterion;
  label: string;
  help: string;
  score: number | null;
}

function EvaluationCriterion({ field, ...criterion }: EvaluationCriterionProps) {
  return (
    <CriterionField
      {...criterion}
      id={field.id}
      errorId={field.errorId}
      initialValue={field.initialValue ?? undefined}
      error={useFieldError(field)}
      preset={DEFAULT_SCORE}
    />
  );
}

/** Prints a paragraph, since a text area would cut the notes off. */
function NotesField({
  field,
  label,
  text,
}: {
  field: Fields[CategoryNotesKey];
  label: string;
  text: string | null | undefined;
}) {
  const error = useFieldError(field);
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
        defaultValue={field.initialValue ?? undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? field.errorId : undefined}
      />
      <FieldError id={field.errorId} message={error} />
      {text && <p className="hidden wrap-anywhere whitespace-pre-wrap print:block">{text}</p>}
    </div>
  );
}
