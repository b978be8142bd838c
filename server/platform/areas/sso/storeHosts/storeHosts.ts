import { sql } from 'kysely'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'

/** A store as its host shows it. */
export type HostedStore = { id: number; name: string; subdomain: string; origin: string }

/**
 * Returns the public origin of a store. It uses the subdomain, so values entered elsewhere stay
 * valid when the store gets a custom domain.
 */
export function getStoreOrigin(
  { storesHost, origin }: Pick<Platform, 'storesHost' | 'origin'>,
  subdomain: string,
): string {
  const { protocol, port } = origin ?? { protocol: 'https:', port: '' }
  return `${protocol}//${subdomain}.${storesHost}${port === '' ? '' : `:${port}`}`
}

const normalizeHost = (host: string) => host.toLowerCase().replace(/:\d+$/, '')

/** Whether a host, with or without a port, belongs to stores. */
export const isStoreHost = ({ storesHost }: Pick<Platform, 'storesHost'>, host: string): boolean =>
  normalizeHost(host).endsWith(`.${storesHost}`)

/** Finds the store of a host, with or without a port; null if it isn't one of ours. */
export async function findStoreByHost(
  connection: Connection,
  platform: Pick<Platform, 'storesHost' | 'origin'>,
  host: string,
): Promise<HostedStore | null> {
  if (!isStoreHost(platform, host)) return null
  const name = normalizeHost(host).slice(0, -platform.storesHost.length - 1)
  const { rows } = await sql<{ id: number; name: string; subdomain: string }>`
    select id, name, subdomain from stores where subdomain = ${name}
      and status <> 'archived' and delete_after is null`.execute(connection)
  const [store] = rows
  return store ? { ...store, origin: getStoreOrigin(platform, store.subdomain) } : null
}
