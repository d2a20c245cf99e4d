import { Form, Link } from '@remix-run/react';
import type { FilesView } from '~/screens/deal/files.server';
import { UploadForm } from './upload-form';

interface FilesProps extends FilesView {
  /** Where an added file leads. */
  back: string;
  /** Why files were not added. */
  refused?: string;
}

/** The files of a deal, and the form to add some. */
export function Files({ back, refused, ...view }: FilesProps) {
  const { pipelineId, files, total, limits } = view;
  const address = `/pipeline/${pipelineId}/files`;
  return (
    <>
      {files.length > 0 && (
        <ul className="files">
          {files.map((file) => (
            <FileLine key={file.id} file={file} address={`${address}/${file.id}`} back={back} />
          ))}
        </ul>
      )}
      {total > files.length && (
        <p>
          <Link to={address} className="link">
            All {total.toLocaleString('en')} files
          </Link>
        </p>
      )}
      <UploadForm address={address} limits={limits} refused={refused} />
    </>
  );
}

interface LineProps {
  file: FilesView['files'][number];
  address: string;
  back: string;
}

function FileLine({ file: { id, name, about, isShown }, address, back }: LineProps) {
  return (
    <li id={`file-${id}`}>
      <p>
        <a href={address} className="link" id={`file-${id}-name`}>
          <bdi>{name}</bdi>
        </a>
        <span className="file-about muted">{about}</span>
      </p>
      <div className="file-acts">
        {isShown && (
          <a href={`${address}?view`} className="link" target="_blank" rel="noreferrer">
            View<span className="sr-only"> {name}</span>
          </a>
        )}
        <Form method="post" action={address} preventScrollReset>
          <input type="hidden" name="back" value={back} />
          <button name="intent" value="delete" className="btn" aria-describedby={`file-${id}-name`}>
            Delete
          </button>
        </Form>
      </div>
    </li>
  );
}
