import { giftCardEnvironments } from '#shared/areas/giftCards/messages.ts'
import type { GiftCardEnvironment } from '#shared/areas/giftCards/environments.ts'
import { variablesHint } from '#shared/areas/giftCards/messages.ts'
import { formatNumber } from '#shared/format/numbers.ts'

const formatAll = (items: readonly string[]) => new Intl.ListFormat('en').format(items)

/** The alerts about the accounts that pay for gift cards. */
export const giftCardAlertMessages = {
  lowBalance: (account: string) => `The balance of the ${account} account is low`,
  noBalance: (account: string, currencies: readonly string[]) =>
    `The ${account} account is out of ${formatAll(currencies)}`,
  lowBalanceDetail: (amounts: readonly string[]) =>
    `${formatAll(amounts)} left. Add funds to the Runa account before gift cards fail.`,
  short: (account: string, currencies: readonly string[]) =>
    `Gift cards are failing: the ${account} account is out of ${formatAll(currencies)}`,
  shortDetail: (failed: number) =>
    failed === 1
      ? '1 gift card failed. Add funds to the Runa account, then resend it.'
      : `${formatNumber(failed)} gift cards failed. Add funds to the Runa account, then resend them.`,
}

const formatDaysLeft = (days: number) => (days === 1 ? 'in 1 day' : `in ${formatNumber(days)} days`)

/** When terms of gift cards end: by the days left, or null where the date is beside the title. */
export const giftCardTermMessages = {
  template: (name: string) => (daysLeft: number | null) => {
    if (daysLeft === null) return `Gift card template ${name} ends`
    if (daysLeft < 0) return `Gift card template ${name} has ended`
    return `Gift card template ${name} ends ${daysLeft === 0 ? 'today' : formatDaysLeft(daysLeft)}`
  },
  cards: (count: number, store: string) => (daysLeft: number | null) => {
    const cards =
      count === 1
        ? `1 unopened gift card from ${store}`
        : `${formatNumber(count)} unopened gift cards from ${store}`
    const verb = count === 1 ? 'expires' : 'expire'
    if (daysLeft === null) return `${cards} ${verb}`
    if (daysLeft < 0) return `${cards} expired`
    return `${cards} ${verb} ${daysLeft === 0 ? 'today' : formatDaysLeft(daysLeft)}`
  },
}

const noBalancesMessage = 'Runa returned an unexpected response instead of the balances. Try again.'
const noCatalogMessage = 'Runa returned an unexpected response instead of the catalog. Try again.'
const keyNotRecognizedMessage = "Runa doesn't recognize this API key. Paste a new one."
const reversedAmountsMessage = "Enter a maximum amount that isn't below the minimum amount."
const getEnvironmentName = (environment: GiftCardEnvironment) =>
  giftCardEnvironments[environment].toLowerCase()

/** Why Runa rejects a request, by the type of its error. */
export const runaErrorMessages: Record<string, string> = {
  invalid_api_key: keyNotRecognizedMessage,
  unauthorized: keyNotRecognizedMessage,
  forbidden: "This API key doesn't have the required permission. Ask Runa to grant it.",
  ordering_restricted:
    "You've reached your Runa spending limit. Check your email from Runa for details.",
  insufficient_funds:
    "The Runa account doesn't have enough funds in this currency. Add funds, then resend the gift card.",
  version_removed:
    'Runa no longer supports the API version that we use. Ask your server administrator to update the platform.',
}

export const runaMessages = {
  keyNotRecognized: keyNotRecognizedMessage,
  tooManyRequests: 'Runa is receiving too many requests. Try again in a minute.',
  orderRejected: (parts: readonly string[]) =>
    parts.length > 0
      ? `Runa rejected the order because of these fields: ${parts.join(', ')}.`
      : "Runa rejected the order but didn't say why.",
  failed: (status: number) => `Runa returned status ${status}. Try again.`,
  rejected: (error: string | number) => `Runa rejected the request with the error ${error}.`,
} as const

