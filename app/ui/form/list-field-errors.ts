interface ErrorLookup {
  fields: Partial<Record<string, { id: string }>>;
  labels: Partial<Record<string, string>>;
}

/** Lists the first error of each field, for the summary above the form. */
export function listFieldErrors(
  errors: Record<string, string[]>,
  { fields, labels }: ErrorLookup,
): { id: string; label: string; message: string }[] {
  return Object.entries(errors).map(([path, [message = '']]) => ({
    id: fields[path]?.id ?? path,
    label: labels[path] ?? path,
    message,
  }));
}
