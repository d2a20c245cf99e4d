/* The page for paper: opens the browser's print dialog, at once and by its button. */
const button = document.querySelector('[data-print]');
button.hidden = false;
button.onclick = () => window.print();
window.addEventListener('load', () => window.print());
