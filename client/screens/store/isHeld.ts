import type { AnyRecord } from '#shared/engine/resource.ts'

/** Whether the store is about to be deleted: until it is restored nothing of it can be changed (HoldBanner.tsx). */
export const isHeld = (store: AnyRecord): boolean => Boolean(store['deleteAfter'])
