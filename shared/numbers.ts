/** Makes a way to write numbers once: to make one costs a hundred times what it costs to write a number with it. */
export function numberFormat(options: Intl.NumberFormatOptions = {}): (value: number) => string {
  return new Intl.NumberFormat('en-US', options).format
}

/** 1250 is "1,250". */
export const formatNumber = numberFormat()
