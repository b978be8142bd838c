import { resources } from '#shared/areas/index.ts'
import { createMemoryPlatform, stamp } from './memoryPlatform.ts'
import { storeDefaultsRecord } from './storePlatform.ts'

/** Returns a platform with one record of each kind. */
export function createFullPlatform() {
  const platform = createMemoryPlatform()
  const setReply = (path: string, body: unknown) =>
    platform.replies.set(`GET ${path}`, { status: 200, body })
  for (const {
    name,
    relations: { label },
    api: { single },
  } of resources) {
    const record = single ? storeDefaultsRecord : { id: 1, ...stamp, [label]: 'The one' }
    setReply(`/${name}`, { data: [record] })
    setReply(`/${name}/1`, record)
    setReply(`/${name}/1/uses`, { data: [] })
    setReply(`/${name}/1/history`, { data: [] })
  }
  setReply('/stores/1/readiness', { percent: 100, checks: [] })
  return platform
}
