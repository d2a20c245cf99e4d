import { Link } from '@remix-run/react';
import type { ItemView } from './item-view.server';

export function ItemMeta({ item }: { item: ItemView }) {
  return (
    <p className="text-ink-muted">
      {item.sender && <bdi className="text-ink">{item.sender}</bdi>}
      {item.sender && ' · '}
      {item.source} · {item.receivedAt}
    </p>
  );
}

export function ItemFiles({ files }: Pick<ItemView, 'files'>) {
  if (!files.length) return null;
  return (
    <ul aria-label="Files" className="flex flex-wrap gap-x-4 gap-y-1">
      {files.map(({ id, name, size, address }) => (
        <li key={id} className="min-w-0">
          <a href={address} className="link wrap-anywhere">
            <bdi>{name}</bdi>
          </a>{' '}
          <span className="muted">{size}</span>
        </li>
      ))}
    </ul>
  );
}

export function ItemMatches({ matches }: Pick<ItemView, 'matches'>) {
  if (!matches.length) return null;
  return (
    <ul aria-label="Deals that it may belong to">
      {matches.map(({ dealId, companyName, ownerName, label }) => (
        <li key={dealId} className="wrap-anywhere">
          {label}{' '}
          <Link to={`/pipeline/${dealId}`} className="link font-semibold">
            <bdi>{companyName}</bdi>
          </Link>{' '}
          <span className="muted">{ownerName}</span>
        </li>
      ))}
    </ul>
  );
}

export function AddToDealButtons({ matches }: Pick<ItemView, 'matches'>) {
  return matches.map(({ dealId, companyName }) => (
    <button
      key={dealId}
      name="intent"
      value={`add ${dealId}`}
      formNoValidate
      className="btn max-w-full"
    >
      <span className="truncate">Add to {companyName}</span>
    </button>
  ));
}
