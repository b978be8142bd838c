import { startAdyen, usualAdyen } from './adyen.ts'
import { startBraintree, usualBraintree } from './braintree.ts'
import { startCognito, usualCognito } from './cognito.ts'
import { startPaypal, usualPaypal } from './paypal.ts'
import { defaultPorts } from './ports.ts'
import { startPrintful, usualPrintful } from './printful.ts'
import { startRuna, usualRuna } from './runa.ts'
import { startOidc, startSaml } from './signOn.ts'
import { startSmtp } from './smtp.ts'
import type { StandIn } from './standIn.ts'
import { startStripe, usualStripe } from './stripe.ts'

type Started = { url: string; state: object; stop: () => unknown }

/**
 * Providers whose URL is a setting of the platform: the values to enter, how to start them, and the
 * setting.
 */
const services: {
  name: string
  told: string
  start: (port: number) => Promise<Started>
  setting?: string
}[] = [
  {
    name: 'stripe',
    told: `publishable key pk_test_standIn, secret key ${usualStripe.keys.join(' or ')}, webhook secret whsec_standIn`,
    start: (port) => startStripe({}, port),
  },
  {
    name: 'adyen',
    told: `API key ${usualAdyen.key}, merchant account ${usualAdyen.merchantAccount}`,
    start: (port) => startAdyen({}, port),
  },
  {
    name: 'paypal',
    told: `client ${usualPaypal.client}, secret ${usualPaypal.secret}`,
    start: (port) => startPaypal({}, port),
  },
  {
    name: 'braintree',
    told: `public key ${usualBraintree.publicKey}, private key ${usualBraintree.privateKey}`,
    start: (port) => startBraintree({}, port),
  },
  {
    name: 'runa',
    told: `sandbox key ${usualRuna().apiKey}, live key ${usualRuna().liveKey}`,
    start: (port) => startRuna({}, port),
    setting: 'RUNA_ENDPOINT',
  },
  {
    name: 'printful',
    told: `token ${usualPrintful().token}`,
    start: (port) => startPrintful({}, port),
    setting: 'PRINTFUL_ENDPOINT',
  },
  {
    name: 'cognito',
    told: `region ${usualCognito.region}, pool ${usualCognito.userPoolId}, client ${usualCognito.clientId}, secret ${usualCognito.clientSecret}, AWS keys ${usualCognito.accessKeyId} and ${usualCognito.secretAccessKey}`,
    start: (port) => startCognito({}, port),
    setting: 'COGNITO_ENDPOINT',
  },
]

/** Starts all stand-ins (scripts/README.md), each on the port from `getPort`. */
export async function startAll(
  redirectUris: string[],
  getPort = (name: string) => defaultPorts[name] ?? 0,
): Promise<StandIn[]> {
  const startedServices = services.map(
    async ({ name, told: instructions, start, setting }): Promise<StandIn> => {
      const { url, ...rest } = await start(getPort(name))
      const settings = setting ? { [setting]: url } : { PROVIDER_ENDPOINTS: `${name}=${url}` }
      return { name, told: `${url}; ${instructions}`, settings, ...rest }
    },
  )
  // A member's test sign-in returns to another path of the same stores.
  const memberRedirectUris = redirectUris.map((uri) =>
    uri.replace(/\/oidc\/callback$/, '/oidc/member'),
  )
  return Promise.all([
    startSmtp(getPort('mail')),
    startSaml(getPort('saml')),
    startOidc('oidc', redirectUris, getPort('oidc'), 'stand-in-client-secret'),
    startOidc(
      'memberOidc',
      ['com.example.shop:/signed-in', ...memberRedirectUris],
      getPort('memberOidc'),
    ),
    ...startedServices,
  ])
}

/** Returns the settings for a platform on this port to use the stand-ins. */
export function settingsFor(standIns: readonly StandIn[], platformPort: string) {
  const settings = standIns.map((one) => one.settings ?? {})
  const endpoints = settings.flatMap((one) => one['PROVIDER_ENDPOINTS'] ?? [])
  return {
    ...Object.assign({}, ...settings),
    PROVIDER_ENDPOINTS: endpoints.join(','),
    OUTBOUND_ALLOW: '127.0.0.0/8,::1',
    STORES_HOST: 'localhost',
    PLATFORM_PORT: platformPort,
    PLATFORM_ORIGIN: `http://localhost:${platformPort}`,
  }
}
