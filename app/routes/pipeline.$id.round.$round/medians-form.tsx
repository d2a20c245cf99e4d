import { Form, Link } from '@remix-run/react';

interface MediansFormProps {
  rows: { label: string; now: string; median: string }[];
}

export function MediansForm({ rows }: MediansFormProps) {
  return (
    <Form method="post" className="card grid max-w-160 gap-3">
      <h2>Use medians for the evaluation</h2>
      <table>
        <thead>
          <tr className="text-left">
            <th scope="col">Criterion</th>
            <th scope="col" className="wrap-normal">
              Now
            </th>
            <th scope="col" className="wrap-normal">
              Median
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, now, median }) => (
            <tr key={label} className="hairline-t">
              <th scope="row" className="py-1 text-left font-normal">
                {label}
              </th>
              <td className="tabular">{now}</td>
              <td className="tabular">{median}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="muted">Criteria that nobody assessed keep their score.</p>
      <div className="flex flex-wrap justify-between gap-2">
        <Link to="?" className="btn">
          Cancel
        </Link>
        <button name="intent" value="medians" className="btn btn-primary">
          Use medians
        </button>
      </div>
    </Form>
  );
}
