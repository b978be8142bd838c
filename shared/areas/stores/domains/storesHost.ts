import { string, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { ApiError } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import type { Fields } from '#shared/engine/resource.ts'
import { loadUnparsedStoreData } from '../loadUnparsedStoreData.ts'

/**
 * GET /stores/host: the host below which stores have their subdomains, or null if the platform
 * doesn't return it. Needs `storesRead`.
 */
export async function loadStoresHost(api: Api, signal?: AbortSignal): Promise<string | null> {
  try {
    const answer = await loadUnparsedStoreData(api, '/host', signal)
    return is(answer, type({ host: string() })) ? answer.host : null
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

/** Returns the fields with a suffix on `subdomain` that shows the full domain. */
export function withHostSuffix(host: string | null, fields: Fields): Fields {
  const { subdomain } = fields
  if (host === null || !subdomain) return fields
  return { ...fields, subdomain: { ...subdomain, suffix: `.${host}` } }
}
