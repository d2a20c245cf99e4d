import type { DomNode, FormatCallback, RecursiveCallback } from 'html-to-text';

const MAX_SECTION_DEPTH = 10;

const SECTIONS = ['thead', 'tbody', 'tfoot', 'center', 'form'];

/**
 * Writes a table with a line for each row and ' | ' between its cells. A row whose cells have
 * several lines, as in newsletters, is written cell below cell.
 */
export const formatTable: FormatCallback = (table, walk, builder) => {
  builder.openTable();
  addRows(table.children ?? [], { walk, builder });
  builder.closeTable({ tableToString: joinRows, leadingLineBreaks: 2, trailingLineBreaks: 2 });
};

interface TableContext {
  walk: RecursiveCallback;
  builder: Parameters<FormatCallback>[2];
}

function addRows(nodes: DomNode[], context: TableContext, depth = 0): void {
  for (const node of nodes) {
    const { name = '', children = [] } = node;
    if (SECTIONS.includes(name) && depth < MAX_SECTION_DEPTH) addRows(children, context, depth + 1);
    else addRow(name === 'tr' ? children : [node], context);
  }
}

function addRow(nodes: DomNode[], { walk, builder }: TableContext): void {
  builder.openTableRow();
  for (const node of nodes) {
    const isCell = node.name === 'td' || node.name === 'th';
    const isText = node.type === 'text' && Boolean(node.data?.trim());
    if (!isCell && !isText && node.type !== 'tag') continue;
    builder.openTableCell();
    walk(isCell ? node.children : [node], builder);
    builder.closeTableCell();
  }
  builder.closeTableRow();
}

function joinRows(rows: { text: string }[][]): string {
  const texts = rows.map((row) => row.map(({ text }) => text.trim()));
  const isData = hasColumns(texts);
  return texts
    .map((row) => joinCells(isData && row.some(Boolean) ? row : row.filter(Boolean)))
    .filter(Boolean)
    .join('\n');
}

/** Checks for columns that empty cells would shift; empty cells of layouts are spaces between others. */
function hasColumns(rows: string[][]): boolean {
  const filled = rows.filter((row) => row.filter(Boolean).length > 1);
  return filled.length > 1 && rows.every((row) => !row.some((text) => text.includes('\n')));
}

function joinCells(cells: string[]): string {
  if (cells.some((text) => text.includes('\n'))) return cells.join('\n');
  // Headers of forwarded emails may be a table with "From:" in a cell of its own.
  return cells.map((text, i) => text + getSeparator(text, i === cells.length - 1)).join('');
}

function getSeparator(text: string, isLast: boolean): string {
  if (isLast) return '';
  return text.endsWith(':') ? ' ' : ' | ';
}
