export interface Upload {
  key: number;
  name: string;
  percent: number;
  problem?: string;
  sendAgain?: () => void;
}

const DROP_TARGET_CLASS = 'upload-over';

/**
 * Uploads files that are chosen in the form, dropped on its section or pasted on the page. Calls
 * `onChange` with the files that are being sent, and `onStored` after each. Returns the clean-up.
 */
export function watchUploads(
  form: HTMLFormElement,
  onChange: (uploads: Upload[]) => void,
  onStored: () => void,
): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let uploads: Upload[] = [];
  let queue = Promise.resolve();
  let count = 0;

  const setUploads = (changed: Upload[]) => {
    uploads = changed;
    if (!signal.aborted) onChange(uploads);
  };
  const update = (key: number, changes: Partial<Upload>) =>
    setUploads(uploads.map((upload) => (upload.key === key ? { ...upload, ...changes } : upload)));
  const send = async (key: number, file: File) => {
    if (signal.aborted) return;
    const onProgress = (percent: number) => update(key, { percent });
    const { problem, isUnsent } = await uploadFile(form.action, file, onProgress, signal);
    if (problem) {
      update(key, { problem, sendAgain: isUnsent ? () => sendAgain(key, file) : undefined });
      return;
    }
    setUploads(uploads.filter((upload) => upload.key !== key));
    if (!signal.aborted) onStored();
  };
  const enqueue = (key: number, file: File) => {
    queue = queue.then(() => send(key, file));
  };
  const sendAgain = (key: number, file: File) => {
    update(key, { percent: 0, problem: undefined, sendAgain: undefined });
    enqueue(key, file);
  };
  const add = (files: Iterable<File>) => {
    uploads = uploads.filter(({ problem, sendAgain }) => !problem || sendAgain);
    for (const file of files) {
      const key = ++count;
      uploads = [...uploads, { key, name: file.name, percent: 0 }];
      enqueue(key, file);
    }
    onChange(uploads);
  };
  listenForFiles(form, add, signal);
  return () => listening.abort();
}

function listenForFiles(
  form: HTMLFormElement,
  onFiles: (files: Iterable<File>) => void,
  signal: AbortSignal,
): void {
  const area = form.closest('section') ?? form;
  form.addEventListener(
    'submit',
    (event) => {
      event.preventDefault();
      onFiles([...(new FormData(form).getAll('file') as File[])]);
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
      onFiles(event.dataTransfer!.files);
    },
    { signal },
  );
  document.addEventListener(
    'paste',
    ({ clipboardData, target }) => {
      const isText =
        target instanceof Element && target.closest('input:not([type=file]), textarea');
      if (!isText && clipboardData?.files.length) onFiles(clipboardData.files);
    },
    { signal },
  );
}

interface UploadOutcome {
  problem?: string;
  isUnsent?: boolean;
}

/** Uses XMLHttpRequest, since `fetch` reports no upload progress. */
function uploadFile(
  page: string,
  file: File,
  onProgress: (percent: number) => void,
  signal: AbortSignal,
): Promise<UploadOutcome> {
  const body = new FormData();
  body.append('file', file);
  const request = new XMLHttpRequest();
  request.open('POST', page.replace(/\/pipeline\//, '/api/pipelines/'));
  request.upload.onprogress = ({ loaded, total }) => onProgress((100 * loaded) / total);
  signal.addEventListener('abort', () => request.abort());
  return new Promise((resolve) => {
    request.onload = () => resolve(request.status === 201 ? {} : parseProblem(request));
    request.onerror = () => resolve({ problem: 'Not sent.', isUnsent: true });
    request.onabort = () => resolve({});
    request.send(body);
  });
}

function parseProblem({ status, responseText }: XMLHttpRequest): UploadOutcome {
  if (status === 401) return { problem: 'You were signed out. Sign in and add it again.' };
  try {
    return { problem: (JSON.parse(responseText) as { message: string }).message };
  } catch {
    return { problem: 'Not sent.', isUnsent: true };
  }
}
