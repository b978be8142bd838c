import { lazy } from 'react'
import type { ComponentType } from 'react'
import { loadChunk } from './failures.ts'

/** A part that few pages have. The loader of a page that has it imports it; elsewhere it comes once it is to be shown. */
export function createLazyPart<Props>(module: () => Promise<ComponentType<Props>>) {
  let imported: ComponentType<Props> | null = null
  const load = async () => {
    imported = await loadChunk(module)
    return imported
  }
  const Later = lazy(async () => ({ default: await load() }))
  return { load, component: (): ComponentType<Props> => imported ?? Later }
}
