import type { AnyRecord } from '#shared/engine/resource.ts'

/** Whether the console can be viewed as an account: only operators who can sign in have a view. */
export const canBeViewed = ({ kind, status }: AnyRecord): boolean =>
  kind === 'operator' && (status === 'active' || status === 'locked')
