import { useRevalidator } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { FieldError } from '~/components/forms/fields';
import type { Sending } from './uploads';

interface UploadFormProps {
  address: string;
  limits: string;
  refused?: string;
}

/** Sends files as a form; with scripts also what is dropped on its part of the page or pasted. */
export function UploadForm({ address, limits, refused }: UploadFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const sending = useUploads(form);
  return (
    <form
      ref={form}
      method="post"
      action={address}
      encType="multipart/form-data"
      className="upload"
    >
      <label className="label" htmlFor="upload">
        Choose files
      </label>
      <input
        id="upload"
        type="file"
        name="file"
        multiple
        required
        className="input file-input"
        aria-invalid={refused ? true : undefined}
        aria-describedby={refused ? 'upload-hint upload-error' : 'upload-hint'}
      />
      <p id="upload-hint" className="hint">
        {limits} <span className="needs-scripts">You can drop and paste them, too.</span>
      </p>
      <FieldError id="upload-error" message={refused} />
      <button className="btn">Add files</button>
      <ul aria-live="polite" className="sending">
        {sending.map(({ key, name, percent, problem }) => (
          <li key={key}>
            <bdi>{name}</bdi>{' '}
            {problem ? (
              <span className="text-danger">{problem}</span>
            ) : (
              <progress max={100} value={percent} aria-label={`Sending ${name}`} />
            )}
          </li>
        ))}
      </ul>
    </form>
  );
}

/** The files that are being sent, and those that were refused. */
function useUploads(form: React.RefObject<HTMLFormElement>): Sending[] {
  const [sending, setSending] = useState<Sending[]>([]);
  const { revalidate } = useRevalidator();
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isOver = false;
    void import('./uploads').then(({ watchUploads }) => {
      if (!isOver && form.current) stop = watchUploads(form.current, setSending, revalidate);
    });
    return () => {
      isOver = true;
      stop?.();
    };
  }, [form, revalidate]);
  return sending;
}
