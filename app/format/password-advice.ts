/** Appends the advice on a weak password, if there is any. */
export function appendPasswordAdvice(text: string, advice: string | undefined): string {
  return advice ? `${text} ${advice}` : text;
}
