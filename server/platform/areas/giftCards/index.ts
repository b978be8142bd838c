import { giftCardProducts } from '#shared/areas/giftCards/giftCardProducts.ts'
import { giftCards } from '#shared/areas/giftCards/giftCards.ts'
import { giftCardSetup } from '#shared/areas/giftCards/giftCardSetup.ts'
import { giftCardTemplates } from '#shared/areas/giftCards/giftCardTemplates.ts'
import { defineArea } from '#server/platform/core/area/area.ts'
import { findBalanceAlerts } from './balanceAlerts.ts'
import { checkOpenCardLinks } from './cardLinks.ts'
import { syncGiftCardCatalogs } from './catalog.ts'
import { giftCardIntegration } from './giftCardIntegration.ts'
import { giftCardTemplateHooks } from './hooks.ts'
import { refreshDueRunaBalances } from './refreshDueRunaBalances.ts'
import { orderQueuedCards } from './sendJob.ts'
import { addShortCurrencies } from './shortages.ts'
import { findGiftCardDeadlines, findGiftCardTermAlerts } from './termDeadlines.ts'
import { insertGiftCardBalances } from './seed/giftCardBalances.ts'
import { insertGiftCardContents } from './seed/giftCardContents.ts'
import { insertGiftCardSetups } from './seed/giftCardSetups.ts'
import { insertGiftCardTemplates } from './seed/giftCardTemplates.ts'

export const giftCardsArea = defineArea({
  name: 'giftCards',
  resources: [giftCardSetup, giftCardTemplates, giftCardProducts, giftCards],
  integrations: [giftCardIntegration],
  hooks: { giftCardTemplates: giftCardTemplateHooks },
  reads: { giftCardSetup: { addFields: addShortCurrencies } },
  alerts: { integration: findBalanceAlerts, expiry: findGiftCardTermAlerts },
  deadlines: findGiftCardDeadlines,
  chores: [
    {
      name: 'giftCards',
      cron: '* * * * *',
      run: orderQueuedCards,
      failure: "Queued gift cards couldn't be ordered",
      external: true,
    },
    {
      name: 'giftCardCatalog',
      cron: '26 * * * *',
      run: syncGiftCardCatalogs,
      failure: "The gift card catalog couldn't be synced",
      external: true,
    },
    {
      name: 'giftCardBalances',
      cron: '3/15 * * * *',
      run: refreshDueRunaBalances,
      failure: "Gift card balances couldn't be refreshed",
      external: true,
    },
    {
      name: 'giftCardLinks',
      cron: '36 * * * *',
      run: checkOpenCardLinks,
      failure: "The links of gift cards couldn't be checked",
      external: true,
    },
  ],
  // The link of a gift card is worth its value.
  sealedColumns: [{ table: giftCards.name, column: 'content', sealed: 'contentSealed' }],
  seed: {
    async afterStores(context) {
      await insertGiftCardSetups(context)
      await insertGiftCardTemplates(context)
      await insertGiftCardContents(context)
      await insertGiftCardBalances(context)
    },
  },
})

// What the demo data is made from.
export { generateGiftCards } from './seed/giftCards.ts'
