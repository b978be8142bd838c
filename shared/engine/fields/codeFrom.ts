import { plainLetters } from '#shared/plainLetters.ts'
import type { Field } from './fields.ts'

/** A code made of a text: its letters and digits, without what they have above them, the rest as hyphens; empty when nothing of it is left. */
export const codeFrom = (text: string, { max }: Pick<Field, 'max'>): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/gu, (letter) => plainLetters[letter] ?? letter)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, max)
    .replace(/-$/, '')
