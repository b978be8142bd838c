import { domainToUnicode } from 'node:url'
import { toAsciiDomain } from '#shared/engine/domainName.ts'
import { splitSearchWords } from './foldText.ts'

/** A term in each form it may be stored in. All words of a form must match. */
type SearchTerm = string[][]

/** A domain, alone or in an email address or a URL. */
const hostPattern = /[^\s/\\?#@:%[\],;()<>"]+/gu

/** Converts domains to their stored form: `müller.example` becomes `xn--mller-kva.example`. */
function toStoredHost(text: string): string {
  const ascii = text.includes('.') ? toAsciiDomain(text) : text
  // Otherwise digits of other scripts would become an IP address.
  return ascii.includes('xn--') ? ascii : text
}

/** Converts domains to their written form, as in names and texts. */
const toWrittenHost = (text: string): string =>
  (/(^|\.)xn--/i.test(text) && domainToUnicode(text)) || text

/**
 * Returns the words of one form. The punycode prefix isn't one, because in a long list two letters
 * match only at the beginning of a word.
 */
function getFormWords(form: string): string[] {
  const words = splitSearchWords(form)
  const others = words.filter((word) => word !== 'xn')
  return form.toLowerCase().includes('xn--') && others.length > 0 ? others : words
}

/**
 * Parses a search into terms with folded words. Domains in punycode or with letters outside ASCII
 * have two forms, so that they're found however they're typed. All other terms have one. Terms
 * without words are ignored.
 */
export function parseSearchTerms(text: string): SearchTerm[] {
  const terms = text
    .split(/\s+/)
    .filter((term) => splitSearchWords(term).length > 0)
    .map((term) => {
      const stored = term.replace(hostPattern, toStoredHost)
      const written = term.replace(hostPattern, toWrittenHost)
      const forms = [term, stored, written].map(getFormWords).filter((words) => words.length > 0)
      return [...new Map(forms.map((words) => [words.join(' '), words])).values()]
    })
  const plain = new Set(terms.filter((forms) => forms.length === 1).flat(2))
  const several = terms.filter((forms) => forms.length > 1)
  return [...[...plain].map((word) => [[word]]), ...several]
}
