import { startAdyen, usualAdyen } from './adyen.ts'
import { startPagerDuty, startTeams, startWebhook, usualChannels } from './alertChannels.ts'
import { startBraintree, usualBraintree } from './braintree.ts'
import { startCognito, usualCognito } from './cognito.ts'
import { startPaypal, usualPaypal } from './paypal.ts'
import { startPrintful, usualPrintful } from './printful.ts'
import { startRuna, usualRuna } from './runa.ts'
import { startSlack, usualSlack } from './slack.ts'
import { startStripe, usualStripe } from './stripe.ts'

type Started = {
  url: string
  state: object
  changed?: () => Promise<void>
  stop: () => unknown
}

/**
 * Providers whose URL is a setting of the platform. Without `setting`, `PROVIDER_ENDPOINTS` names it.
 * `told` is what to enter in the console.
 */
export const services: readonly {
  name: string
  /** Its default port. */
  port: number
  told: string
  start: (port: number) => Promise<Started>
  /** Null if its URL is entered in the console. */
  setting?: string | null
}[] = [
  {
    name: 'stripe',
    port: 4010,
    told: `publishable key pk_test_standIn, secret key ${usualStripe.keys.join(' or ')}, webhook secret whsec_standIn`,
    start: (port) => startStripe({}, port),
  },
  {
    name: 'adyen',
    port: 4011,
    told: `API key ${usualAdyen.key}, merchant account ${usualAdyen.merchantAccount}`,
    start: (port) => startAdyen({}, port),
  },
  {
    name: 'paypal',
    port: 4012,
    told: `client ${usualPaypal.client}, secret ${usualPaypal.secret}`,
    start: (port) => startPaypal({}, port),
  },
  {
    name: 'braintree',
    port: 4013,
    told: `public key ${usualBraintree.publicKey}, private key ${usualBraintree.privateKey}`,
    start: (port) => startBraintree({}, port),
  },
  {
    name: 'runa',
    port: 4014,
    told: `sandbox key ${usualRuna().apiKey}, live key ${usualRuna().liveKey}`,
    start: (port) => startRuna({}, port),
    setting: 'RUNA_ENDPOINT',
  },
  {
    name: 'printful',
    port: 4015,
    told: `token ${usualPrintful().token}`,
    start: (port) => startPrintful({}, port),
    setting: 'PRINTFUL_ENDPOINT',
  },
  {
    name: 'cognito',
    port: 4404,
    told: `region ${usualCognito.region}, pool ${usualCognito.userPoolId}, client ${usualCognito.clientId}, secret ${usualCognito.clientSecret}, AWS keys ${usualCognito.accessKeyId} and ${usualCognito.secretAccessKey}`,
    start: (port) => startCognito({}, port),
    setting: 'COGNITO_ENDPOINT',
  },
  {
    name: 'slack',
    port: 4016,
    told: `bot token ${usualSlack.token} and channel ID ${usualSlack.channel}, or webhook URL http://127.0.0.1:4016${usualSlack.path}`,
    start: startSlack,
  },
  {
    name: 'teams',
    port: 4017,
    told: `webhook URL http://127.0.0.1:4017${usualChannels.teamsPath}`,
    start: startTeams,
    setting: null,
  },
  {
    name: 'pagerDuty',
    port: 4018,
    told: `integration key ${usualChannels.integrationKey}`,
    start: startPagerDuty,
  },
  {
    name: 'webhook',
    port: 4019,
    told: `webhook URL http://127.0.0.1:4019/, signing secret ${usualChannels.signingSecret}`,
    start: startWebhook,
    setting: null,
  },
]
