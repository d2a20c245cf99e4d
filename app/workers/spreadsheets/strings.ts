import { MAX_CELL, MAX_TEXTS, tooManyTexts } from './limits';
import type { XmlHandler } from './xml';

/** In code units: a character may be written in seven. */
export const MAX_ESCAPED = 7 * MAX_CELL + 7;

/** `_x000D_` is how workbooks write what XML cannot hold. */
export function unescaped(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) =>
        String.fromCharCode(parseInt(code, 16)),
      )
    : text;
}

/**
 * Collects the texts of a workbook, each the sum of its differently formatted parts. One that is too
 * long for a cell is cut to a length by which the cell is known.
 */
export function stringsInto(strings: string[]): XmlHandler {
  let text = '';
  let isText = false;
  let isReading = false;
  return {
    open: (name) => {
      if (name === 'si') text = '';
      // How to read Japanese names is not part of them.
      if (name === 'rPh') isReading = true;
      isText = name === 't' && !isReading;
    },
    text: (more) => {
      if (isText && text.length <= MAX_ESCAPED) text += more;
    },
    close: (name) => {
      isText = false;
      if (name === 'rPh') isReading = false;
      if (name !== 'si') return;
      if (strings.push(unescaped(text).slice(0, MAX_CELL + 1)) > MAX_TEXTS) throw tooManyTexts();
    },
  };
}