/** The texts about accounts at Runa, their tests, and their catalog. */
export const giftCardSetupMessages = {
  impact: {
    disabled: (stores: string) => `${stores} can't send gift cards.`,
    changed: (stores: string) =>
      `After you save, ${stores} won't be able to send gift cards until you test and activate the new settings.`,
    stillFailing: (stores: string) =>
      `${stores} can't send gift cards until you test and activate the new settings.`,
    removed: (stores: string) =>
      `${stores} won't be able to send gift cards until you assign another setup.`,
  },
  freezeBody: 'Send "frozen", plus a "reason" if "frozen" is true.',
  freezeReasonMissing: 'Enter a reason so others know why gift cards are frozen.',
  freezeReasonTooLong: (max: number) => `Reason must be at most ${max} characters`,
  freezeStopsAll: 'Stops gift cards in all stores',
  freezeStops: (stores: number, templates: number) => {
    const storeCount = stores === 1 ? '1 store' : `${formatNumber(stores)} stores`
    return templates === 1
      ? `Stops gift cards in ${storeCount}`
      : `Stops gift cards in ${storeCount} per template`
  },
  lowBalanceFormat: (line: string) =>
    `Low-balance thresholds: enter an amount and a currency like 500.00 EUR, not "${line}".`,
  lowBalanceTwice: 'Low-balance thresholds: enter each currency only once.',
  turnedAmounts: reversedAmountsMessage,
  turnedLimits: "Enter a monthly limit that isn't below the daily limit.",
  noKey: 'Add an API key first.',
  noAccount: 'No gift card setup has an API key. Add an API key first.',
  noBalances: noBalancesMessage,
  noCatalog: noCatalogMessage,
  synced: (offered: number, added: number, withdrawn: number) =>
    `Synced ${offered === 1 ? '1 product' : `${formatNumber(offered)} products`}: ${formatNumber(added)} new, ${formatNumber(withdrawn)} withdrawn.`,
  syncTitle: "Sync Runa's catalog",
  productCanBeOrdered: (code: string) => `Product ${code} can be ordered.`,
  productCannotBeOrdered: (code: string) => `Product ${code} can't be ordered.`,
  orderReported: (status: string) => `The order's status at Runa is ${status}.`,
  notActiveEvent: "This setup isn't active, so the event didn't change anything.",
  unusedEvent: "The platform doesn't use this kind of event.",
} as const

/** The steps of an account's test, and their results. */
export const giftCardTestMessages = {
  titles: {
    prefix: 'API key matches environment',
    ping: 'Runa responds',
    balance: 'Balances',
    catalog: 'Catalog',
    webhook: 'Webhook',
  },
  keyMatches: (prefix: string, environment: GiftCardEnvironment) =>
    `The API key starts with ${prefix}, like all ${getEnvironmentName(environment)} keys.`,
  keyOfNone: (prefix: string, environment: GiftCardEnvironment) =>
    `This isn't a Runa key: ${getEnvironmentName(environment)} keys start with ${prefix}. Paste a ${getEnvironmentName(environment)} key.`,
  keyOfOther: (prefix: string, environment: GiftCardEnvironment, other: GiftCardEnvironment) =>
    `This is a ${getEnvironmentName(other)} key, but this setup is for the ${getEnvironmentName(environment)} environment. Paste a ${getEnvironmentName(environment)} key, which starts with ${prefix}.`,
  responds: 'Runa responded and accepted the API key.',
  notRuna: "The server that responded isn't Runa.",
  noBalances: noBalancesMessage,
  nothingLeft: 'The account has no balance in any currency.',
  balances: (amounts: readonly string[]) => `The account has ${formatAll(amounts)}.`,
  lowBalances: (amounts: readonly string[], low: readonly string[]) =>
    `The account has ${formatAll(amounts)}. Low: ${formatAll(low)}.`,
  noCatalog: noCatalogMessage,
  canOrder: 'The account can order products.',
  noProducts: "The account can't order any products. Ask Runa to add some.",
  noWebhooks: "The sandbox has no webhooks, so we check each order's status instead.",
  noWebhookSecret: "No webhook secret is set, so Runa's events can't be verified.",
  noEvent:
    "No correctly signed webhook event has arrived yet. We can't check the webhook until Runa sends one.",
  lastEvent: (at: string) => `The last correctly signed event arrived on ${at} UTC.`,
} as const

