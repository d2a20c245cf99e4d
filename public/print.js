/* Opens the print dialog at once, and by the page's button. */
const button = document.querySelector('[data-print]');
button.hidden = false;
button.onclick = () => window.print();
window.addEventListener('load', () => window.print());
