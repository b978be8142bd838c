export const parseWords = (text: string): readonly string[] => text.trim().split(/\s+/)

export const parseLines = (text: string): readonly string[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim())

/** As a code or an address writes it: "Aubépine Hôtels" is "aubepine-hotels"; empty when nothing of it is Latin. */
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
