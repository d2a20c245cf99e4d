const BROWSERS = [/Edg\//, /OPR\//, /Firefox\//, /Chrome\//, /Safari\//];

const BROWSER_NAMES = ['Edge', 'Opera', 'Firefox', 'Chrome', 'Safari'];

const SYSTEMS = [/Android/, /iPhone|iPad/, /Windows/, /Mac OS/, /Linux/];

const SYSTEM_NAMES = ['Android', 'iOS', 'Windows', 'macOS', 'Linux'];

/** Returns a rough name such as 'Firefox on Windows'. */
export function describeBrowser(agent: string): string {
  const find = (patterns: RegExp[], names: string[]) =>
    names[patterns.findIndex((pattern) => pattern.test(agent))];
  const browser = find(BROWSERS, BROWSER_NAMES) ?? 'Unknown browser';
  const system = find(SYSTEMS, SYSTEM_NAMES);
  return system ? `${browser} on ${system}` : browser;
}
