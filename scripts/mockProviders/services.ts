import { startAdyen, defaultAdyenState } from './adyen.ts'
import { startPagerDuty, startTeams, startWebhook, channelSettings } from './alertChannels.ts'
import { startBraintree, defaultBraintreeState } from './braintree.ts'
import { startCognito, defaultCognitoState } from './cognito.ts'
import { startPaypal, defaultPaypalState } from './paypal.ts'
import { startPrintful, buildPrintfulState } from './printful.ts'
import { startRuna, buildRunaState } from './runa.ts'
import { startSlack, slackSettings } from './slack.ts'
import { startStripe, defaultStripeState } from './stripe.ts'

type StartedService = {
  url: string
  state: object
  applyChanges?: () => Promise<void>
  stop: () => unknown
}

/**
 * Providers whose URL is a setting of the platform. Without `setting`, `PROVIDER_ENDPOINTS` names it.
 * `instructions` is what to enter in the console.
 */
export const services: readonly {
  name: string
  /** Its default port. */
  port: number
  instructions: string
  start: (port: number) => Promise<StartedService>
  /** Null if its URL is entered in the console. */
  setting?: string | null
}[] = [
  {
    name: 'stripe',
    port: 4010,
    instructions: `publishable key pk_test_mockProvider, secret key ${defaultStripeState.keys.join(' or ')}, webhook secret whsec_mockProvider`,
    start: (port) => startStripe({}, port),
  },
  {
    name: 'adyen',
    port: 4011,
    instructions: `API key ${defaultAdyenState.key}, merchant account ${defaultAdyenState.merchantAccount}`,
    start: (port) => startAdyen({}, port),
  },
  {
    name: 'paypal',
    port: 4012,
    instructions: `client ${defaultPaypalState.client}, secret ${defaultPaypalState.secret}`,
    start: (port) => startPaypal({}, port),
  },
  {
    name: 'braintree',
    port: 4013,
    instructions: `public key ${defaultBraintreeState.publicKey}, private key ${defaultBraintreeState.privateKey}`,
    start: (port) => startBraintree({}, port),
  },
  {
    name: 'runa',
    port: 4014,
    instructions: `sandbox key ${buildRunaState().apiKey}, live key ${buildRunaState().liveKey}`,
    start: (port) => startRuna({}, port),
    setting: 'RUNA_ENDPOINT',
  },
  {
    name: 'printful',
    port: 4015,
    instructions: `token ${buildPrintfulState().token}`,
    start: (port) => startPrintful({}, port),
    setting: 'PRINTFUL_ENDPOINT',
  },
  {
    name: 'cognito',
    port: 4404,
    instructions: `region ${defaultCognitoState.region}, pool ${defaultCognitoState.userPoolId}, client ${defaultCognitoState.clientId}, secret ${defaultCognitoState.clientSecret}, AWS keys ${defaultCognitoState.accessKeyId} and ${defaultCognitoState.secretAccessKey}`,
    start: (port) => startCognito({}, port),
    setting: 'COGNITO_ENDPOINT',
  },
  {
    name: 'slack',
    port: 4016,
    instructions: `bot token ${slackSettings.token} and channel ID ${slackSettings.channel}, or webhook URL http://127.0.0.1:4016${slackSettings.path}`,
    start: startSlack,
  },
  {
    name: 'teams',
    port: 4017,
    instructions: `webhook URL http://127.0.0.1:4017${channelSettings.teamsPath}`,
    start: startTeams,
    setting: null,
  },
  {
    name: 'pagerDuty',
    port: 4018,
    instructions: `integration key ${channelSettings.integrationKey}`,
    start: startPagerDuty,
  },
  {
    name: 'webhook',
    port: 4019,
    instructions: `webhook URL http://127.0.0.1:4019/, signing secret ${channelSettings.signingSecret}`,
    start: startWebhook,
    setting: null,
  },
]
