/**
 * On a phone, shows and hides the controls that stand beside it; elsewhere they are always there
 * and it is not. A `<details>` without content of its own, as a closed one's cannot be shown.
 */
export function FiltersButton({ count }: { count: number }) {
  return (
    <details className="filters-button">
      <summary className="btn">Filters{count > 0 && ` (${count})`}</summary>
    </details>
  );
}
