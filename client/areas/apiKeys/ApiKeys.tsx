import { apiKeys, apiKeyStatuses } from '#shared/areas/apiKeys/apiKeys.ts'
import type { ApiKeyStatus } from '#shared/areas/apiKeys/apiKeys.ts'
import { getRecordUrl } from '#shared/engine/recordLink.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { createListScreen } from '#client/frame/index.ts'
import { ApiKeyStatusDot } from './ApiKeyStatusDot.tsx'
import { apiKeysMessages } from './messages.ts'

const isStatus = (status: unknown): status is ApiKeyStatus =>
  typeof status === 'string' && status in apiKeyStatuses

/** The keys of all operators. */
export const { loader, action, Component, panels } = createListScreen(apiKeys, {
  invite: { to: `${apiKeys.path}/create`, label: apiKeysMessages.create },
  openAt: (record) => getRecordUrl(apiKeys, record),
  cells: {
    status: ({ status }: AnyRecord) => isStatus(status) && <ApiKeyStatusDot status={status} />,
  },
})
