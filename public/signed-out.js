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

/* Validates with the product's messages (data-message) below the fields, since the server would
   return the form without passwords. */
const form = document.querySelector('form[method="post"]');
form?.addEventListener('submit', (event) => {
  const checked = [...form.elements].filter((field) => field.dataset.message);
  for (const field of checked) showError(field, isValid(field) ? '' : field.dataset.message);
  const invalid = checked.find((field) => field.ariaInvalid);
  if (!invalid) return;
  event.preventDefault();
  invalid.focus();
});
form?.addEventListener('input', ({ target }) => showError(target, ''));

function isValid(field) {
  const isRepeated =
    field.name !== 'confirmPassword' || field.value === form.elements.password.value;
  return field.validity.valid && isRepeated;
}

function showError(field, message) {
  const id = `${field.id}-error`;
  document.getElementById(id)?.remove();
  const described = (field.getAttribute('aria-describedby') ?? '').split(' ');
  const others = described.filter((other) => other && other !== id);
  field.ariaInvalid = message ? 'true' : null;
  field.setAttribute('aria-describedby', [...others, ...(message ? [id] : [])].join(' '));
  if (!message) return;
  const error = document.createElement('p');
  error.id = id;
  error.className = 'error';
  error.textContent = message;
  field.labels[0].parentElement.append(error);
}

let isSent = false;
document.addEventListener('submit', (event) => {
  if (event.defaultPrevented) return;
  if (isSent) event.preventDefault();
  isSent = true;
  // Allows another attempt: the request may have been stopped, or never arrived.
  setTimeout(() => (isSent = false), 3_000);
});
