import { sql } from 'kysely'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'

/** A store as whoever comes to its host meets it. */
export type HostedStore = { id: number; name: string; subdomain: string; origin: string }

/** Where a store is reached from outside: what others enter stays the same when it gets a domain of its own. */
export function getStoreOrigin(
  { storesHost, origin }: Pick<Platform, 'storesHost' | 'origin'>,
  subdomain: string,
): string {
  const { protocol, port } = origin ?? { protocol: 'https:', port: '' }
  return `${protocol}//${subdomain}.${storesHost}${port === '' ? '' : `:${port}`}`
}

const normalizeHost = (host: string) => host.toLowerCase().replace(/:\d+$/, '')

/** Whether a host, with or without a port, is one that stores are at. */
export const isStoreHost = ({ storesHost }: Pick<Platform, 'storesHost'>, host: string): boolean =>
  normalizeHost(host).endsWith(`.${storesHost}`)

/** The store of a host name, with or without a port; null where it is none of ours. */
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
