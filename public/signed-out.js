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
    button.querySelector('.icon').className = `icon i-${shown ? 'eye-off' : 'eye'}`;
  };
}

/* The messages of the product (data-message) in place of the browser's, without the server: it would
   send the form back without the passwords. */
const form = document.querySelector('form[method="post"]');
if (form) {
  form.noValidate = false;
  form.addEventListener('invalid', refuse, true);
  form.addEventListener('input', ({ target }) => {
    const { password, confirmPassword } = form.elements;
    const differs = confirmPassword && confirmPassword.value !== password.value;
    confirmPassword?.setCustomValidity(differs ? 'differs' : '');
    if (target.validity.valid) clear(target);
  });
}

function refuse(event) {
  const field = event.target;
  const { message } = field.dataset;
  if (!message) return;
  event.preventDefault();
  clear(field);
  // Two empty passwords do match; only the first of them is refused.
  const { password, confirmPassword } = form.elements;
  if (field === confirmPassword && field.value === password.value) return;
  const error = document.createElement('p');
  error.id = `${field.id}-error`;
  error.className = 'error';
  error.innerHTML = '<i class="icon i-alert" aria-hidden="true"></i>';
  error.append(message);
  field.closest('.grid').append(error);
  field.ariaInvalid = 'true';
  field.setAttribute('aria-describedby', `${described(field)} ${error.id}`.trim());
  form.querySelector('[aria-invalid="true"]').focus();
}

function clear(field) {
  document.getElementById(`${field.id}-error`)?.remove();
  field.removeAttribute('aria-invalid');
  if (described(field)) field.setAttribute('aria-describedby', described(field));
  else field.removeAttribute('aria-describedby');
}

/* The hint, without the error. */
function described(field) {
  const ids = field.getAttribute('aria-describedby') ?? '';
  return ids.replace(`${field.id}-error`, '').trim();
}

let isSent = false;
document.addEventListener('submit', (event) => {
  if (isSent) event.preventDefault();
  isSent = true;
  // It may have been stopped, or never arrived.
  setTimeout(() => (isSent = false), 3_000);
});
