/* Runs on signed-out pages, which come without the application's scripts. */
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
    button.querySelector('.icon').className = `icon ${shown ? '[--i:12]' : '[--i:11]'}`;
  };
}

/* Validates with the product's messages (data-message), since the server would return the form
   without passwords. */
const form = document.querySelector('form[method="post"]');
if (form) {
  form.noValidate = false;
  form.addEventListener('invalid', ({ target }) => say(target, target.dataset.message), true);
  form.addEventListener('input', ({ target }) => {
    say(target, '');
    const { password, confirmPassword } = form.elements;
    if (!confirmPassword) return;
    const differs = confirmPassword.value !== password.value;
    say(confirmPassword, differs ? confirmPassword.dataset.message : '');
  });
}

function say(field, message) {
  field.setCustomValidity(message ?? '');
}

let isSent = false;
document.addEventListener('submit', (event) => {
  if (isSent) event.preventDefault();
  isSent = true;
  // Allows another attempt: the request may have been stopped, or never arrived.
  setTimeout(() => (isSent = false), 3_000);
});
