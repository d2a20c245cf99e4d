import { Link } from '@remix-run/react';
import { Icon } from '~/ui/icon';
import { useFromQuery } from '~/ui/layout/from-query';

export function FirstDealLinks() {
  return (
    <p className="mt-4 flex flex-wrap justify-center gap-2">
      <Link to={`/pipeline/new${useFromQuery()}`} className="btn btn-primary">
        <Icon name="plus" />
        Add New Deal
      </Link>
      <Link to="/import" className="btn">
        Import a spreadsheet
      </Link>
    </p>
  );
}
