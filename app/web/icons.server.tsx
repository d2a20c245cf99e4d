import {
  ArrowDown,
  ArrowLeft,
  ArrowUp,
  ArrowUpDown,
  ChartColumn,
  Check,
  CircleAlert,
  CircleUser,
  ClipboardCheck,
  Copy,
  Download,
  Eye,
  EyeOff,
  type IconNode,
  Keyboard,
  Monitor,
  Moon,
  Pencil,
  Plus,
  Printer,
  Rows3,
  Rows4,
  Search,
  Siren,
  SlidersHorizontal,
  Sun,
  Trash2,
  TrendingUp,
  Upload,
  X,
} from 'lucide';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

const ICONS = {
  account: CircleUser,
  back: ArrowLeft,
  down: ArrowDown,
  up: ArrowUp,
  sort: ArrowUpDown,
  chart: ChartColumn,
  check: Check,
  copy: Copy,
  alert: CircleAlert,
  comfortable: Rows3,
  compact: Rows4,
  evaluate: ClipboardCheck,
  download: Download,
  eye: Eye,
  'eye-off': EyeOff,
  edit: Pencil,
  filters: SlidersHorizontal,
  keyboard: Keyboard,
  system: Monitor,
  light: Sun,
  dark: Moon,
  plus: Plus,
  print: Printer,
  search: Search,
  urgent: Siren,
  delete: Trash2,
  logo: TrendingUp,
  upload: Upload,
  close: X,
} satisfies Record<string, IconNode>;
export type IconName = keyof typeof ICONS;

/** Every icon once per page, referenced by `Icon`: table rows stay small. Drawn once. */
export const ICON_SPRITE = renderToStaticMarkup(
  <>
    {Object.entries(ICONS).map(([name, nodes]) => (
      <symbol key={name} id={`i-${name}`} viewBox="0 0 24 24">
        {nodes.map(([tag, attributes], i) => createElement(tag, { ...attributes, key: i }))}
      </symbol>
    ))}
  </>,
);
