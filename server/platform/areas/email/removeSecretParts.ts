import { emailTextMessages } from './messages.ts'

/** Punctuation after a link isn't a part of it. */
const punctuation = '.,;:!?)]>"\''

/** Characters of a scheme, such as https. */
const schemeCharacter = /^[a-z\d+.-]$/i

/**
 * Replaces the link in a word if it has a path, a query, or a fragment, which can contain a token.
 * A host without them can't.
 */
function removeLink(word: string): string {
  const at = word.indexOf('://')
  if (at < 0 || !/[/?#]/.test(word.slice(at + 3))) return word
  let start = at
  while (schemeCharacter.test(word.charAt(start - 1))) start--
  let end = word.length
  while (punctuation.includes(word.charAt(end - 1))) end--
  return word.slice(0, start) + emailTextMessages.linkRemoved + word.slice(end)
}

/** Replaces links that could be secret, and these codes, in the text of an email that is saved. */
export function removeSecretParts(text: string, codes: readonly string[]): string {
  const withoutLinks = text.replaceAll(/\S+/g, removeLink)
  return codes
    .filter((code) => code !== '')
    .reduce((saved, code) => saved.replaceAll(code, emailTextMessages.codeRemoved), withoutLinks)
}
