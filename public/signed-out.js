/* All that runs on the signed-out pages, which come without the application's scripts. */
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
const cookie = document.currentScript.dataset.timeZoneCookie;
if (cookie) document.cookie = cookie.replace('=', `=${timeZone}`);

for (const button of document.querySelectorAll('[data-reveal]')) {
  const input = document.getElementById(button.dataset.reveal);
  button.hidden = false;
  button.onclick = () => {
    const shown = input.type === 'password';
    input.type = shown ? 'text' : 'password';
    button.ariaPressed = String(shown);
    button.ariaLabel = shown ? 'Hide password' : 'Show password';
    button.querySelector('use').setAttribute('href', shown ? '#i-eye-off' : '#i-eye');
  };
}

let isSent = false;
document.addEventListener('submit', (event) => {
  if (isSent) event.preventDefault();
  isSent = true;
  // It may have been stopped, or never arrived.
  setTimeout(() => (isSent = false), 3_000);
});
