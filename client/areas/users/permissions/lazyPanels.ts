import { createLazyPart } from '#client/runtime/lazyPart.ts'

/** The forms of the page, which it shows when it is asked. */
export const panels = createLazyPart(
  async () => (await import('./PermissionPanels.tsx')).PermissionPanels,
)
