import { emailTextMessages } from './messages.ts'

/**
 * Links with a path, a query, or a fragment, which can contain a token. A host without them can't.
 * Punctuation after a link isn't a part of it.
 */
const secretLinks = /[a-z][a-z\d+.-]*:\/\/[^\s/?#]+[/?#]\S*?(?=[.,;:!?)\]>"']*(?:\s|$))/giu

/** Replaces links that could be secret, and these codes, in the text of an email that is saved. */
export function removeSecretParts(text: string, codes: readonly string[]): string {
  const withoutLinks = text.replaceAll(secretLinks, emailTextMessages.linkRemoved)
  return codes
    .filter((code) => code !== '')
    .reduce((saved, code) => saved.replaceAll(code, emailTextMessages.codeRemoved), withoutLinks)
}
