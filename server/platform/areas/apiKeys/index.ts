import { sql } from 'kysely'
import { apiKeys } from '#shared/areas/apiKeys/apiKeys.ts'
import { defineArea } from '#server/platform/core/area/area.ts'
import { buildApiKeyCalls } from './apiKeyCalls.ts'
import { refreshApiKeyStatus } from './apiKeyStatus.ts'
import { insertApiKeys } from './seed.ts'
import { findApiKeyAlerts, findApiKeyDeadlines } from './expirations.ts'

export const apiKeysArea = defineArea({
  name: 'apiKeys',
  resources: [apiKeys],
  hooks: { apiKeys: { beforeRead: refreshApiKeyStatus } },
  calls: ({ getCalls }) => buildApiKeyCalls(getCalls),
  visibility: {
    apiKeys: {
      hidesRows: true,
      // A key may be for any store, so accounts limited to some stores see only their own keys.
      selectRows: ({ storeIds, callerId }) =>
        storeIds === null
          ? null
          : sql`(select * from api_keys where owner_id = ${callerId ?? null}) as api_keys`,
    },
  },
  alerts: { expiry: findApiKeyAlerts },
  deadlines: findApiKeyDeadlines,
  seed: { afterStores: insertApiKeys },
})
