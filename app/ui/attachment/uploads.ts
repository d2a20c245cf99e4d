export interface Upload {
  key: number;
  name: string;
  percent: number;
  problem?: string;
}

const DROP_TARGET_CLASS = 'upload-over';

/**
 * Uploads files that are chosen in the form, dropped on its section or pasted on the page. Calls
 * `stored` after each file. Returns the clean-up.
 */
export function watchUploads(
  form: HTMLFormElement,
  show: (sending: Upload[]) => void,
  stored: () => void,
): () => void {
  const area = form.closest('section') ?? form;
  const listening = new AbortController();
  const { signal } = listening;
  let sending: Upload[] = [];
  let queue = Promise.resolve();
  let count = 0;

  const update = (uploads: Upload[]) => {
    sending = uploads;
    if (!signal.aborted) show(sending);
  };
  const change = (key: number, changes: Partial<Upload>) =>
    update(sending.map((upload) => (upload.key === key ? { ...upload, ...changes } : upload)));
  const remove = (key: number) => update(sending.filter((upload) => upload.key !== key));
  const add = (files: Iterable<File>) => {
    sending = sending.filter(({ problem }) => !problem);
    for (const file of files) {
      const key = ++count;
      sending = [...sending, { key, name: file.name, percent: 0 }];
      queue = queue.then(async () => {
        if (signal.aborted) return;
        const problem = await uploadFile(
          form.action,
          file,
          (percent) => change(key, { percent }),
          signal,
        );
        if (problem) change(key, { problem });
        else remove(key);
        if (!problem && !signal.aborted) stored();
      });
    }
    show(sending);
  };

  form.addEventListener(
    'submit',
    (event) => {
      event.preventDefault();
      add([...(new FormData(form).getAll('file') as File[])]);
      form.reset();
    },
    { signal },
  );
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files');
  area.addEventListener(
    'dragover',
    (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      area.classList.add(DROP_TARGET_CLASS);
    },
    { signal },
  );
  area.addEventListener('dragleave', () => area.classList.remove(DROP_TARGET_CLASS), { signal });
  area.addEventListener(
    'drop',
    (event) => {
      area.classList.remove(DROP_TARGET_CLASS);
      if (!hasFiles(event)) return;
      event.preventDefault();
      add(event.dataTransfer!.files);
    },
    { signal },
  );
  document.addEventListener(
    'paste',
    ({ clipboardData, target }) => {
      const isText =
        target instanceof Element && target.closest('input:not([type=file]), textarea');
      if (!isText && clipboardData?.files.length) add(clipboardData.files);
    },
    { signal },
  );
  return () => listening.abort();
}

/**
 * Resolves with the error, or undefined if the file was stored. Uses XMLHttpRequest, since `fetch`
 * reports no upload progress.
 */
function uploadFile(
  page: string,
  file: File,
  progress: (percent: number) => void,
  signal: AbortSignal,
): Promise<string | undefined> {
  const body = new FormData();
  body.append('file', file);
  const request = new XMLHttpRequest();
  request.open('POST', page.replace(/\/pipeline\//, '/api/pipelines/'));
  request.upload.onprogress = ({ loaded, total }) => progress((100 * loaded) / total);
  signal.addEventListener('abort', () => request.abort());
  return new Promise((resolve) => {
    request.onload = () => resolve(request.status === 201 ? undefined : parseErrorMessage(request));
    request.onerror = () => resolve('It was not sent. Please try again.');
    request.onabort = () => resolve(undefined);
    request.send(body);
  });
}

function parseErrorMessage({ responseText }: XMLHttpRequest): string {
  try {
    return (JSON.parse(responseText) as { message: string }).message;
  } catch {
    return 'It was not stored. Please try again.';
  }
}
