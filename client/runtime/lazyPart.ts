import { lazy } from 'react'
import type { ComponentType } from 'react'
import { loadChunk } from './failures.ts'

/**
 * Creates a part that few pages have. The loader of such a page imports it; other pages load it
 * when they first show it.
 */
export function createLazyPart<Props>(module: () => Promise<ComponentType<Props>>) {
  let imported: ComponentType<Props> | null = null
  const load = async () => {
    imported = await loadChunk(module)
    return imported
  }
  const Later = lazy(async () => ({ default: await load() }))
  return { load, component: (): ComponentType<Props> => imported ?? Later }
}
