import { printfulSetup } from '#shared/areas/printful/printfulSetup.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { buildWebhookPath } from '#shared/areas/payments/setupChoices.ts'
import { invalidState } from '#server/platform/core/platform/httpError.ts'
import { openSecrets } from '#server/platform/core/integrations/settings.ts'
import { NetworkError } from '#server/platform/core/outgoing/networkError.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { PrintfulError } from './printfulClient.ts'
import type { PrintfulAccess } from './printfulClient.ts'
import { printfulMessages } from './messages.ts'

export const toPrintfulAccess = (record: AnyRecord, token: string): PrintfulAccess => ({
  id: record.id,
  token,
  perMinute: Number(record['limitPerMinute']),
  namesStore: record['level'] === 'account',
})

/** Loads the access to an account; rejects the call if there is no token. */
export async function loadAccess(platform: Platform, record: AnyRecord): Promise<PrintfulAccess> {
  const { token } = await openSecrets(platform, printfulSetup, record)
  if (!token) throw invalidState(printfulMessages.noToken)
  return toPrintfulAccess(record, token)
}

/** Converts errors of Printful, or of the connection, to a rejected call. */
export async function translatePrintfulErrors<T>(promise: Promise<T>): Promise<T> {
  try {
    return await promise
  } catch (error) {
    if (error instanceof PrintfulError) throw invalidState(error.message)
    if (error instanceof NetworkError) throw invalidState(error.sentence)
    throw error
  }
}

/** Builds the URL for an account's events; null while the platform has no public URL. */
export const buildPrintfulWebhookUrl = ({ origin }: Pick<Platform, 'origin'>, id: number) =>
  origin && new URL(buildWebhookPath('printful', id), origin).href
