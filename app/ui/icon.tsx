/** Follows the order of the squares in icons.svg, from its top. */
export const ICON_NAMES = [
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
export type IconName = (typeof ICON_NAMES)[number];

const getIconClass = (name: IconName) => `[--i:${ICON_NAMES.indexOf(name)}]`;

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
      className={
        className ? `icon ${getIconClass(name)} ${className}` : `icon ${getIconClass(name)}`
      }
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    />
  );
}

/** Draws the icon on the button itself, without another element. */
export const getIconButtonClass = (name: IconName) => `btn btn-icon ${getIconClass(name)}`;
