import { beforeAll, describe, expect, test } from 'vitest'
import { applyStoresHost } from '#server/platform/areas/stores/domains/storesHost.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { createStore, loadStore } from '#tests/api/support/stores.ts'

describe.each(chooseDatabases('PostgreSQL'))(
  'The primary domain of a store on $name',
  (database) => {
    const platform = usePlatform(database)
    let call: Caller
    beforeAll(async () => {
      call = await openSession(platform())
    })
    const loadPrimaryDomain = async (id: number) => (await loadStore(call, id)).primaryDomain

    test("is its custom domain, or its subdomain of the stores' host", async () => {
      const { id, subdomain } = await createStore(call, { domain: null })
      expect(await loadPrimaryDomain(id)).toBe(`${subdomain}.stores.example.com`)
      await call('PATCH', `/stores/${id}`, { body: { domain: 'shop.acme.example' }, ifMatch: 1 })
      expect(await loadPrimaryDomain(id)).toBe('shop.acme.example')
      await call('PATCH', `/stores/${id}`, {
        body: { domain: null, subdomain: 'acme-2' },
        ifMatch: 2,
      })
      expect(await loadPrimaryDomain(id)).toBe('acme-2.stores.example.com')
    })

    test("follows a change of the stores' host unless it is a custom domain", async () => {
      const { id, subdomain } = await createStore(call, { domain: null })
      const other = await createStore(call, { domain: 'shop.other.example' })
      await applyStoresHost({ ...platform().platform, storesHost: 'shops.example.net' })
      try {
        expect(await loadPrimaryDomain(id)).toBe(`${subdomain}.shops.example.net`)
        expect(await loadPrimaryDomain(other.id)).toBe('shop.other.example')
      } finally {
        await applyStoresHost(platform().platform)
      }
      expect(await loadPrimaryDomain(id)).toBe(`${subdomain}.stores.example.com`)
    })
  },
)
