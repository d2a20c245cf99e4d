import { MB } from '~/domain/attachment/size';
import { formatNumber } from '~/domain/text/text';

/** Returns '12 B', '3.4 KB' or '50 MB'. */
export function formatFileSize(bytes: number): string {
  if (bytes < 1024) return `${formatNumber(bytes)} B`;
  const [size, unit] = bytes < MB ? [bytes / 1024, 'KB'] : [bytes / MB, 'MB'];
  return `${size.toLocaleString('en', { maximumFractionDigits: size < 10 ? 1 : 0 })} ${unit}`;
}
