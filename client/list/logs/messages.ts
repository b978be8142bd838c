/** Texts of a log row about the fields that an entry changed. */
export const logChangeMessages = {
  fromTo: (field: string, from: string, to: string) => `${field} changed from ${from} to ${to}`,
  set: (field: string, to: string) => `${field}: ${to}`,
  cleared: (field: string, from: string) => `${field} cleared (was ${from})`,
  changed: (field: string) => `${field} changed`,
  value: (field: string, value: string) => `${field} ${value}`,
  list: (changes: readonly string[], rest: number) =>
    [...changes, ...(rest > 0 ? [`${rest} more`] : [])].join(', '),
}
