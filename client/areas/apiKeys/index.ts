import type { AreaScreens } from '#client/runtime/pageTitle.ts'
import * as apiKeyPage from './ApiKeyPage.tsx'
import * as apiKeys from './ApiKeys.tsx'
import * as createApiKey from './CreateApiKey.tsx'

export const screens: AreaScreens<'apiKeys'> = {
  '/apiKeys': apiKeys,
  '/apiKeys/create': createApiKey,
  '/apiKeys/:keyId': apiKeyPage,
}
