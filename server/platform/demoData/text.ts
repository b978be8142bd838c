export const parseWords = (text: string): readonly string[] => text.trim().split(/\s+/)

export const parseLines = (text: string): readonly string[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim())

/**
 * Converts a text for codes and URLs: "Aubépine Hôtels" becomes "aubepine-hotels". Empty if the
 * text has no Latin letters or digits.
 */
export const toSlug = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[øØ]/g, 'o')
    .replaceAll(/[łŁ]/g, 'l')
    .replaceAll('ı', 'i')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
