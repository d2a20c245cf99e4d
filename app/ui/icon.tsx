import sprite from '~/icons.svg?no-inline';

export type IconName =
  | 'account'
  | 'alert'
  | 'back'
  | 'check'
  | 'close'
  | 'copy'
  | 'delete'
  | 'down'
  | 'download'
  | 'edit'
  | 'evaluate'
  | 'eye'
  | 'eye-off'
  | 'filters'
  | 'logo'
  | 'more'
  | 'plus'
  | 'print'
  | 'search'
  | 'sort'
  | 'up'
  | 'urgent';

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
    <svg
      className={className ? `icon ${className}` : 'icon'}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
