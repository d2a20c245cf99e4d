import type { MouseEvent } from 'react';

/** Submits a form in a tab of its own, which a form with client-side navigation would not. */
export function submitInNewTab(event: MouseEvent<HTMLButtonElement>): void {
  const { form, formAction, formMethod } = event.currentTarget;
  if (!form?.checkValidity()) return;
  event.preventDefault();
  const restored = { action: form.getAttribute('action'), method: form.method };
  form.setAttribute('action', formAction);
  form.method = formMethod || form.method;
  form.target = '_blank';
  form.submit();
  // Restores the attribute: the property `action` is an absolute address even where there was none.
  if (restored.action === null) form.removeAttribute('action');
  else form.setAttribute('action', restored.action);
  form.method = restored.method;
  form.removeAttribute('target');
}
