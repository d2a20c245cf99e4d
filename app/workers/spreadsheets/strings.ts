import type { XmlHandler } from './xml';

/** `_x000D_` is how workbooks write what XML cannot hold. */
export function unescaped(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) =>
        String.fromCharCode(parseInt(code, 16)),
      )
    : text;
}

/** Collects the texts of a workbook, each the sum of its differently formatted parts. */
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
      if (isText) text += more;
    },
    close: (name) => {
      isText = false;
      if (name === 'rPh') isReading = false;
      if (name === 'si') strings.push(unescaped(text));
    },
  };
}
