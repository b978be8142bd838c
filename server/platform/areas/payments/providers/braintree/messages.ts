import { formatAll } from '../messages.ts'
import type { ModeName } from '../messages.ts'

/** Texts about Braintree's credentials, tests, and charges. */
export const braintreeMessages = {
  noPublicKey: (mode: ModeName) => `Enter the ${mode} public key.`,
  noPrivateKey: (mode: ModeName) => `Enter the ${mode} private key.`,
  complete: 'The public and private keys are set.',
  unknownKeys: (mode: ModeName) =>
    `Braintree doesn't recognize these keys in ${mode} mode. Check both keys.`,
  cannotReadAccounts:
    "The keys can't read the merchant accounts. Give the keys access in the Braintree Control Panel.",
  rejected: 'Braintree rejected the request. Try again.',
  keysAccepted: 'Braintree accepts the keys.',
  noAccount: 'No merchant account is active. Activate one at Braintree.',
  accounts: (currencies: readonly (string | null)[]) => {
    const known = currencies.filter((currency) => currency !== null)
    return known.length === 0
      ? 'Braintree can take payments.'
      : `Braintree can take payments in ${formatAll(known)}.`
  },
  checkWebhook: (url: string) =>
    `We can't check Braintree's webhooks. In the Braintree Control Panel, make sure that a webhook points to ${url} and sends settled and declined transactions, failed refunds, and disputes.`,
  publicKeyFormat:
    'Enter the public key: letters and digits only. Find it under API keys in the Braintree Control Panel.',
  privateKeyFormat:
    'Enter the private key: letters and digits only. Find it under API keys in the Braintree Control Panel.',
}
