import { apiKeyStatuses } from '#shared/areas/apiKeys/apiKeys.ts'
import type { ApiKeyStatus } from '#shared/areas/apiKeys/apiKeys.ts'
import { Status } from '#client/frame/index.ts'

const keyTones = { active: 'good', expired: 'warn', revoked: 'off' } as const

export const ApiKeyStatusDot = ({ status }: { status: ApiKeyStatus }) => (
  <Status tone={keyTones[status]}>{apiKeyStatuses[status]}</Status>
)
