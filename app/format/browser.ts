type NamedPattern = [name: string, pattern: RegExp];

/** Chrome names Safari as well, and the others name Chrome: the first match counts. */
const BROWSERS: NamedPattern[] = [
  ['Edge', /Edg\//],
  ['Opera', /OPR\//],
  ['Firefox', /Firefox\//],
  ['Chrome', /Chrome\//],
  ['Safari', /Safari\//],
];

/** Android names Linux, and iOS names Mac OS. */
const SYSTEMS: NamedPattern[] = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS/],
  ['Linux', /Linux/],
];

/** Returns a rough name such as 'Firefox on Windows'. */
export function describeBrowser(agent: string): string {
  const browser = findName(BROWSERS, agent) ?? 'Unknown browser';
  const system = findName(SYSTEMS, agent);
  return system ? `${browser} on ${system}` : browser;
}

function findName(patterns: NamedPattern[], agent: string): string | undefined {
  return patterns.find(([, pattern]) => pattern.test(agent))?.[0];
}
