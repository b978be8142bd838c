import type { Request } from 'express'
import type { TokenAudience } from '#server/platform/database/schema.ts'
import { getClientAddress } from '../platform/apiRequest.ts'
import type { Platform } from '../platform/platform.ts'
import { findApiKeyCaller } from './apiKeys.ts'
import { parseApiKey } from './apiKeyText.ts'
import { findCaller } from './tokens.ts'
import type { Caller } from './tokens.ts'

/**
 * Returns the user whose token or API key a request carries. Rejects a missing, unknown, or expired
 * one with 401.
 */
export function authenticateRequest(
  platform: Platform,
  request: Request,
  audiences?: readonly TokenAudience[],
): Promise<Caller> {
  const authorization = request.get('authorization')
  const apiKey = parseApiKey(authorization)
  return apiKey === null
    ? findCaller(platform, authorization, audiences)
    : findApiKeyCaller(platform, apiKey, getClientAddress(request))
}
