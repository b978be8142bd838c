/** Creates a number formatter to reuse: creating one costs far more than formatting a number. */
export function createNumberFormat(
  options: Intl.NumberFormatOptions = {},
): (value: number) => string {
  return new Intl.NumberFormat('en-US', options).format
}

/** Formats 1250 as "1,250". */
export const formatNumber = createNumberFormat()
