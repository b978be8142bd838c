import { resources } from '#shared/areas/index.ts'
import { getInitialValues } from '#shared/engine/fields/validation.ts'

type Of = { id: number; code: string }

const nowhere = 'https://login.nowhere.invalid'
/** What a set-up of each kind is told besides what it begins with, by its resource. */
export const setupValues = ({ id, code }: Of): Record<string, object> => ({
  smtpSettings: {
    scope: 'stores',
    host: 'mail.nowhere.invalid',
    fromAddress: 'shop@example.com',
    auth: 'none',
  },
  adminSignOns: {
    storeId: id,
    protocol: 'oidc',
    issuer: nowhere,
    clientId: 'console',
    clientSecret: 'a-secret-of-tests',
  },
  memberSignOns: {
    storeId: id,
    issuer: nowhere,
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
  printfulSetup: { token: 'a-token-of-tests', storeMap: [`10 = ${code}`] },
})

/** A set-up of every kind, by its resource, with what a test of it fails at; mail still has to be given to the store. */
export const setupsOf = (store: Of): [resource: string, values: Record<string, unknown>][] =>
  Object.entries(setupValues(store)).map(([name, values]) => {
    const resource = resources.find((one) => one.name === name)
    if (!resource) throw new Error(`There is no ${name}`)
    return [name, { ...getInitialValues(resource), name: `${name} of ${store.code}`, ...values }]
  })

/** Those that serve a store: members of all stores sign in with the one pool. */
export const setupsServing = (store: Of) =>
  setupsOf(store).filter(([name]) => name !== 'cognitoSetup')
