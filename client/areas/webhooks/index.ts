import type { AreaScreens } from '#client/runtime/pageTitle.ts'
import * as webhooks from './Webhooks.tsx'

export const screens: AreaScreens<'webhooks'> = {
  '/webhookSubscriptions': webhooks,
}
