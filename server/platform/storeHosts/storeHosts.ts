import { sql } from 'kysely'
import type { Platform } from '../platform.ts'
import type { Connection } from '../schema.ts'

/** A store as whoever comes to its host meets it. */
export type HostedStore = { id: number; name: string; subdomain: string; origin: string }

/** Where a store is reached from outside: what others enter stays the same when it gets a domain of its own. */
export function storeOrigin(
  { storesHost, origin }: Pick<Platform, 'storesHost' | 'origin'>,
  subdomain: string,
): string {
  const { protocol, port } = origin ?? { protocol: 'https:', port: '' }
  return `${protocol}//${subdomain}.${storesHost}${port === '' ? '' : `:${port}`}`
}

/** The store of a host name, with or without a port; null where it is none of ours. */
export async function storeAt(
  connection: Connection,
  platform: Pick<Platform, 'storesHost' | 'origin'>,
  host: string,
): Promise<HostedStore | null> {
  const below = `.${platform.storesHost}`
  const name = host.toLowerCase().replace(/:\d+$/, '')
  if (!name.endsWith(below)) return null
  const { rows } = await sql<{ id: number; name: string; subdomain: string }>`
    select id, name, subdomain from stores where subdomain = ${name.slice(0, -below.length)}
      and status <> 'archived' and delete_after is null`.execute(connection)
  const [store] = rows
  return store ? { ...store, origin: storeOrigin(platform, store.subdomain) } : null
}
