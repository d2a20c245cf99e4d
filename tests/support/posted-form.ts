/** Returns what a browser would send of a page's selects, hidden fields and chosen radio buttons. */
export function collectFormValues(html: string): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [select, name = ''] of html.matchAll(
    /<select[^>]*name="([^"]*)"[\s\S]*?<\/select>/g,
  )) {
    const options = [...select.matchAll(/<option[^>]*value="([^"]*)"[^>]*>/g)];
    const chosen = options.find(([option]) => /\sselected/.test(option)) ?? options[0];
    values[name] = decodeText(chosen?.[1] ?? '');
  }
  for (const [input] of html.matchAll(/<input[^>]*>/g)) {
    const [, name] = /name="([^"]*)"/.exec(input) ?? [];
    const isSent = /type="hidden"/.test(input) || /\schecked/.test(input);
    if (name && isSent) values[name] = decodeText(/value="([^"]*)"/.exec(input)?.[1] ?? '');
  }
  return values;
}

function decodeText(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&');
}
