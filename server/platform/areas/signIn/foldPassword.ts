/** Removes case and accents. For comparison only. */
export const foldPassword = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
