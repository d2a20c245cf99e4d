import { Link, useRevalidator } from '@remix-run/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatNumber } from '~/domain/text/text';
import { AddDisclosure } from '~/ui/form/add-disclosure';
import { ButtonForm } from '~/ui/form/button-form';
import { FieldError } from '~/ui/form/fields';
import { usePrefetchedRoutes } from '~/ui/layout/prefetch-routes';
import type { AttachmentsView } from './attachment-view.server';
import type { Upload } from './uploads';

const FORM_ROUTES = ['pipeline.$id.files_.$file'];

interface AttachmentListProps extends AttachmentsView {
  back: string;
  problem?: string;
  isOnDealPage?: boolean;
  children?: ReactNode;
}

export function AttachmentList({
  back,
  problem,
  isOnDealPage,
  children,
  ...view
}: AttachmentListProps) {
  usePrefetchedRoutes(FORM_ROUTES);
  const { dealId, files, total, limits, canEdit } = view;
  const address = `/pipeline/${dealId}/files`;
  return (
    <>
      {files.length > 0 && (
        <ul className="files ruled">
          {files.map((file) => (
            <AttachmentLine
              key={file.id}
              file={file}
              address={`${address}/${file.id}`}
              back={back}
              canEdit={canEdit}
            />
          ))}
        </ul>
      )}
      {children ??
        (total > files.length && (
          <p>
            <Link to={address} className="link">
              All {formatNumber(total)} files
            </Link>
          </p>
        ))}
      {canEdit && (
        <UploadForm address={address} limits={limits} problem={problem} isOpen={!isOnDealPage} />
      )}
    </>
  );
}

interface AttachmentLineProps {
  file: AttachmentsView['files'][number];
  address: string;
  back: string;
  canEdit: boolean;
}

function AttachmentLine({
  file: { id, name, details, isShown },
  address,
  back,
  canEdit,
}: AttachmentLineProps) {
  return (
    <li id={`file-${id}`} className="flex items-center justify-between gap-3 py-1.5">
      <p className="min-w-0">
        <a href={address} className="link" id={`file-${id}-name`}>
          <bdi>{name}</bdi>
        </a>
        <span className="muted block print:ml-2 print:inline">{details}</span>
      </p>
      <div className="flex flex-none items-center gap-3 print:hidden">
        {isShown && (
          <a href={`${address}?view`} className="link" target="_blank" rel="noreferrer">
            View<span className="sr-only"> {name}</span>
          </a>
        )}
        {canEdit && (
          <ButtonForm action={address} failure="Not deleted">
            <input type="hidden" name="back" value={back} />
            <button
              name="intent"
              value="delete"
              className="btn"
              aria-describedby={`file-${id}-name`}
            >
              Delete
            </button>
          </ButtonForm>
        )}
      </div>
    </li>
  );
}

interface UploadFormProps {
  address: string;
  limits: string;
  problem?: string;
  isOpen: boolean;
}

function UploadForm({ address, limits, problem, isOpen }: UploadFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const sending = useUploads(form);
  return (
    <form ref={form} method="post" action={address} encType="multipart/form-data">
      <AddDisclosure label="Add files" isOpen={isOpen}>
        <div className="grid justify-items-start gap-1">
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
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? 'upload-hint upload-error' : 'upload-hint'}
          />
          <p id="upload-hint" className="hint">
            {limits}{' '}
            <span className="noscript:hidden">You can also drag and drop or paste them.</span>
          </p>
          <FieldError id="upload-error" message={problem} />
          <button className="btn">Add files</button>
        </div>
      </AddDisclosure>
      <ul aria-live="polite" className="empty:hidden">
        {sending.map(({ key, name, percent, problem, sendAgain }) => (
          <li key={key}>
            <bdi>{name}</bdi>{' '}
            {problem ? (
              <>
                <span className="text-danger">{problem}</span>{' '}
                {sendAgain && (
                  <button
                    type="button"
                    className="btn"
                    aria-label={`Try again: ${name}`}
                    onClick={sendAgain}
                  >
                    Try again
                  </button>
                )}
              </>
            ) : (
              <progress
                className="align-middle accent-accent"
                max={100}
                value={percent}
                aria-label={`Sending ${name}`}
              />
            )}
          </li>
        ))}
      </ul>
    </form>
  );
}

function useUploads(form: React.RefObject<HTMLFormElement>): Upload[] {
  const [sending, setSending] = useState<Upload[]>([]);
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
