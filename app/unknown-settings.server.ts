import { type Environment, OTHER_NAMES, SETTING_NAMES } from './settings.server';

const OTHER_PREFIXES = /^(COMPOSE|DOCKER|LITESTREAM|NODE|AWS|LC|npm)_|^LANG$/;

/** First words that other programs hardly use: `SMTP_HOST` is meant for this one. */
const PRODUCT_PREFIXES =
  /^(ADMIN|BACKUPS?|BCRYPT|IMAP|MAIL|METRICS|REFUSE|REQUIRE|SMTP|STANDBY|TRUST)_|^MAX_FILE|^MAX_DEAL/;

export interface UnknownSetting {
  name: string;
  nearest: string;
}

export function findUnknownSettings(
  environment: Environment,
  namesInFile: string[] = [],
): UnknownSetting[] {
  const names = Object.keys(environment).filter((name) => environment[name] !== '');
  return [...new Set([...namesInFile, ...names])].flatMap((name) => {
    if ((SETTING_NAMES as string[]).includes(name)) return [];
    if (OTHER_NAMES.includes(name) || OTHER_PREFIXES.test(name)) return [];
    const { nearest, distance } = findNearestSetting(name);
    const isProbablyOurs =
      namesInFile.includes(name) ||
      PRODUCT_PREFIXES.test(name.toUpperCase()) ||
      distance <= (nearest.length > 5 ? 2 : 1);
    return isProbablyOurs ? [{ name, nearest }] : [];
  });
}

/** Prefers a setting with the same first word to a shorter one that is a letter nearer. */
function findNearestSetting(name: string): { nearest: string; distance: number } {
  const upper = name.toUpperCase();
  const [firstWord] = upper.split('_');
  const ranked = SETTING_NAMES.map((nearest) => {
    const distance = computeEditDistance(upper, nearest);
    return { nearest, distance, rank: distance - (nearest.startsWith(`${firstWord}_`) ? 6 : 0) };
  });
  return ranked.sort((left, right) => left.rank - right.rank)[0]!;
}

function computeEditDistance(left: string, right: string): number {
  let previous = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (const [row, leftLetter] of [...left.slice(0, 100)].entries()) {
    const current = [row + 1];
    for (const [column, rightLetter] of [...right].entries())
      current.push(
        Math.min(
          previous[column]! + (leftLetter === rightLetter ? 0 : 1),
          previous[column + 1]! + 1,
          current[column]! + 1,
        ),
      );
    previous = current;
  }
  return previous.at(-1)!;
}
