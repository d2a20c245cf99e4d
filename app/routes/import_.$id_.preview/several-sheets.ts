import type { Import } from '#db/schema';

export function hasSeveralSheets(sheets: Import['sheets']): boolean {
  return sheets.filter(({ holds }) => holds !== 'ignored').length > 1;
}
