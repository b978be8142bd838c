import type { Resource } from '../engine/resource.ts'
import { adminSignOns } from './sso/adminSignOns.ts'
import { apiKeys } from './apiKeys/apiKeys.ts'
import { attributes } from './attributes/attributes.ts'
import { blueprints } from './stores/blueprints/blueprints.ts'
import { catalogs } from './catalog/catalogs.ts'
import { categories } from './catalog/categories.ts'
import { cognitoSetup } from './cognito/cognitoSetup.ts'
import { giftCardProducts } from './giftCards/giftCardProducts.ts'
import { giftCards } from './giftCards/giftCards.ts'
import { giftCardSetup } from './giftCards/giftCardSetup.ts'
import { giftCardTemplates } from './giftCards/giftCardTemplates.ts'
import { printfulSetup } from './printful/printfulSetup.ts'
import { colors } from './colors/colors.ts'
import { creditEntries } from './credits/creditEntries.ts'
import { creditLimits } from './credits/creditLimits.ts'
import { creditLiabilities } from './credits/creditLiabilities.ts'
import { creditRequests } from './credits/creditRequests.ts'
import { logEntries } from './logs/logEntries.ts'
import { logRetention } from './logs/logRetention.ts'
import { mails } from './email/mails.ts'
import { memberGroups } from './members/memberGroups.ts'
import { memberSignOns } from './sso/memberSignOns.ts'
import { members } from './members/members.ts'
import { orders } from './payments/orders.ts'
import { organisations } from './stores/organisations.ts'
import { platformLogEntries } from './logs/platformLogEntries.ts'
import { products } from './catalog/products.ts'
import { attentionItems } from './alerts/attentionItems.ts'
import { deadlineAlerts } from './calendar/deadlineAlerts.ts'
import { alertChannels } from './alertChannels/alertChannels.ts'
import { alertDeliveries } from './alertChannels/alertDeliveries.ts'
import { alertRules } from './alertChannels/alertRules.ts'
import { onCallOverrides } from './alertChannels/onCallOverrides.ts'
import { onCallRotations } from './alertChannels/onCallRotations.ts'
import { deadlines } from './calendar/deadlines.ts'
import { scheduledChanges } from './scheduledChanges/scheduledChanges.ts'
import { secondFactorPolicies } from './users/secondFactorPolicies.ts'
import { scheduleSettings } from './scheduledChanges/scheduleSettings.ts'
import { disputes } from './payments/disputes.ts'
import { incidents } from './payments/incidents.ts'
import { paymentAttempts } from './payments/paymentAttempts.ts'
import { paymentRefunds } from './payments/paymentRefunds.ts'
import { paymentSetups } from './payments/paymentSetups.ts'
import { signInProviders } from './sso/signInProviders.ts'
import { sizes } from './sizes/sizes.ts'
import { smtpSettings } from './email/smtpSettings.ts'
import { storeDefaults } from './stores/storeDefaults.ts'
import { stickers } from './stickers/stickers.ts'
import { stores } from './stores/stores.ts'
import { subAttributes } from './attributes/subAttributes.ts'
import { themes } from './themes/themes.ts'
import { themeVersions } from './themes/themeVersions.ts'
import { userGroups } from './users/userGroups.ts'
import { webhookDeliveries } from './webhooks/webhookDeliveries.ts'
import { webhookSubscriptions } from './webhooks/webhookSubscriptions.ts'
import { users } from './users/users.ts'
import { trainingCategories } from './training/trainingCategories.ts'
import { trainingContent } from './training/trainingContent.ts'

/**
 * All resources, from which lists, forms, the API contract, and tests are generated; one line each.
 */
export const resources: readonly Resource[] = [
  stores,
  organisations,
  storeDefaults,
  blueprints,
  themes,
  themeVersions,
  memberGroups,
  members,
  creditEntries,
  creditRequests,
  creditLiabilities,
  creditLimits,
  logEntries,
  platformLogEntries,
  logRetention,
  paymentAttempts,
  orders,
  disputes,
  incidents,
  paymentRefunds,
  attentionItems,
  deadlines,
  deadlineAlerts,
  scheduledChanges,
  scheduleSettings,
  secondFactorPolicies,
  signInProviders,
  alertChannels,
  alertRules,
  alertDeliveries,
  onCallRotations,
  onCallOverrides,
  apiKeys,
  webhookSubscriptions,
  webhookDeliveries,
  catalogs,
  categories,
  attributes,
  subAttributes,
  sizes,
  cognitoSetup,
  giftCardSetup,
  giftCardTemplates,
  giftCardProducts,
  giftCards,
  printfulSetup,
  colors,
  stickers,
  products,
  users,
  userGroups,
  trainingCategories,
  trainingContent,
  adminSignOns,
  paymentSetups,
  smtpSettings,
  mails,
  memberSignOns,
]
