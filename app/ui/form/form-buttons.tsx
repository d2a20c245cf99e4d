import { Link } from '@remix-run/react';

export function FormButtons({ back, button }: { back: string; button: string }) {
  return (
    <div className="flex flex-wrap justify-between gap-2">
      <Link to={back} className="btn">
        Cancel
      </Link>
      <button className="btn btn-primary">{button}</button>
    </div>
  );
}
