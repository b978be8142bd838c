import { createLazyPart } from '#client/runtime/lazyPart.ts'

/** The page's panels, loaded on demand. */
export const panels = createLazyPart(
  async () => (await import('./PermissionPanels.tsx')).PermissionPanels,
)
