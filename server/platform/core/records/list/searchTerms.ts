import { domainToUnicode } from 'node:url'
import { toAsciiDomain } from '#shared/engine/domainName.ts'
import { splitSearchWords } from '#server/platform/database/migrations/folding.ts'

/** A term in each form that it may be stored in; all words of a form must be found. */
type SearchTerm = string[][]

/** A domain, alone or in an email address or a URL. */
const hostPattern = /[^\s/\\?#@:%[\],;()<>"]+/gu

/** `müller.example` as domains and email addresses are stored: `xn--mller-kva.example`. */
function toStoredHost(text: string): string {
  const ascii = text.includes('.') ? toAsciiDomain(text) : text
  // Digits of other scripts would become an IP address.
  return ascii.includes('xn--') ? ascii : text
}

/** The same as people write it, and as it stands in names and texts. */
const toWrittenHost = (text: string): string =>
  (/(^|\.)xn--/i.test(text) && domainToUnicode(text)) || text

/** The words of one form. The prefix of punycode alone isn't one: in a long list, two letters are found only where a word begins. */
function getFormWords(form: string): string[] {
  const words = splitSearchWords(form)
  const others = words.filter((word) => word !== 'xn')
  return form.toLowerCase().includes('xn--') && others.length > 0 ? others : words
}

/**
 * The terms of a search, with the words of each folded. Hosts with letters outside ASCII, or in punycode, have two forms, so that
 * they're found however they were typed. All other terms have one. A term without words counts for nothing.
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
