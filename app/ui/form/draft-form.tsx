import { useLocation } from '@remix-run/react';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { formatDateTime } from '~/format/date';
import { useRootData } from '~/ui/layout/root-data';
import { type Draft, getDraftKey, readDraft, rememberSubmittedDraft, saveDraft } from './draft';
import { fillInForm, haveEntriesChanged, readFormEntries } from './draft-entries';
import type { FormEntries } from './form-entries';
import { type FormSender, useRetry } from './retry';
import { useUnsavedGuard } from './unsaved-guard';

const DRAFT_SAVE_DELAY_MS = 500;

interface DraftFormOptions {
  form: RefObject<HTMLFormElement>;
  /** Keeps the drafts of several records apart whose forms have one path. */
  record?: string;
  failure: string;
  /** Counts as typed from the start, such as a form that the server has rejected. */
  startsDirty?: boolean;
  isSending: boolean;
  /** Says whether leaving loses anything; by default, whether the user has typed. */
  isUnsaved?: boolean;
  onRestore?: () => void;
  fetcher?: FormSender;
}

/**
 * Protects unsaved text: asks before leaving, offers a retry, and stores a draft that is offered when
 * the form is opened again.
 */
export function useDraftForm({ form, record, failure, fetcher, ...options }: DraftFormOptions) {
  const [isTyped, setTyped] = useState(options.startsDirty ?? false);
  useUnsavedGuard((options.isUnsaved ?? isTyped) && !options.isSending);
  const retry = useRetry(failure, fetcher);
  const stored = useStoredDraft(form, record, () => {
    setTyped(true);
    options.onRestore?.();
  });
  return {
    onInput() {
      setTyped(true);
      stored.onInput();
    },
    /** Empties the form after it was saved, unless more was typed in the meantime. */
    clear() {
      if (stored.isTypedSinceSubmit()) return;
      form.current?.reset();
      setTyped(false);
    },
    onSubmit(event: FormEvent<HTMLFormElement>) {
      stored.onSubmit();
      retry.onSubmit(event);
    },
    notices: (stored.earlier || retry.notice) && (
      <>
        {stored.earlier && <DraftNotice {...stored} at={stored.earlier.at} />}
        {retry.notice}
      </>
    ),
  };
}

function useStoredDraft(
  form: RefObject<HTMLFormElement>,
  record: string | undefined,
  onRestore: () => void,
) {
  const { pathname } = useLocation();
  const page = record ? `${pathname} ${record}` : pathname;
  const key = getDraftKey(useRootData()?.viewer?.email, page);
  const [earlier, setEarlier] = useState<Draft>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const opened = useRef<FormEntries>([]);
  const submitted = useRef<FormEntries>();
  const readEntries = () => (form.current ? readFormEntries(form.current) : []);

  useEffect(() => {
    const draft = readDraft(key);
    opened.current = form.current ? readFormEntries(form.current) : [];
    if (draft && haveEntriesChanged(draft.fields, opened.current)) setEarlier(draft);
    return () => clearTimeout(timer.current);
  }, [key, form]);

  function store() {
    if (haveEntriesChanged(readEntries(), opened.current)) saveDraft(key, readEntries());
    else if (earlier) saveDraft(key, earlier.fields);
    else localStorage.removeItem(key);
  }
  function isTypedSinceSubmit(): boolean {
    return Boolean(
      form.current && submitted.current && haveEntriesChanged(readEntries(), submitted.current),
    );
  }
  function close() {
    setEarlier(undefined);
    localStorage.removeItem(key);
  }
  return {
    earlier,
    onInput() {
      clearTimeout(timer.current);
      timer.current = setTimeout(store, DRAFT_SAVE_DELAY_MS);
    },
    onSubmit() {
      clearTimeout(timer.current);
      store();
      const fields = readEntries();
      submitted.current = fields;
      rememberSubmittedDraft(() => {
        opened.current = fields;
        if (isTypedSinceSubmit()) saveDraft(key, readEntries());
        else localStorage.removeItem(key);
      });
    },
    isTypedSinceSubmit,
    restore() {
      if (!form.current || !earlier) return;
      const changed = fillInForm(form.current, earlier.fields);
      close();
      store();
      onRestore();
      changed?.focus();
    },
    discard() {
      close();
      document.getElementById('main')?.focus({ preventScroll: true });
    },
  };
}

type DraftNoticeProps = Pick<ReturnType<typeof useStoredDraft>, 'restore' | 'discard'>;

function DraftNotice({ at, restore, discard }: DraftNoticeProps & { at: number }) {
  const locale = useRootData();
  return (
    <div role="status" className="notice flex-wrap items-center">
      <p className="min-w-0 flex-1">
        Your unsaved changes from {locale && formatDateTime(new Date(at), locale)}
      </p>
      <button type="button" className="btn" onClick={restore}>
        Restore
      </button>
      <button type="button" className="btn btn-quiet" onClick={discard}>
        Discard
      </button>
    </div>
  );
}
