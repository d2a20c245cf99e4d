/** The parts of exceljs that write workbooks as a stream, loaded without the rest of it. */
declare module 'exceljs/lib/stream/xlsx/workbook-writer.js' {
  import { stream } from 'exceljs';
  export default stream.xlsx.WorkbookWriter;
}
declare module 'exceljs/lib/stream/xlsx/worksheet-writer.js';
