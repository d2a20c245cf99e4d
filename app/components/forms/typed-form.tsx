import { useLocation } from '@remix-run/react';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useRootData } from '~/components/frame/root-data';
import { formatDateTime } from '~/models/dates';
import {
  differs,
  type Fields,
  fieldsOf,
  fillIn,
  keyOf,
  noteSubmitted,
  readTypedText,
  type TypedText,
  writeTypedText,
} from './typed-text';
import { type Sender, useResend } from './unsent';
import { useUnsavedGuard } from './unsaved';

/** In ms. */
const STORE_AFTER = 500;

interface TypedForm {
  form: RefObject<HTMLFormElement>;
  /** What is said if it cannot be sent. */
  failure: string;
  /** Whether something is typed at first. */
  startsTyped?: boolean;
  isSending: boolean;
  /** Whether there is something to lose; by default once something is typed. */
  isUnsaved?: boolean;
  /** Called when stored text has been filled in. */
  onRestore?: () => void;
  fetcher?: Sender;
}

/**
 * A form whose text is not lost: leaving asks first, what was not sent is sent again on request, and
 * what is typed is stored in this browser and offered when the form is opened again.
 */
export function useTypedForm({ form, failure, fetcher, ...options }: TypedForm) {
  const [isTyped, setTyped] = useState(options.startsTyped ?? false);
  useUnsavedGuard((options.isUnsaved ?? isTyped) && !options.isSending);
  const resend = useResend(failure, fetcher);
  const stored = useStoredText(form, () => {
    setTyped(true);
    options.onRestore?.();
  });
  return {
    onInput() {
      setTyped(true);
      stored.onInput();
    },
    /** Empties the form, once its text is saved. */
    clear() {
      form.current?.reset();
      setTyped(false);
    },
    onSubmit(event: FormEvent<HTMLFormElement>) {
      stored.onSubmit();
      resend.onSubmit(event);
    },
    notices: (stored.earlier || resend.notice) && (
      <>
        {stored.earlier && <StoredTextNotice {...stored} at={stored.earlier.at} />}
        {resend.notice}
      </>
    ),
  };
}

/** `earlier` is what was stored before and differs from what the form shows. */
function useStoredText(form: RefObject<HTMLFormElement>, onRestore: () => void) {
  const { pathname } = useLocation();
  const key = keyOf(useRootData()?.viewer?.email, pathname);
  const [earlier, setEarlier] = useState<TypedText>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const opened = useRef<Fields>([]);
  const current = () => (form.current ? fieldsOf(form.current) : []);

  useEffect(() => {
    const text = readTypedText(key);
    opened.current = form.current ? fieldsOf(form.current) : [];
    if (text && differs(text.fields, opened.current)) setEarlier(text);
    return () => clearTimeout(timer.current);
  }, [key, form]);

  function store() {
    if (differs(current(), opened.current)) writeTypedText(key, current());
    else if (earlier) writeTypedText(key, earlier.fields);
    else localStorage.removeItem(key);
  }
  function close() {
    setEarlier(undefined);
    localStorage.removeItem(key);
  }
  return {
    earlier,
    onInput() {
      clearTimeout(timer.current);
      timer.current = setTimeout(store, STORE_AFTER);
    },
    onSubmit() {
      clearTimeout(timer.current);
      store();
      const fields = current();
      noteSubmitted(key, () => (opened.current = fields));
    },
    restore() {
      if (!form.current || !earlier) return;
      const changed = fillIn(form.current, earlier.fields);
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

type StoredTextNoticeProps = Pick<ReturnType<typeof useStoredText>, 'restore' | 'discard'>;

function StoredTextNotice({ at, restore, discard }: StoredTextNoticeProps & { at: number }) {
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
