import { resources } from '#shared/areas/index.ts'
import { getInitialValues } from '#shared/engine/fields/validation.ts'

type StoreRef = { id: number; code: string }

const invalidIssuer = 'https://login.nowhere.invalid'
/** Builds the values that a setup of each kind needs in addition to its defaults, by resource. */
export const buildSetupValues = ({ id, code }: StoreRef): Record<string, object> => ({
  smtpSettings: {
    scope: 'stores',
    host: 'mail.nowhere.invalid',
    fromAddress: 'shop@example.com',
    auth: 'none',
  },
  adminSignOns: {
    storeId: id,
    protocol: 'oidc',
    issuer: invalidIssuer,
    clientId: 'console',
    clientSecret: 'a-secret-of-tests',
  },
  memberSignOns: {
    storeId: id,
    issuer: invalidIssuer,
    clientId: 'app',
    redirectUris: ['com.shop.app:/signed-in'],
  },
  paymentSetups: { provider: 'stripe', storeIds: [id] },
  giftCardSetup: { environment: 'live', apiKey: 'XX-of-the-sandbox' },
  cognitoSetup: {
    userPoolId: 'eu-central-1_AbCdEfGhI',
    clientId: 'abc',
    domain: 'https://pool.nowhere.invalid',
    emailAttribute: 'email',
  },
  alertChannels: { type: 'slack', url: 'https://chat.nowhere.invalid/alerts' },
  signInProviders: {
    issuer: invalidIssuer,
    clientId: 'console',
    clientSecret: 'a-secret-of-tests',
    emailDomains: ['example.com'],
  },
  printfulSetup: { token: 'a-token-of-tests', storeMap: [`10 = ${code}`] },
})

/**
 * Builds a setup of every kind, whose test fails. The store still needs to select the SMTP
 * settings.
 */
export const buildSetups = (
  store: StoreRef,
): [resource: string, values: Record<string, unknown>][] =>
  Object.entries(buildSetupValues(store)).map(([name, values]) => {
    const resource = resources.find((one) => one.name === name)
    if (!resource) throw new Error(`There is no ${name}`)
    return [name, { ...getInitialValues(resource), name: `${name} of ${store.code}`, ...values }]
  })

/** Setups that aren't for certain stores. */
const sharedSetups = ['cognitoSetup', 'alertChannels', 'signInProviders']

/** Builds the setups of a store. Leaves out those that all stores share. */
export const buildStoreSetups = (store: StoreRef) =>
  buildSetups(store).filter(([name]) => !sharedSetups.includes(name))
