/** The claims that a provider sends about a person: each has its values as text. */
export type Claims = Record<string, string[]>

const claimLimits = { claims: 60, values: 100, characters: 500 }

/**
 * Parses claims for storage and display. Limits their number and length, and replaces characters
 * that the database can't store.
 */
export function parseClaims(rawClaims: object): Claims {
  const entries = Object.entries(rawClaims)
    .map(([name, value]): [string, string[]] => [toClaimText(name), toClaimTexts(value)])
    .filter(([, values]) => values.length > 0)
  return Object.fromEntries(entries.slice(0, claimLimits.claims))
}

function toClaimTexts(value: unknown): string[] {
  const values: unknown[] = Array.isArray(value) ? value : [value]
  return values
    .slice(0, claimLimits.values)
    .filter((one) => ['string', 'number', 'boolean'].includes(typeof one))
    .map((one) => toClaimText(String(one)))
}

const toClaimText = (text: string) =>
  text
    .slice(0, claimLimits.characters)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '\ufffd')
