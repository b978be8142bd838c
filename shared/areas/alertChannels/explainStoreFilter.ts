import { noFilterMessage } from './messages.ts'
import { findMisplacedParams, formatStoreFilter, parseStoreFilter } from './storeFilter.ts'
import { storeFilterMessages } from './storeFilterMessages.ts'

/**
 * Returns why a text can't be the filter of a rule; null if it can. In a file of its own, because
 * every page loads the definition of rules.
 */
export function explainStoreFilter(text: string): string | null {
  if (!text.includes('=')) return noFilterMessage
  const view = parseStoreFilter(text)
  if (view.query.selection) return storeFilterMessages.savedSelection
  const [first] = findMisplacedParams(view)
  if (first) return storeFilterMessages.ignoredParam(first.name, first.reason)
  return formatStoreFilter(view) === '' ? noFilterMessage : null
}
