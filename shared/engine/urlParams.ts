/** URL parameter that names the outcome of the last action. */
export const flashParam = 'notice'

/** Removes one parameter from a query string. */
export function removeParam(search: string, name: string): string {
  const pairs = search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && pair.split('=')[0] !== name)
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}
