/**
 * Formats an identifier as words: `order.callback_failed` and `orderCallbackFailed` become "Order
 * callback failed".
 */
export function formatIdentifierAsWords(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1)
}
