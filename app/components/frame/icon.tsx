/** In the order of their squares in icons.svg, from its top. */
export const ICONS = [
  'account',
  'alert',
  'back',
  'check',
  'close',
  'copy',
  'delete',
  'down',
  'download',
  'edit',
  'evaluate',
  'eye',
  'eye-off',
  'filters',
  'logo',
  'plus',
  'print',
  'search',
  'sort',
  'up',
  'urgent',
  'more',
] as const;
export type IconName = (typeof ICONS)[number];

const placeOf = (name: IconName) => `[--i:${ICONS.indexOf(name)}]`;

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
      className={className ? `icon ${placeOf(name)} ${className}` : `icon ${placeOf(name)}`}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    />
  );
}

/** The classes of a button that is an icon, without an element for it. */
export const iconButton = (name: IconName) => `btn btn-icon ${placeOf(name)}`;
