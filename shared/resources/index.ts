import type { Resource } from '../engine/resource.ts'
import { adminSignOns } from './adminSignOns.ts'
import { attributes } from './attributes.ts'
import { catalogs } from './catalogs.ts'
import { categories } from './categories.ts'
import { cognitoSetup } from './cognitoSetup.ts'
import { giftCardProducts } from './giftCardProducts.ts'
import { giftCards } from './giftCards.ts'
import { giftCardSetup } from './giftCardSetup.ts'
import { giftCardTemplates } from './giftCardTemplates.ts'
import { printfulSetup } from './printfulSetup.ts'
import { colors } from './colors.ts'
import { creditEntries } from './creditEntries.ts'
import { creditLimits } from './creditLimits.ts'
import { creditLiabilities } from './creditLiabilities.ts'
import { creditRequests } from './creditRequests.ts'
import { logEntries } from './logEntries.ts'
import { logRetention } from './logRetention.ts'
import { mails } from './mails.ts'
import { memberGroups } from './memberGroups.ts'
import { memberSignOns } from './memberSignOns.ts'
import { members } from './members.ts'
import { orders } from './orders.ts'
import { organisations } from './organisations.ts'
import { platformLogEntries } from './platformLogEntries.ts'
import { products } from './products.ts'
import { attentionItems } from './attentionItems.ts'
import { incidents } from './incidents.ts'
import { paymentAttempts } from './paymentAttempts.ts'
import { paymentSetups } from './paymentSetups.ts'
import { sizes } from './sizes.ts'
import { smtpSettings } from './smtpSettings.ts'
import { storeDefaults } from './storeDefaults.ts'
import { stickers } from './stickers.ts'
import { stores } from './stores.ts'
import { subAttributes } from './subAttributes.ts'
import { themes } from './themes.ts'
import { themeVersions } from './themeVersions.ts'
import { userGroups } from './userGroups.ts'
import { users } from './users.ts'
import { trainingCategories } from './trainingCategories.ts'
import { trainingContent } from './trainingContent.ts'

/** Every resource that list, form, API contract and tests are made from; one line each. */
export const resources: readonly Resource[] = [
  stores,
  organisations,
  storeDefaults,
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
  incidents,
  attentionItems,
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

/** The resource of this API name, if there is one. */
export const resourceNamed = (name: string): Resource | undefined =>
  resources.find((resource) => resource.name === name)
