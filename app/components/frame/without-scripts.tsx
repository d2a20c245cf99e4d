import { useMatches } from '@remix-run/react';
import { useContext } from 'react';
import { useHydrated } from './hydrated';
import { Nonce } from './nonce';

/** A route with this `handle` is sent without the application's scripts: a form and some links work as they are. */
export const WITHOUT_SCRIPTS = { withoutScripts: true };

/** True where the page runs without them; false once an application that runs already comes to such a route. */
export function useWithoutScripts(): boolean {
  const withoutScripts = useMatches().some(({ handle }) => handle === WITHOUT_SCRIPTS);
  return !useHydrated() && withoutScripts;
}

/** All that a light page runs. It is sent as its source, so it knows nothing but what is in it. */
function enhance(): void {
  document.cookie = `tz=${Intl.DateTimeFormat().resolvedOptions().timeZone}; path=/; max-age=31536000; samesite=lax`;
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-reveal]')) {
    const input = document.getElementById(button.dataset.reveal!) as HTMLInputElement;
    button.hidden = false;
    button.onclick = () => {
      const shown = input.type === 'password';
      input.type = shown ? 'text' : 'password';
      button.ariaPressed = String(shown);
      button.ariaLabel = shown ? 'Hide password' : 'Show password';
      button.querySelector('use')!.setAttribute('href', shown ? '#i-eye-off' : '#i-eye');
    };
  }
  let isSent = false;
  document.addEventListener('submit', (event) => {
    if (isSent) event.preventDefault();
    isSent = true;
    // It may have been stopped, or never arrived.
    setTimeout(() => (isSent = false), 3_000);
  });
}

export function PlainPageScript() {
  return (
    <script
      nonce={useContext(Nonce)}
      dangerouslySetInnerHTML={{ __html: `(${enhance.toString()})()` }}
    />
  );
}
