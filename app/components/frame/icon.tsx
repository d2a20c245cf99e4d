/** The class of each icon: the place of its square in icons.svg, from the top. */
export const ICONS = {
  account: '[--i:0]',
  alert: '[--i:1]',
  back: '[--i:2]',
  check: '[--i:3]',
  close: '[--i:4]',
  copy: '[--i:5]',
  delete: '[--i:6]',
  down: '[--i:7]',
  download: '[--i:8]',
  edit: '[--i:9]',
  evaluate: '[--i:10]',
  eye: '[--i:11]',
  'eye-off': '[--i:12]',
  filters: '[--i:13]',
  logo: '[--i:14]',
  plus: '[--i:15]',
  print: '[--i:16]',
  search: '[--i:17]',
  sort: '[--i:18]',
  up: '[--i:19]',
  urgent: '[--i:20]',
  more: '[--i:21]',
} as const;
export type IconName = keyof typeof ICONS;

/** Decorative unless it has a `label`. Drawn by styles/icons.css. */
export function Icon({
  name,
  label,
  className,
}: {
  name: IconName;
  label?: string;
  className?: string;
}) {
  return (
    <i
      className={className ? `icon ${ICONS[name]} ${className}` : `icon ${ICONS[name]}`}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    />
  );
}

/** The classes of a button that is an icon, without an element for it. */
export const iconButton = (name: IconName) => `btn btn-icon ${ICONS[name]}`;