/** The texts about templates, and why one can't send. */
export const giftCardTemplateMessages = {
  noSetup: 'This environment has no Runa account. Create a gift card setup first.',
  setupNotActive: "The Runa account isn't active. Test and activate its gift card setup first.",
  frozen: (reason: string) => `Gift cards are frozen in this environment. Reason: ${reason}`,
  notLive: (status: string) =>
    `Only active templates can send gift cards. This template's status is ${status}.`,
  testsNeedSandbox:
    "You can only test sandbox templates. Duplicate this template, then set the copy's environment to Sandbox.",
  otherStore:
    "The template or its gift card setup isn't available in this store. Choose another store, or add this one to both.",
  inactiveMember:
    "This member isn't active, so they can't get gift cards. Reactivate the member first.",
  noneInStore:
    "No active gift card template is available in this member's store. Activate one, or add the store to it.",
  noSuchStore: "Store: this store doesn't exist. Choose another one.",
  amountNotOffered: "Amount: this template doesn't offer this amount. Choose another one.",
  productNotOffered:
    "Product: this template doesn't offer this product, or it can't be ordered. Choose another one.",
  noProduct: "None of this template's products can be ordered. Add other products first.",
  noneInAmount:
    "Amount: none of this template's products are available in this amount. Choose another one.",
  notAtAmount: (product: string) =>
    `Amount: ${product} isn't available in this amount. Choose another one.`,
  overTemplateMonth: (limit: string, left: string) =>
    `Only ${left} is left of the template's monthly limit of ${limit}. Enter a lower amount or raise the limit.`,
  overAccountDay: (limit: string, left: string) =>
    `Only ${left} is left of the setup's daily limit of ${limit}. Enter a lower amount or raise the limit.`,
  overAccountMonth: (limit: string, left: string) =>
    `Only ${left} is left of the setup's monthly limit of ${limit}. Enter a lower amount or raise the limit.`,
  belowMinimum: (minimum: string) =>
    `The setup's minimum amount is ${minimum}. Enter a higher amount.`,
  aboveMaximum: (maximum: string) =>
    `The setup's maximum amount is ${maximum}. Enter a lower amount.`,
  needsOwnLimit: (currency: string) =>
    `The setup's limits are in ${currency}, but this template uses a different currency. Add a monthly limit to the template.`,
  notAnAmount: (amount: string, currency: string) =>
    `Amounts: "${amount}" isn't a valid amount in ${currency}.`,
  ambiguousAmount: (amount: string) =>
    `Amounts: "${amount}" could mean one amount or two. Enter thousands without a comma, like 1500.00, and put a space after each comma between amounts.`,
  noneAtAmount: (amount: string) => `Amounts: none of the products are available for ${amount}.`,
  turnedAmounts: reversedAmountsMessage,
  turnedSchedule: "The end time can't be before the start time.",
  secretInSubject:
    'Subject: use {{link}} and {{code}} only in the body. Operators can see the subjects of emails.',
  unknownVariable: (label: string, name: string) =>
    `${label}: {{${name}}} isn't a variable. ${variablesHint}`,
  otherEnvironment: (product: string, environment: string) =>
    `Products: ${product} belongs to the ${environment} environment. Remove it or change the environment.`,
  otherCurrency: (product: string, currency: string) =>
    `Products: ${product} is in ${currency}. Remove it or change the currency.`,
  withdrawn: (product: string) =>
    `Products: ${product} can't be ordered anymore. Choose another one.`,
  duplicateBody: 'Send "name" and "code".',
} as const

/** The texts about single gift cards and their orders at Runa. */
export const giftCardMessages = {
  frozen:
    "Gift cards are frozen in this environment. We'll send this gift card after you unfreeze them.",
  noKey: 'The gift card setup has no API key. Add one first.',
  unexpected: "Runa returned an unexpected response. We'll retry automatically.",
  failed: (status: number) => `Runa returned status ${status}. We'll retry automatically.`,
  processing: 'Runa is still processing the order.',
  tooManyRequests: "Runa is receiving too many requests. We'll retry in a few minutes.",
  orderFailed: "Runa couldn't complete the order. Check the order in Runa's portal.",
  neverConfirmed:
    "Runa never confirmed this order, and the order is too old to check. Look it up in Runa's portal before you resend the gift card.",
  alreadyHandled: 'This gift card was already processed.',
  sent: (recipient: string) => `Sent to ${recipient}.`,
  sendTitle: (recipient: string) => `Send gift card to ${recipient}`,
  notFailed: 'You can only resend failed gift cards.',
  templateDeleted: "This gift card's template was deleted, so it can't be resent.",
  noEmail:
    "This gift card can't be emailed because its template was deleted or doesn't send emails, or its store can't.",
  notSent: "This gift card hasn't been sent yet, so it has no link or code.",
  notWaiting: 'You can only cancel waiting gift cards.',
  alreadyOrdered:
    "We've already asked Runa for this gift card, so it can't be canceled here. Once it's sent, cancel the order in Runa's portal.",
  unknownOrder: "Runa doesn't know this order. Look it up in Runa's portal.",
  noLinkState: "Runa returned an unexpected response instead of the link's state. Try again.",
} as const

/** Notes beside the steps of a gift card. */
export const cardStepMessages = {
  order: (reference: string) => `Order ${reference}`,
  to: (recipient: string) => `To ${recipient}`,
  correctedTo: (recipient: string) => `New address: ${recipient}`,
} as const
