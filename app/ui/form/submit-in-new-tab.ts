import type { MouseEvent } from 'react';

/** Submits a form in a tab of its own, which a form with client-side navigation would not. */
export function submitInNewTab(event: MouseEvent<HTMLButtonElement>): void {
  const { form, formAction, formMethod } = event.currentTarget;
  if (!form?.checkValidity()) return;
  event.preventDefault();
  const { action, method, target } = form;
  Object.assign(form, { action: formAction, method: formMethod || method, target: '_blank' });
  form.submit();
  Object.assign(form, { action, method, target });
}
