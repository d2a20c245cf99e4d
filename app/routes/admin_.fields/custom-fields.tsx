import { Form, Link } from '@remix-run/react';
import type { CustomFieldView } from '~/domain/custom-field/json';
import { CUSTOM_SECTION, FIELD_KIND_LABELS, FIELD_PRESETS } from '~/domain/custom-field/kinds';
import { CustomFieldForm, type RejectedFieldForm } from '~/ui/custom-field/field-form';
import { useRetry } from '~/ui/form/retry';
import { useSubmitAddress } from '~/ui/form/submit-address';
import { Icon } from '~/ui/icon';

interface CustomFieldsProps {
  fields: CustomFieldView[];
  reply?: RejectedFieldForm;
}

export function CustomFields({ fields, reply }: CustomFieldsProps) {
  const { onSubmit, notice } = useRetry('Failed to save the field');
  const active = fields.filter(({ archived }) => !archived);
  const archived = fields.filter((field) => field.archived);
  const action = useSubmitAddress();
  const form = { method: 'post', action, onSubmit, preventScrollReset: true } as const;
  return (
    <div className="grid max-w-240 gap-6 wrap-anywhere">
      {notice}
      <section aria-labelledby="new-field" className="card p-4">
        <h2 id="new-field">New field</h2>
        <Presets fields={fields} form={form} />
        <Form {...form} key={fields.length} className="mt-4">
          <CustomFieldForm reply={reply}>
            <button name="do" value="add" className="btn btn-primary">
              Add field
            </button>
          </CustomFieldForm>
        </Form>
      </section>
      <section aria-labelledby="fields" className="card p-4">
        <h2 id="fields">Fields</h2>
        {active.length === 0 && <p className="muted mt-2">No fields yet.</p>}
        <ol className="ruled">
          {active.map((field, i) => (
            <li key={field.key} className={LINE_CLASSES}>
              <FieldSummary field={field} />
              <Form {...form} aria-label={field.name} className="flex flex-wrap gap-2">
                <input type="hidden" name="key" value={field.key} />
                <MoveButton to="up" label="Move up" isEnd={i === 0} />
                <MoveButton to="down" label="Move down" isEnd={i === active.length - 1} />
                <Link to={`/admin/fields/${field.key}`} className="btn">
                  Edit
                </Link>
                <button name="do" value="archive" className="btn btn-danger">
                  Archive
                </button>
              </Form>
            </li>
          ))}
        </ol>
      </section>
      {archived.length > 0 && (
        <section aria-labelledby="archived" className="card p-4">
          <h2 id="archived">Archived</h2>
          <p className="hint">
            Deals keep the values of archived fields. Restore a field to show them again.
          </p>
          <ol className="ruled">
            {archived.map((field) => (
              <li key={field.key} className={LINE_CLASSES}>
                <FieldSummary field={field} />
                <Form {...form} aria-label={field.name} className="flex flex-wrap gap-2">
                  <input type="hidden" name="key" value={field.key} />
                  <button name="do" value="restore" className="btn">
                    Restore
                  </button>
                </Form>
              </li>
            ))}
          </ol>
        </section>
      )}
    </div>
  );
}

const LINE_CLASSES = 'flex flex-wrap items-center gap-2 py-2 last:pb-0';

interface PostFormProps {
  method: 'post';
  action: string | undefined;
  onSubmit: ReturnType<typeof useRetry>['onSubmit'];
}

function Presets({ fields, form }: { fields: CustomFieldView[]; form: PostFormProps }) {
  const names = fields.map(({ name }) => name.toLowerCase());
  const offered = FIELD_PRESETS.filter(({ name }) => !names.includes(name.toLowerCase()));
  if (!offered.length) return null;
  return (
    <Form {...form} aria-label="Common fields" className="mt-2">
      <p className="hint mb-2">Add one of these, or create your own below.</p>
      <input type="hidden" name="do" value="preset" />
      <div className="flex flex-wrap gap-2">
        {offered.map(({ name }) => (
          <button key={name} name="name" value={name} className="btn">
            <Icon name="plus" />
            {name}
          </button>
        ))}
      </div>
    </Form>
  );
}

function FieldSummary({
  field: { name, kind, hint, required, options, section },
}: {
  field: CustomFieldView;
}) {
  return (
    <div className="min-w-0 flex-1 basis-[260px]">
      <span className="font-semibold">{name}</span>
      <span className="pill ml-2">{FIELD_KIND_LABELS[kind]}</span>
      {required && <span className="pill ml-2">Required</span>}
      <p className="muted">
        {[section === CUSTOM_SECTION ? undefined : `In “${section}”`, options.join(', '), hint]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </div>
  );
}

function MoveButton({ to, label, isEnd }: { to: 'up' | 'down'; label: string; isEnd: boolean }) {
  return (
    <button name="do" value={to} className="btn btn-icon" title={label} disabled={isEnd}>
      <Icon name={to} />
      <span className="sr-only">{label}</span>
    </button>
  );
}
