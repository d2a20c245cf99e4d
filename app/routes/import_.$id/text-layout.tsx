import type { TextEncoding, TextSeparator } from '#db/schema';
import { ENCODING_LABELS, SEPARATOR_LABELS } from '~/domain/import/reading/encoding-labels';
import type { MappingView } from './view.server';

interface TextLayoutProps {
  layout: NonNullable<MappingView['layout']>;
}

export function TextLayout({ layout: { encoding, separator, samples } }: TextLayoutProps) {
  return (
    <section className="section" aria-labelledby="layout">
      <h2 id="layout">How the text is read</h2>
      <p className="break-words">
        First values: <strong className="font-semibold">{samples.join(' · ')}</strong>
      </p>
      <p className="muted">
        If characters look wrong or values stand in the wrong columns, choose something else. What
        you have chosen below is lost then.
      </p>
      <div className="mt-2 flex flex-wrap items-end gap-x-4 gap-y-2">
        {encoding && (
          <label className="grid max-w-full grid-cols-1 gap-1">
            <span>Encoding</span>
            <select name="encoding" defaultValue={encoding} className="input w-auto max-w-full">
              {(Object.keys(ENCODING_LABELS) as TextEncoding[]).map((name) => (
                <option key={name} value={name}>
                  {ENCODING_LABELS[name]}
                </option>
              ))}
            </select>
          </label>
        )}
        <label className="grid max-w-full grid-cols-1 gap-1">
          <span>Separator</span>
          <select name="separator" defaultValue={separator} className="input w-auto max-w-full">
            {(Object.keys(SEPARATOR_LABELS) as TextSeparator[]).map((name) => (
              <option key={name} value={name}>
                {SEPARATOR_LABELS[name]}
              </option>
            ))}
          </select>
        </label>
        <button name="do" value="read" className="btn" formNoValidate>
          Read again
        </button>
      </div>
    </section>
  );
}
