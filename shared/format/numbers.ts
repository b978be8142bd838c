/** Makes a way to write numbers once: to make one costs far more than to write a number with it. */
export function createNumberFormat(
  options: Intl.NumberFormatOptions = {},
): (value: number) => string {
  return new Intl.NumberFormat('en-US', options).format
}

/** 1250 is "1,250". */
export const formatNumber = createNumberFormat()
