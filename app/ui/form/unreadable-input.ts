/**
 * Holds back forms with a number or date that the browser cannot read, such as '7-8' or a day without
 * a year. It would send an empty value, which clears the stored one; forms that leave other checks to
 * the server have switched this one off, too.
 */
export function holdUnreadableInput(): void {
  // Before React, which handles the event at the document.
  window.addEventListener('submit', hold, { capture: true });
}

function hold(event: SubmitEvent): void {
  const controls = [...(event.target as HTMLFormElement).elements] as HTMLInputElement[];
  const unreadable = controls.find(({ validity }) => validity?.badInput);
  if (!unreadable) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  unreadable.reportValidity();
}
