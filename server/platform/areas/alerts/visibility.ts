import { sql } from 'kysely'
import { attentionItems } from '#shared/areas/alerts/attentionItems.ts'
import { createStoreIdsVisibility } from '#server/platform/core/records/storeIdsVisibility.ts'

/** Some alerts are for certain accounts only. */
export const alertVisibility = {
  attentionItems: createStoreIdsVisibility(
    attentionItems,
    ({ callerId = 0 }) => sql<boolean>`(account_ids is null or ${callerId} = any(account_ids))`,
  ),
}
