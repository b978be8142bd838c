import autocannon from 'autocannon'

/**
 * Asks so many times, over several connections at once; every answer must be a 200.
 *
 * @param {string} url
 * @param {{ amount: number, connections?: number, headers?: Record<string, string> }} options
 */
export async function ask(url, { amount, connections = 16, headers = {} }) {
  const result = await autocannon({ url, amount, connections, headers })
  const answered = result['2xx']
  if (answered !== amount) throw new Error(`${url}: ${answered} of ${amount} answers were good`)
}
