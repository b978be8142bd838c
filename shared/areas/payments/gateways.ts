type GatewayDefinition = {
  label: string
  /** What the provider calls the live secret key, in alerts about its expiration. */
  liveSecretName: string
  /**
   * Hints with its own terms for our credentials, whose labels use Stripe's terms. Null without
   * credentials: payments are made by hand.
   */
  credentialHints: { publishable?: string; secret?: string; webhook?: string } | null
}

/** What both sides know of each payment provider. */
export const gatewayDefinitions = {
  stripe: { label: 'Stripe', liveSecretName: 'Live secret key', credentialHints: {} },
  adyen: {
    label: 'Adyen',
    liveSecretName: 'Live API key',
    credentialHints: {
      publishable: 'Adyen calls this the client key.',
      secret: 'Adyen calls this the API key.',
      webhook: 'Adyen calls this the HMAC key.',
    },
  },
  paypal: {
    label: 'PayPal',
    liveSecretName: 'Live client secret',
    credentialHints: {
      publishable: 'PayPal calls this the client ID.',
      secret: 'PayPal calls this the client secret.',
      webhook: 'Enter the webhook ID from PayPal.',
    },
  },
  braintree: {
    label: 'Braintree',
    liveSecretName: 'Live private key',
    credentialHints: {
      publishable: 'Braintree calls this the public key.',
      secret: 'Braintree calls this the private key.',
      webhook: "Leave blank. Braintree doesn't need a webhook secret.",
    },
  },
  manual: { label: 'Manual', liveSecretName: 'Live secret key', credentialHints: null },
} as const satisfies Record<string, GatewayDefinition>

/** The payment providers by the name that setups and payments save. */
export type Gateway = keyof typeof gatewayDefinitions

const definitions: Readonly<Record<Gateway, GatewayDefinition>> = gatewayDefinitions
const gatewayNames = Object.keys(definitions) as Gateway[] // The keys of the table.

/** The label of each provider. With `manual`, the store's own invoices collect the money. */
export const gateways = Object.fromEntries(
  gatewayNames.map((name) => [name, definitions[name].label]),
) as Record<Gateway, string> // One for each name.

/** Returns what a provider calls the live secret key. */
export const getLiveSecretName = (gateway: Gateway): string => definitions[gateway].liveSecretName

/** Providers that are reached over the network and need credentials. */
export const onlineGateways = gatewayNames.filter((name) => definitions[name].credentialHints)

/** Builds a field's hints for the providers that have their own term for a credential. */
export const getCredentialHints = (credential: 'publishable' | 'secret' | 'webhook') => ({
  by: 'provider',
  of: Object.fromEntries(
    gatewayNames.flatMap((name) => {
      const hint = definitions[name].credentialHints?.[credential]
      return hint === undefined ? [] : [[name, hint]]
    }),
  ),
})
